/// A piece of Swift source as bytes, written as an interpolated string so that emitters read like their output.
///
/// What an interpolated string consists of is not inlined: there are a thousand of them, and each would be as long as a function.
package struct SwiftText: ExpressibleByStringInterpolation, Sendable {
  package var bytes: [UInt8]

  package init() { bytes = [] }

  @inline(never)
  package init(stringLiteral value: String) { bytes = Array(value.utf8) }

  @inline(never)
  package init(_ name: Name) { bytes = name.withBytes { Array($0) } }

  @inline(never)
  package init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

  package struct StringInterpolation: StringInterpolationProtocol {
    var bytes: [UInt8] = []

    @inline(never)
    package init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    @inline(never)
    package mutating func appendLiteral(_ literal: String) { appendInterpolation(literal) }

    @inline(never)
    package mutating func appendInterpolation(_ text: String) {
      var text = text
      text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    @inline(never)
    package mutating func appendInterpolation(_ text: SwiftText) { bytes.append(contentsOf: text.bytes) }

    @inline(never)
    package mutating func appendInterpolation(_ name: Name) { name.withBytes { bytes.append(contentsOf: $0) } }

    @inline(never)
    package mutating func appendInterpolation(_ number: Int) {
      if number >= 0, number < 10 {
        bytes.append(0x30 + UInt8(number))
      } else {
        bytes.append(contentsOf: String(number).utf8)
      }
    }
  }
}

extension SwiftText {
  package var isEmpty: Bool { bytes.isEmpty }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  @inline(never)
  package static func += (text: inout SwiftText, other: SwiftText) { text.bytes.append(contentsOf: other.bytes) }
}

extension [SwiftText] {
  /// The texts with `separator` between them.
  func joined(separator: SwiftText) -> SwiftText {
    var result = SwiftText()
    for (index, text) in enumerated() {
      if index > 0 { result += separator }
      result += text
    }
    return result
  }
}
