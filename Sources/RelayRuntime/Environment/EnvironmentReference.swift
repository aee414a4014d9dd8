import Synchronization

/// A store's way to the environment that it belongs to: what is read from the store finds the network without being told.
final class EnvironmentReference: Sendable {
  private struct Reference {
    weak var environment: RelayEnvironment?
  }

  private let reference = Mutex(Reference())

  var environment: RelayEnvironment? {
    get { reference.withLock { $0.environment } }
    set { reference.withLock { $0.environment = newValue } }
  }
}

extension Store {
  /// The environment that this store was last given to, as long as it lives.
  var environment: RelayEnvironment? { environmentReference.environment }
}
