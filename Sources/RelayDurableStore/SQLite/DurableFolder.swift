public import Foundation
public import RelayRuntime
import RelaySQLite

/// A folder in which a durable store keeps its records: a database of the system's SQLite.
///
/// The folder and its files are for the user only, are not part of backups, and have nothing that the app could not fetch again: the system
/// may delete them while the app does not run, so `Caches` is a good place. Give each user a folder of their own, or name its owner.
///
/// One process writes to a folder. On Linux the library `libsqlite3.so.0` must be installed, version 3.37 or newer.
///
/// ```swift
/// var records = DurableFolder(folder, owner: "ada")
/// records.protection = .whileUnlocked
/// let store = try await RelayStore.open(records)
/// let environment = RelayEnvironment(network: network, store: store)
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Offline>.
public struct DurableFolder: Sendable {
  /// When files can be read, on Apple's systems. Others ignore it.
  public enum Protection: Sendable, Hashable {
    /// Always.
    case none
    /// From the first time on that the device has been unlocked after it was started. The default.
    case untilFirstUnlock
    /// While the device is unlocked; files that are open stay readable.
    case unlessOpen
    /// While the device is unlocked.
    case whileUnlocked
  }

  /// The folder's location. It is made if it does not exist. A link there is an error.
  public var url: URL
  /// Whose data it is, for example a user and a server. Opening a folder with data of another owner throws
  /// ``DurabilityError/belongsToAnother``. If it is `nil`, the owner of the store counts (`RelayStore.Configuration.owner`).
  public var owner: String?
  /// When files can be read: once they cannot, the store goes on in memory.
  public var protection = Protection.untilFirstUnlock
  /// Encrypts what is written; `nil`, the default, to leave that to the system. Contents that it does not open are dropped.
  public var cipher: (any DurableCipher)?

  /// - Parameters:
  ///   - url: the folder's location.
  ///   - owner: whose data it is; `nil` for the owner of the store.
  public init(_ url: URL, owner: String? = nil) { (self.url, self.owner) = (url, owner) }

  fileprivate func backend(_ storeOwner: String?, _ reports: BackendReports, _ role: SQLiteBackend.Role = .writer) -> SQLiteBackend {
    var options = SQLiteBackend.Options(url, owner: owner ?? storeOwner)
    options.role = role
    options.report = { reports.report($0) }
    options.cipher = cipher
    options.protection =
      switch protection {
      case .none: .none
      case .untilFirstUnlock: .untilFirstUnlock
      case .unlessOpen: .unlessOpen
      case .whileUnlocked: .whileUnlocked
      }
    return SQLiteBackend(options)
  }
}

extension RelayStore {
  /// Opens a store that keeps its records in a folder, so that they outlive the process.
  ///
  ///     let store = try await RelayStore.open(DurableFolder(URL.cachesDirectory.appending(path: "relay"), owner: userID))
  ///     let environment = RelayEnvironment(network: network, store: store)
  ///
  /// What is published is written in the background, in the order of publication, and read when it is needed. After a crash, the folder has
  /// the store as it was after one of its last publications. Optimistic updates are never written.
  ///
  /// - Parameters:
  ///   - folder: where the records are.
  ///   - configuration: how much data the store keeps in memory, and for how long data is fresh.
  ///   - durability: how much it keeps on disk.
  /// - Throws: ``DurabilityError``. Damaged or outdated contents are no error: the store begins empty, and a log event says why
  ///   (`RelayLogEvent.storeReset(reason:)`).
  public static func open(
    _ folder: DurableFolder, configuration: Configuration = Configuration(), durability: Durability = Durability()
  ) async throws -> RelayStore {
    let reports = BackendReports()
    let store = try await open(folder.backend(configuration.owner, reports), configuration: configuration, durability: durability)
    reports.mirror = store.durable
    return store
  }

  /// Opens a store that reads what another process keeps in a folder, and follows it: for an extension for which a file with one query's
  /// data (`RelayEnvironment.export(_:to:)`) is not enough.
  ///
  ///     let store = try await RelayStore.open(readOnly: DurableFolder(group.appending(path: "relay"), owner: userID))
  ///
  /// The other process is told of nothing: what this store fetches or changes stays in its own memory, and `clear()` forgets only what
  /// memory has. When the other process has written, what this store has of it is replaced, and views are notified. A record that is read
  /// for the first time just then may be newer than others for a moment. If the folder has
  /// nothing yet, the store is empty until it has.
  ///
  /// An open database holds locks. In a folder that is shared with an app, call ``suspend()`` before the process is suspended.
  ///
  /// - Parameters:
  ///   - folder: the folder of the process that writes. It is made if it does not exist.
  ///   - configuration: how much data the store keeps in memory, and for how long data is fresh.
  ///   - durability: as in the other process, as far as versions are concerned. Limits have no effect.
  /// - Throws: ``DurabilityError``, for example ``DurabilityError/belongsToAnother``.
  public static func open(
    readOnly folder: DurableFolder, configuration: Configuration = Configuration(), durability: Durability = Durability()
  ) async throws -> RelayStore {
    let reports = BackendReports()
    let backend = folder.backend(configuration.owner, reports, .reader)
    let store = try await open(backend, configuration, durability, isReadOnly: true)
    reports.mirror = store.durable
    try store.durable?.follow(backend)
    return store
  }
}
