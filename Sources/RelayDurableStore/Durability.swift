import Foundation

/// How a store keeps its records on disk.
///
/// ```swift
/// var durability = Durability()
/// durability.maximumSize = 20_000_000
/// durability.maximumAge = .seconds(7 * 86_400)
/// let store = try await RelayStore.open(DurableFolder(folder), durability: durability)
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Offline>.
public struct Durability: Sendable {
  /// The greatest size of the files, in bytes. Above it, the data of the operations is removed that were used least recently.
  public var maximumSize = 100_000_000
  /// The time after which the data of an operation is removed that was not used; `nil` if only the size counts. 30 days by default.
  public var maximumAge: Duration? = .seconds(30 * 86_400)
  /// The time from a change to its writing, 100 milliseconds by default: what a crash may lose.
  public var flushInterval: Duration = .milliseconds(100)
  /// The number of changed records that wait for a disk that cannot be written, 100,000 by default. Above it, the store goes on in memory
  /// alone until the process ends, and what is on disk is removed, because it is too old to be trusted.
  public var maximumBacklog = 100_000
  /// The number of bytes that opening a store loads for the operations that were in use when the process last ended, 2 MB by default.
  public var warmStartSize = 2_000_000
  /// Change it when objects get other identities than before, because
  /// `RelayEnvironment.Configuration.getDataID` or a `@key` has changed: the store then begins empty, because links would mix
  /// two worlds. Another `RelayEnvironment.Configuration.identity`, and `getDataID` where there was none, are found without it.
  public var identityVersion = 0
  /// Change it to begin with an empty store after an update of the app.
  public var dataVersion = 0
  /// Identifies the schema, for example by a hash of its file. When it changes, what the server has said about interfaces and unions of the
  /// earlier schema is forgotten; it is learned again from answers. Everything else stays.
  public var schemaVersion = ""

  /// Creates the default configuration.
  public init() {}

  /// The time from a failed write to the next attempt. It doubles with each.
  package var retryDelay: Duration = .seconds(1)
  /// The calendar's time in seconds since 1970.
  package var now: @Sendable () -> Double = { Date().timeIntervalSince1970 }
}
