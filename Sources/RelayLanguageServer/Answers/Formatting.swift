internal import RelayCompilerCore

/// Formats a GraphQL text as a whole.
package protocol DocumentFormatter: Sendable {
  /// The formatted text; nil if the text does not parse.
  func format(_ text: [UInt8]) -> [UInt8]?
}

/// `textDocument/formatting`. Swift files belong to another formatter.
extension TextQuery {
  func formatting(_ params: JSON) -> JSON {
    guard !text.isSwift, !text.isJSON, let formatted = tools.formatter?.format(text.bytes) else { return .null }
    if formatted == text.bytes { return [] }
    return [["range": range(0..<text.bytes.count), "newText": .string(String(decoding: formatted, as: UTF8.self))]]
  }
}
