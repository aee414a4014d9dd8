import RelayRuntime
import Synchronization

/// The clients that scenarios have made. Whatever is under way keeps its client: when there is none, no task of one is left.
enum Clients {
  private struct Reference {
    weak var client: RelayEnvironment?
  }

  private static let all = Mutex<[Reference]>([])

  static func add(_ client: RelayEnvironment) { Self.all.withLock { $0.append(Reference(client: client)) } }

  /// How many are left.
  static var count: Int {
    Self.all.withLock { all in
      all.removeAll { $0.client == nil }
      return all.count
    }
  }
}
