package import Foundation

/// A public type at the top level of a file, with its documentation comment.
package struct PublicType {
  package let name: String
  package let file: URL
  /// The lines of the comment, without their slashes.
  package let comment: [String]
  /// The line of the first of them, from 1.
  package let line: Int

  /// The public types of a module, in the order of its files. What is there only if there is SwiftUI is indented by its `#if`.
  package static func all(in module: String) throws -> [PublicType] {
    var types: [PublicType] = []
    for file in Repository.swiftFiles(in: "Sources/\(module)") {
      var comment: [String] = []
      var start = 0
      var indentation = ""
      for (index, line) in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n").enumerated() {
        if line.hasPrefix("#if") { indentation = "  " }
        if line.hasPrefix("#endif") { indentation = "" }
        let code = line.hasPrefix(indentation) ? line.dropFirst(indentation.count) : line[...]
        if code.hasPrefix("///") {
          if comment.isEmpty { start = index + 1 }
          comment.append(String(code.dropFirst(code.hasPrefix("/// ") ? 4 : 3)))
        } else if !code.hasPrefix(" "), let name = name(declaredIn: code) {
          types.append(PublicType(name: name, file: file, comment: comment, line: start))
          comment = []
        } else if !"@#/".contains(line.first { $0 != " " } ?? " ") {
          // Attributes and remarks may be between a comment and its declaration.
          comment = []
        }
      }
    }
    return types
  }

  private static func name(declaredIn line: Substring) -> String? {
    let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
    guard words.first == "public",
      let kind = words.firstIndex(where: { ["class", "struct", "enum", "protocol", "actor", "typealias"].contains($0) }),
      words[words.startIndex..<kind].allSatisfy({ ["public", "final", "indirect", "nonisolated"].contains($0) }), kind + 1 < words.endIndex
    else { return nil }
    return String(words[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }

  /// The comment's last block of Swift, with its first line's number.
  package var sample: (code: String, line: Int)? {
    guard let start = comment.lastIndex(of: "```swift"), let end = comment[start...].firstIndex(of: "```") else { return nil }
    return (comment[(start + 1)..<end].map { "\($0)\n" }.joined(), line + start + 1)
  }

  /// The guide to which the comment's last line links. Guides are pages of the runtime's documentation.
  package var guide: String? {
    comment.last.flatMap { $0.wholeMatch(of: /See <doc:(?:\/\/RelayRuntime\/documentation\/RelayRuntime\/)?(\w+)>\./) }.map { String($0.1) }
  }
}
