/// Where the fields of a record are in a block: the address of the first one. The element before it is the record's identity.
///
/// `@safe`, `Sendable`: who makes one says what keeps the block as long as the pointer is used. Fields that are referenced neither move nor
/// change (`FieldBlock`). Positions come from the slots of a row that was read from these fields, so they are not checked.
@safe struct FieldPointer: BitwiseCopyable, @unchecked Sendable {
  let first: UnsafePointer<Record.Field>

  @inline(__always)
  init(_ first: UnsafePointer<Record.Field>) { unsafe self.first = first }

  /// A field of the record, or its identity at `FieldBlock.dataIDPosition`.
  @inline(__always)
  subscript(position: Int) -> Record.Field {
    unsafeAddress {
      assert(position >= FieldBlock.dataIDPosition, "the identity is in front of the fields, and nothing is in front of it")
      return unsafe first + position
    }
  }
}

/// The fields of a record in place.
///
/// `@safe`: who takes them from a record says what keeps its block and the fields unchanged as long as they are used. An index is one that
/// was found in them, or compared with `count`; debug builds check it.
@safe struct FieldElements: BitwiseCopyable {
  private let fields: UnsafeBufferPointer<Record.Field>

  @inline(__always)
  init(_ fields: UnsafeBufferPointer<Record.Field>) { unsafe self.fields = fields }

  @inline(__always) var count: Int { unsafe fields.count }

  /// `nil` if there are neither fields nor an identity.
  @inline(__always) var pointer: FieldPointer? {
    guard let first = unsafe fields.baseAddress else { return nil }
    return unsafe FieldPointer(first)
  }

  @inline(__always)
  subscript(index: Int) -> Record.Field {
    unsafeAddress {
      assert(index >= 0 && index < count, "there are \(count) fields, but none at \(index)")
      return unsafe fields.baseAddress.unsafelyUnwrapped + index
    }
  }
}
