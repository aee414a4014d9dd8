@testable import RelayRuntime

// Here, operations fail because a test wants it. These initializers do not print the reasons; Swift prefers them to the one with defaults.
extension MockEnvironment {
  convenience init() { self.init(store: RelayStore()) }

  convenience init(store: RelayStore) {
    self.init(store: store, configuration: RelayEnvironment.Configuration(), report: { _ in })
  }

  convenience init(configuration: RelayEnvironment.Configuration) {
    self.init(store: RelayStore(), configuration: configuration, report: { _ in })
  }
}
