import Synchronization

/// The type that a fragment or a selection is on.
struct TypeCondition {
  /// The type's name.
  let type: KeyID
  /// The `__isX` key of an interface or union, or none.
  let abstractKey: KeyID

  /// Whether objects of a type fulfil it; the query root has fields of every root type.
  ///
  /// - Parameter implements: what the store knows under the key of an interface or union. Where that is nothing, it counts as no.
  func holds(for type: KeyID, implements: (KeyID) -> Value) -> Bool {
    if abstractKey != Keys.none { return implements(abstractKey) == .bool(true) }
    return type == self.type || type == Keys.rootType
  }
}

extension ReaderPlan {
  var typeCondition: TypeCondition { TypeCondition(type: typeKey, abstractKey: abstractKey) }
}

extension StoreTransaction {
  /// Whether a record exists and fulfils a type condition.
  func record(_ id: RecordID, fulfils condition: TypeCondition) -> Bool {
    guard status(id) == .exists else { return false }
    let type = type(id)
    return condition.holds(for: type) { key in
      find(DataID.type(Keys.name(type))).map { value($0, key) } ?? .missing
    }
  }
}

extension Store {
  /// Whether a record exists and fulfils a type condition.
  func record(_ dataID: String, fulfils condition: TypeCondition) -> Bool {
    state.withLock { state in
      guard let id = state.find(dataID), case .exists = state.entries[Int(id)].status else { return false }
      let type = state.entries[Int(id)].record.type
      return condition.holds(for: type) { key in
        state.typeRecords[type].map { state.entries[Int($0)].record[key] } ?? .missing
      }
    }
  }
}
