extension RelayStore {
  /// Whether a record exists and satisfies a type condition. It does not if its type is not known to belong to the interface or union.
  func record(_ dataID: String, fulfils condition: TypeCondition) -> Bool {
    state.withLock { state in
      guard let id = state.records.find(dataID), case .exists = state.records.entries[Int(id)].status else { return false }
      return state.records.holds(condition, for: state.records.entries[Int(id)].record.type) ?? false
    }
  }

  /// Whether a record exists.
  func has(_ dataID: String) -> Bool {
    state.withLock { state in
      guard let id = state.records.find(dataID), case .exists = state.records.entries[Int(id)].status else { return false }
      return true
    }
  }

  /// Whether a record exists and is not known to be of another type.
  func record(_ dataID: String, mayFulfil condition: TypeCondition) -> Bool {
    state.withLock { state in
      guard let id = state.records.find(dataID), case .exists = state.records.entries[Int(id)].status else { return false }
      return state.records.holds(condition, for: state.records.entries[Int(id)].record.type) ?? true
    }
  }

  /// The names of the types that are known to belong to an interface or union, sorted.
  func types(thatFulfil condition: TypeCondition) -> [String] {
    let types = state.withLock { state in
      state.records.typeRecords.keys.filter { state.records.implements($0, abstractKey: condition.abstractKey) ?? false }
    }
    return types.map { keys.name($0) }.ascendingByBytes()
  }
}
