public import Foundation

extension RelayEnvironment {
  /// When a payload that arrives now was received, on the store's clock.
  func reception(_ origin: PayloadOrigin) -> Reception {
    let now = Moment(store.configuration.now())
    let made = now.advanced(by: .zero - (origin.elapsed + (origin.age?.age ?? .zero)).bounded)
    return Reception(
      time: made, expiresAt: origin.age?.maxAge.map { made.advanced(by: $0.bounded) }, isTransient: !origin.mayBeStored)
  }

  /// How old the data of an operation in the store is. Data that is missing has no age.
  func age(of operation: OperationDescriptor) -> DataAge {
    guard store.mayBeStale || operation.definition.normalization.usesAges else {
      // Nothing can be stale, so the data need not be looked at.
      return DataAge(fetchedAt: store.state.withLock { $0.retention.written(operation.key)?.time.map { Moment($0) } })
    }
    return store.examine(operation).age
  }

  /// The age of an answer that has just arrived.
  func age(ofAnswerTo operation: OperationDescriptor) -> DatedAge {
    var age = age(of: operation)
    if age.fetchedAt == nil, !age.isStale { age.fetchedAt = Moment(store.configuration.now()) }
    return store.dated(age)
  }

  /// When the data of a query in the store was received: that of the field that was received first. Nil if the store does not know.
  public func fetchedAt<Operation: GraphQLQuery>(_ operation: Operation) -> Date? { store.dated(age(of: descriptor(operation))).fetchedAt }

  /// When the first of the query's fields in the store becomes stale, or has become; nil if none does, or if that is not known.
  public func expiresAt<Operation: GraphQLQuery>(_ operation: Operation) -> Date? { store.dated(age(of: descriptor(operation))).expiresAt }
}
