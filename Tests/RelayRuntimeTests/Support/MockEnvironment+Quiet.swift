@testable import RelayRuntime

// Here, operations fail because a test wants it. These initializers do not print the reasons; Swift prefers them to the one with defaults.
extension MockEnvironment {
  convenience init() { self.init(store: Store()) }

  convenience init(store: Store) {
    self.init(store: store, configuration: RelayEnvironment.Configuration(), report: { _ in })
  }

  convenience init(configuration: RelayEnvironment.Configuration) {
    self.init(store: Store(), configuration: configuration, report: { _ in })
  }
}
