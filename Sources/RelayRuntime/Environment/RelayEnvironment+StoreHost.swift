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
    case .warning(let text): self = .warning(text)
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
