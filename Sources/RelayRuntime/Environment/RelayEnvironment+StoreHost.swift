extension RelayEnvironment: MissingFieldHandling {
  var identityRules: IdentityRules { configuration.identityRules }

  var observesStore: Bool { configuration.log != nil && !isReporting }

  var missingFieldHandlers: [MissingFieldHandler] { configuration.missingFieldHandlers }

  func observe(_ event: StoreEvent) { deliver(RelayLogEvent(event)) }
}

extension RelayLogEvent {
  fileprivate init(_ event: StoreEvent) {
    switch event {
    case .publish(let changedRecords, let isOptimistic): self = .storePublish(changedRecords: changedRecords, isOptimistic: isOptimistic)
    case .notify(let subscribers): self = .storeNotify(subscribers: subscribers)
    case .collect(let removedRecords): self = .storeCollect(removedRecords: removedRecords)
    case .restore(let records): self = .storeRestore(records: records)
    case .mirror(let event): self.init(event)
    case .warning(let text): self = .warning(text)
    }
  }
}

extension RelayLogEvent {
  private init(_ event: MirrorEvent) {
    switch event {
    case .written(let records, let bytes, let duration): self = .storeWrite(records: records, bytes: bytes, duration: duration)
    case .loaded(let records, let duration): self = .storeLoad(records: records, duration: duration)
    case .evicted(let operations, let records): self = .storeEvict(operations: operations, records: records)
    case .damaged(let records): self = .storeDamage(records: records)
    case .failed(let error): self = .storeFailure(error)
    case .startedEmpty(let reason): self = .storeReset(reason: reason)
    }
  }
}

extension RelayEnvironment.Configuration {
  var identityRules: IdentityRules { IdentityRules(includesType: identity == .byTypeAndID, getDataID: getDataID) }
}

extension RelayStore {
  /// The environment that this store was last given to, while it exists.
  var environment: RelayEnvironment? { host as? RelayEnvironment }
}

extension ReadContext {
  /// The environment of the store that the data is read from.
  var environment: RelayEnvironment? { (store as? RelayStore)?.environment }
}

extension RelayStore {
  /// Whether an operation can be read, as its environment says if there is one.
  package func availability(of operation: OperationDescriptor) -> OperationAvailability {
    environment?.check(operation) ?? check(operation)
  }
}
