/// A slot of a row in four bytes: a small value, or the position of a larger one.
struct RowSlot {
  /// The kind of a slot's contents.
  struct Kind: Equatable {
    fileprivate let bits: UInt32

    static var missing: Kind { Kind(bits: 0) }
    static var null: Kind { Kind(bits: 1) }
    static var `false`: Kind { Kind(bits: 2) }
    static var `true`: Kind { Kind(bits: 3) }
    static var pointer: Kind { Kind(bits: 4) }
    static var unmatchedPointer: Kind { Kind(bits: 5) }
    /// A field of the record; the position is its index.
    static var field: Kind { Kind(bits: 6) }
    /// A row of the same chunk; the position is its distance from this slot's row in words, negative if it comes first.
    static var inner: Kind { Kind(bits: 7) }
    /// One of the chunk's values; the position is its index.
    static var value: Kind { Kind(bits: 8) }
    /// What the row has that this one stands for; see `RowTrace`.
    static var traced: Kind { Kind(bits: 9) }
  }

  /// The kind in the lowest bits, the position above them.
  private let bits: UInt32

  @inline(__always) init(_ kind: Kind) { bits = kind.bits }

  /// - Parameter position: fits 27 bits and a sign. Positions count the fields of a record and the selections on one object; no response
  ///   has that many tokens (`JSONTape.maximumLength`).
  @inline(__always)
  init(_ kind: Kind, _ position: Int) { bits = kind.bits | UInt32(truncatingIfNeeded: position) << 4 }

  @inline(__always) var kind: Kind { Kind(bits: bits & 15) }

  @inline(__always) var position: Int { Int(Int32(bitPattern: bits) >> 4) }
}
