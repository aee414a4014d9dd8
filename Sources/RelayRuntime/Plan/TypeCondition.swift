/// The type condition of a fragment, an inline fragment or a selection (GraphQL specification, section 2.8).
struct TypeCondition: Sendable {
  /// The type's name; none if every object satisfies the condition.
  let type: KeyID
  /// The `__isX` key of an interface or union; none for an object type.
  let abstractKey: KeyID

  /// Whether the type is an interface or union, so that only the data tells which objects belong to it.
  @inline(__always) var isAbstract: Bool { abstractKey != Keys.none }

  /// Whether objects of a type satisfy a condition on an object type. The query root has the fields of every root type.
  @inline(__always)
  func includes(_ type: KeyID) -> Bool { self.type == Keys.none || type == self.type || type == Keys.rootType }

  /// Whether objects of a type satisfy the condition; `nil` if that is unknown.
  ///
  /// - Parameter implements: whether the type belongs to the interface or union with the given key; `nil` if unknown.
  @inline(__always)
  func holds(for type: KeyID, implements: (KeyID) -> Bool?) -> Bool? { isAbstract ? implements(abstractKey) : includes(type) }
}

extension NormalizationStep {
  /// The condition of an inline fragment.
  @inline(__always) var typeCondition: TypeCondition { TypeCondition(type: type, abstractKey: abstractKey) }
}

extension ReaderStep {
  /// The condition of an inline or aliased fragment.
  @inline(__always) var typeCondition: TypeCondition { TypeCondition(type: type, abstractKey: abstractKey) }
}

extension ReaderPlan {
  /// The type condition of the definition.
  var typeCondition: TypeCondition { TypeCondition(type: typeKey, abstractKey: abstractKey) }
}
