import Synchronization

extension StoreState {
  /// Whether a type belongs to the interface or union with the given `__isX` key; `nil` where the store does not know.
  func implements(_ type: KeyID, _ abstractKey: KeyID) -> Bool? {
    guard let record = typeRecords[type], case .bool(let implements) = entries[Int(record)].record[abstractKey] else { return nil }
    return implements
  }

  /// Whether objects of a type fulfil a condition; `nil` where the store does not know.
  func holds(_ condition: TypeCondition, for type: KeyID) -> Bool? {
    condition.holds(for: type) { implements(type, $0) }
  }
}

extension Store {
  /// Whether a record exists and fulfils a type condition. Where its type is not known to belong to an interface or union, it does not.
  func record(_ dataID: String, fulfils condition: TypeCondition) -> Bool {
    state.withLock { state in
      guard let id = state.find(dataID), case .exists = state.entries[Int(id)].status else { return false }
      return state.holds(condition, for: state.entries[Int(id)].record.type) ?? false
    }
  }
}
