/// A line of Swift source on its way to the writer, written as an interpolated string like `SwiftText`. A line is not kept: what fits is
/// stored in the value itself, so that most lines need no allocation.
struct SwiftLine: ExpressibleByStringInterpolation {
  private let text: StringInterpolation

  init(stringLiteral value: StaticString) {
    var text = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    text.appendLiteral(value)
    self.text = text
  }

  init(stringInterpolation: StringInterpolation) { text = stringInterpolation }

  init(_ text: SwiftText) { self = "\(text)" }

  /// Calls `body` with the UTF-8 bytes.
  func withBytes(_ body: (borrowing BorrowedBytes) -> Void) { text.withBytes(body) }

  struct StringInterpolation: StringInterpolationProtocol {
    private typealias EightWords = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    /// The first bytes, up to `count`.
    private var inPlace: (EightWords, EightWords, EightWords) = (
      (0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0)
    )
    private var count = 0
    /// The whole line, if it does not fit.
    private var longer: [UInt8]?

    init(literalCapacity: Int, interpolationCount: Int) {}

    @inline(never)
    mutating func appendLiteral(_ literal: StaticString) { literal.withBytes { append($0) } }

    @inline(never)
    mutating func appendInterpolation(_ text: String) { text.withBytes { append($0) } }

    @inline(never)
    mutating func appendInterpolation(_ text: SwiftText) { text.withBytes { append($0) } }

    @inline(never)
    mutating func appendInterpolation(_ name: Name) { name.withBytes { append($0) } }

    @inline(never)
    mutating func appendInterpolation(_ number: Int) { appendInterpolation(String(number)) }

    // Sound: the words are plain bytes, `count` of which have been written, and slices of them are checked.
    private mutating func append(_ source: borrowing BorrowedBytes) {
      let start = count
      if longer == nil, start + source.count <= MemoryLayout.size(ofValue: inPlace) {
        unsafe withUnsafeMutableBytes(of: &inPlace) { inPlace in
          unsafe source.withUnsafeBufferPointer { source in
            unsafe UnsafeMutableRawBufferPointer(rebasing: inPlace[start...]).copyMemory(from: UnsafeRawBufferPointer(source))
          }
        }
        count += source.count
      } else {
        if longer == nil { longer = unsafe withUnsafeBytes(of: inPlace) { unsafe Array($0[..<start]) } }
        longer?.append(contentsOf: source)
      }
    }

    func withBytes(_ body: (borrowing BorrowedBytes) -> Void) {
      if let longer { return longer.withBytes(body) }
      unsafe withUnsafeBytes(of: inPlace) { inPlace in
        unsafe UnsafeRawBufferPointer(rebasing: inPlace[..<count]).withMemoryRebound(to: UInt8.self) { body(unsafe BorrowedBytes($0)) }
      }
    }
  }
}
