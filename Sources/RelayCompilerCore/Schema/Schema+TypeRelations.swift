/// The relations between types.
extension Schema {
  /// The type that a document names; nil if the schema does not have it, or if it has more wrappers than a reference can hold.
  package func resolve(_ type: TypeSyntax) -> TypeReference? {
    self.type(named: type.innermost.name).flatMap { TypeReference($0, wrappedAs: type) }
  }

  /// The object types that a value of `type` can have (specification, "GetPossibleTypes"), sorted by id.
  package func possibleTypes(of type: TypeID) -> [TypeID] {
    switch self[type].kind {
    case .object: [type]
    case .interface, .union: self[type].possibleTypes
    case .scalar, .enum, .inputObject: []
    }
  }

  /// Whether an object can have both types.
  package func doTypesOverlap(_ a: TypeID, _ b: TypeID) -> Bool {
    if a == b { return true }
    if self[a].kind == .object { return self[b].kind != .object && contains(a, in: self[b].possibleTypes) }
    if self[b].kind == .object { return contains(b, in: self[a].possibleTypes) }
    return overlaps.value(for: a, b) { haveCommonObject(self[a].possibleTypes, self[b].possibleTypes) }
  }

  /// Whether two lists, sorted by id, have a type in common.
  private func haveCommonObject(_ left: [TypeID], _ right: [TypeID]) -> Bool {
    var i = 0
    var j = 0
    while i < left.count, j < right.count {
      if left[i] == right[j] { return true }
      if left[i].rawValue < right[j].rawValue { i += 1 } else { j += 1 }
    }
    return false
  }

  /// The object types with keys that a value of `type` can have.
  func keyedTypes(of type: TypeID) -> [TypeID] {
    guard hasKeys else { return [] }
    return isAbstract(type) ? self[type].keyedTypes : possibleTypes(of: type).filter { self[$0].key != nil }
  }

  /// The type's own `id: ID` field, nullable or not; nil if it has none.
  package func idField(_ name: Name, of type: TypeID) -> FieldID? {
    guard let field = field(name, on: type), self[self[field].type.named].name == .idType else { return nil }
    return field
  }

  /// The `id: ID` fields of those objects of an abstract type that are no `Node`, sorted by the objects' names.
  func idFields(_ name: Name, ofObjectsOf type: TypeID) -> [FieldID] {
    let node = self.type(named: .nodeInterface)
    let objects = possibleTypes(of: type).filter { object in node.map { !isSubtype(object, of: $0) } ?? true }
    return objects.sorted(byName: { self[$0].name }).compactMap { idField(name, of: $0) }
  }

  private func contains(_ type: TypeID, in sorted: [TypeID]) -> Bool {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle].rawValue < type.rawValue { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && sorted[low] == type
  }

  /// Whether the object or interface declares that it implements the interface.
  package func declares(_ type: TypeID, _ interface: TypeID) -> Bool { contains(type, in: self[interface].implementors) }

  /// Whether every value of `type` is one of `supertype` (specification, "IsSubType" for named types).
  package func isSubtype(_ type: TypeID, of supertype: TypeID) -> Bool {
    if type == supertype { return true }
    switch self[supertype].kind {
    case .interface: return contains(type, in: self[supertype].implementors)
    case .union: return contains(type, in: self[supertype].possibleTypes)
    case .scalar, .object, .enum, .inputObject: return false
    }
  }

  /// Whether every value of `type` is one of `supertype` (specification, "IsSubType" of section 3.6). The same relation applies to a
  /// field and the interface's field that it implements ("IsValidImplementationFieldType"), and, because input types have no subtypes, to
  /// a variable and the location of its use ("AreTypesCompatible" of section 5.8.5).
  package func isSubtype(_ type: TypeReference, of supertype: TypeReference) -> Bool {
    var (type, supertype) = (type, supertype)
    while type != supertype {
      if supertype.isNonNull, !type.isNonNull { return false }
      guard let item = supertype.item else { return !type.isList && isSubtype(type.named, of: supertype.named) }
      guard let ownItem = type.item else { return false }
      (type, supertype) = (ownItem, item)
    }
    return true
  }

  /// "IsVariableUsageAllowed" (specification, section 5.8.5)
  ///
  /// - Parameters:
  ///   - type: the variable's type.
  ///   - hasNonNullDefault: whether the variable has a default value other than null.
  ///   - location: the type expected where the variable is used.
  ///   - locationHasDefault: whether the argument or input field there has a default value.
  package func isVariableUsageAllowed(
    _ type: TypeReference, hasNonNullDefault: Bool, location: TypeReference, locationHasDefault: Bool
  ) -> Bool {
    if location.isNonNull, !type.isNonNull {
      return (hasNonNullDefault || locationHasDefault) && isSubtype(type, of: location.nullable)
    }
    return isSubtype(type, of: location)
  }
}
