internal import RelayCompilerCore

/// The types of a field or argument in two schemas, which have different ids for the same type.
struct TypeReferenceChange {
  /// In GraphQL notation.
  let old: String
  let new: String
  /// Whether every value of the new type is one of the old: operations can go on reading.
  let isSafeForOutput: Bool
  /// Whether every value for the old type is one for the new: operations can go on sending.
  let isSafeForInput: Bool

  init(_ oldType: TypeReference, in oldSchema: Schema, _ newType: TypeReference, in newSchema: Schema) {
    old = oldSchema.description(of: oldType)
    new = newSchema.description(of: newType)
    let haveSameName = oldSchema[oldType.named].name == newSchema[newType.named].name
    isSafeForOutput = haveSameName && Self.isNarrower(newType, than: oldType)
    isSafeForInput = haveSameName && Self.isNarrower(oldType, than: newType)
  }

  /// Whether the wrappers of `type` allow nothing that those of `other` do not.
  private static func isNarrower(_ type: TypeReference, than other: TypeReference) -> Bool {
    if other.isNonNull, !type.isNonNull { return false }
    guard let item = other.item else { return !type.isList }
    guard let ownItem = type.item else { return false }
    return isNarrower(ownItem, than: item)
  }
}
