/// A named type in a `Schema`.
package struct TypeID: Hashable, Sendable {
  package let rawValue: UInt32
  package func _rawHashValue(seed: Int) -> Int { WordHash.mix(UInt64(rawValue), seed: seed) }
}

/// A field definition in a `Schema`.
package struct FieldID: Hashable, Sendable {
  package let rawValue: UInt32
  package func _rawHashValue(seed: Int) -> Int { WordHash.mix(UInt64(rawValue), seed: seed) }
}

/// A use of a type: a named type in list and non-null wrappers (specification, section 3.12), stored without allocation.
///
/// `[Todo!]!` is non-null, its `nullable` is the list `[Todo!]`, whose `item` is `Todo!`, and `named` is `Todo`.
package struct TypeReference: Hashable, Sendable {
  package let named: TypeID
  /// Two bits for each wrapper, the outermost in the lowest bits: 1 is a list, 2 is non-null.
  package let wrappers: UInt64

  private init(named: TypeID, wrappers: UInt64) {
    self.named = named
    self.wrappers = wrappers
  }

  package func _rawHashValue(seed: Int) -> Int { WordHash.mix(wrappers, UInt64(named.rawValue), seed: seed) }

  package init(_ named: TypeID) { self.init(named: named, wrappers: 0) }

  /// A reference with wrappers that may be anything; nil if they are none.
  package init?(named: TypeID, checking wrappers: UInt64) {
    var rest = wrappers
    var wasNonNull = false
    while rest != 0 {
      let isNonNull = rest & 3 == 2
      guard isNonNull || rest & 3 == 1, !(isNonNull && wasNonNull) else { return nil }
      wasNonNull = isNonNull
      rest >>= 2
    }
    self.init(named: named, wrappers: wrappers)
  }

  /// `named` with the lists and non-null marks of `syntax`; nil if there are more than `maximumDepth`.
  init?(_ named: TypeID, wrappedAs syntax: TypeSyntax) {
    switch syntax {
    case .named: self.init(named)
    case .list(let item, _):
      guard let item = TypeReference(named, wrappedAs: item), item.depth < Self.maximumDepth else { return nil }
      self = item.list
    case .nonNull(let type, _):
      guard let type = TypeReference(named, wrappedAs: type), type.depth < Self.maximumDepth else { return nil }
      self = type.nonNull
    }
  }

  /// The number of wrappers a reference can have. More of them are an error in the schema or document.
  package static let maximumDepth = Parser.maximumTypeDepth

  package var depth: Int { (64 - wrappers.leadingZeroBitCount + 1) / 2 }

  package var isNonNull: Bool { wrappers & 3 == 2 }

  /// Whether it is a list, ignoring non-null.
  package var isList: Bool { nullable.wrappers & 3 == 1 }

  /// This type without its outermost non-null.
  package var nullable: TypeReference { isNonNull ? TypeReference(named: named, wrappers: wrappers >> 2) : self }

  package var nonNull: TypeReference { isNonNull ? self : TypeReference(named: named, wrappers: wrappers << 2 | 2) }

  package var list: TypeReference { TypeReference(named: named, wrappers: wrappers << 2 | 1) }

  /// The item type of a list, ignoring non-null; nil if the type is not a list.
  package var item: TypeReference? {
    let inner = nullable
    return inner.wrappers & 3 == 1 ? TypeReference(named: named, wrappers: inner.wrappers >> 2) : nil
  }

  /// The same wrappers around another type.
  package func replacing(named: TypeID) -> TypeReference { TypeReference(named: named, wrappers: wrappers) }
}
