/// A piece of Swift source as bytes, written as an interpolated string so that emitters read like their output.
///
/// The functions for string interpolation are not inlined: they have a thousand call sites, and inlining would add a function's size to
/// each.
struct SwiftText: ExpressibleByStringInterpolation, Sendable {
  /// Literals and names need no allocation.
  fileprivate enum Storage {
    case literal(StaticString)
    case name(Name)
    case bytes([UInt8])
  }

  fileprivate var storage: Storage

  init() { storage = .literal("") }

  init(stringLiteral value: StaticString) { storage = .literal(value) }

  init(_ name: Name) { storage = .name(name) }

  init(bytes: [UInt8]) { storage = .bytes(bytes) }

  init(stringInterpolation: StringInterpolation) { storage = .bytes(stringInterpolation.bytes) }

  var bytes: [UInt8] {
    get {
      if case .bytes(let bytes) = storage { return bytes }
      return withBytes { $0.array }
    }
    _modify {
      var bytes = self.bytes
      // The array is modified in place, because it has no other owner.
      storage = .literal("")
      defer { storage = .bytes(bytes) }
      yield &bytes
    }
  }

  /// Calls `body` with the UTF-8 bytes.
  func withBytes<Result>(_ body: (borrowing BorrowedBytes) -> Result) -> Result {
    switch storage {
    case .literal(let literal): literal.withBytes(body)
    case .name(let name): name.withBytes(body)
    case .bytes(let bytes): bytes.withBytes(body)
    }
  }

  struct StringInterpolation: StringInterpolationProtocol {
    var bytes: [UInt8] = []

    @inline(never)
    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    @inline(never)
    mutating func appendLiteral(_ literal: StaticString) { bytes.append(ascii: literal) }

    @inline(never)
    mutating func appendInterpolation(_ text: String) { text.withBytes { bytes.append(contentsOf: $0) } }

    @inline(never)
    mutating func appendInterpolation(_ text: SwiftText) { text.withBytes { bytes.append(contentsOf: $0) } }

    @inline(never)
    mutating func appendInterpolation(_ name: Name) { name.withBytes { bytes.append(contentsOf: $0) } }

    @inline(never)
    mutating func appendInterpolation(_ number: Int) {
      if number >= 0, number < 10 {
        bytes.append(0x30 + UInt8(number))
      } else {
        bytes.append(contentsOf: String(number).utf8)
      }
    }
  }
}

extension SwiftText: Hashable {
  static func == (left: SwiftText, right: SwiftText) -> Bool {
    if case .name(let left) = left.storage, case .name(let right) = right.storage { return left == right }
    return left.withBytes { left in right.withBytes { left.hasSameBytes(as: $0) } }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(stableHash) }

  func _rawHashValue(seed: Int) -> Int { WordHash.mix(stableHash, seed: seed) }

  /// The hash that a name with this text has. Most texts in sets are names, which already know it.
  private var stableHash: UInt64 {
    if case .name(let name) = storage { return name.stableHash }
    return withBytes { NameTable.hash($0) }
  }
}

extension SwiftText {
  var isEmpty: Bool { withBytes { $0.isEmpty } }

  var string: String { withBytes { $0.string } }

  @inline(never)
  static func += (text: inout SwiftText, other: SwiftText) {
    if text.isEmpty {
      text = other
      return
    }
    other.withBytes { other in
      if case .bytes = text.storage { return text.bytes.append(contentsOf: other) }
      var bytes: [UInt8] = []
      text.withBytes { start in
        bytes.reserveCapacity(start.count + other.count)
        bytes.append(contentsOf: start)
      }
      bytes.append(contentsOf: other)
      text.storage = .bytes(bytes)
    }
  }
}

extension [SwiftText] {
  /// The texts with `separator` between them.
  func joined(separator: SwiftText) -> SwiftText {
    if count < 2 { return first ?? SwiftText() }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(reduce(0) { $0 + $1.withBytes { $0.count } } + count * separator.withBytes { $0.count })
    for (index, text) in enumerated() {
      if index > 0 { separator.withBytes { bytes.append(contentsOf: $0) } }
      text.withBytes { bytes.append(contentsOf: $0) }
    }
    var result = SwiftText()
    result.bytes = bytes
    return result
  }
}
