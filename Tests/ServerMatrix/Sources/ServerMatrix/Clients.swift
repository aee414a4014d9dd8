import RelayRuntime
import Synchronization

/// The clients that scenarios have created. Operations in flight keep their client, so if none is left, no task of a client is left.
enum Clients {
  private struct Reference {
    weak var client: RelayEnvironment?
  }

  private static let all = Mutex<[Reference]>([])

  static func add(_ client: RelayEnvironment) { Self.all.withLock { $0.append(Reference(client: client)) } }

  /// The number of clients left.
  static var count: Int {
    Self.all.withLock { all in
      all.removeAll { $0.client == nil }
      return all.count
    }
  }
}
