extension RelayStore {
  /// Whether a record exists and satisfies a type condition. It does not if its type is not known to belong to the interface or union.
  func record(_ dataID: String, fulfils condition: TypeCondition) -> Bool {
    state.withLock { state in
      guard let id = state.records.find(dataID), case .exists = state.records.entries[Int(id)].status else { return false }
      return state.records.holds(condition, for: state.records.entries[Int(id)].record.type) ?? false
    }
  }
}
