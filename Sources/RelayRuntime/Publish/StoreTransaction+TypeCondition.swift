extension StoreTransaction {
  /// Whether a record exists and satisfies a type condition. A type that is not known to belong to an interface or union does not satisfy
  /// it.
  func record(_ id: RecordID, fulfils condition: TypeCondition) -> Bool {
    guard status(id) == .exists else { return false }
    let type = type(id)
    let holds = condition.holds(for: type) { key in
      guard let record = find(DataID.type(Keys.name(type))), case .bool(let implements) = value(record, key) else { return nil }
      return implements
    }
    return holds ?? false
  }
}
