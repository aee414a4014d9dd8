/// Where a durable store keeps its records: opaque bytes by identity, the operations that need them, and a few properties.
///
/// A backend knows nothing about GraphQL. It keeps what it is given, all of a batch or nothing of it, and gives back what it was given or
/// nothing: a record whose bytes have been damaged is one that it does not have.
///
/// The durable store calls ``commit(_:merging:)``, ``collect(_:)`` and ``clear()`` one after the other, on one thread; it calls the loading
/// functions at any time, also during a commit, on that one and on another one. A loading function sees the state after some whole batch.
///
/// ```swift
/// /// For tests: records that are kept as long as the backend is. Operations are not, so nothing is collected.
/// final class MemoryBackend: DurableBackend, @unchecked Sendable {
///   private let lock = NSLock()
///   private var records: [String: [UInt8]] = [:]
///
///   func open(format: DurableFormat) throws -> DurableContents { DurableContents() }
///
///   func load(_ identities: [String]) throws -> [DurableRecord] {
///     lock.withLock {
///       identities.compactMap { id in records[id].map { DurableRecord(identity: id, body: $0, members: []) } }
///     }
///   }
///
///   func load(membersOf operation: Int64) throws -> [DurableRecord] { [] }
///
///   func load(changedSince epoch: Int64) throws -> [DurableRecord] { [] }
///
///   func commit(_ batch: DurableBatch, merging: (_ stored: [UInt8], _ new: [UInt8]) throws -> [UInt8]) throws {
///     try lock.withLock {
///       var next = records
///       for change in batch.records {
///         let stored = change.replaces ? nil : next[change.identity]
///         next[change.identity] = try stored.map { try merging($0, change.body) } ?? change.body
///       }
///       records = next
///     }
///   }
///
///   func collect(_ limits: DurableLimits) throws -> DurableCollection? { nil }
///
///   func clear() throws { lock.withLock { records = [:] } }
///
///   func close() {}
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Offline>.
public protocol DurableBackend: Sendable {
  /// Opens the files, and makes them if there are none.
  ///
  /// - Parameter format: what the bytes are made of. Contents of another format are dropped.
  /// - Returns: everything but the records.
  /// - Throws: ``DurabilityError``. Damaged contents are no error: the backend begins empty and says so in ``DurableContents/startedEmpty``.
  func open(format: DurableFormat) throws -> DurableContents

  /// Loads records by their identities. Those that it does not have are left out.
  func load(_ identities: [String]) throws -> [DurableRecord]

  /// Loads all records that are members of an operation.
  func load(membersOf operation: Int64) throws -> [DurableRecord]

  /// Loads the records that have changed in batches after that of an epoch: for processes that only read.
  func load(changedSince epoch: Int64) throws -> [DurableRecord]

  /// Writes a batch, all or nothing.
  ///
  /// - Parameters:
  ///   - batch: what has changed since the last one.
  ///   - merging: combines the bytes that a record has with those of a `.merge`; called at most once for each such record.
  func commit(_ batch: DurableBatch, merging: (_ stored: [UInt8], _ new: [UInt8]) throws -> [UInt8]) throws

  /// Removes one operation if the limits are exceeded, and the records that no operation needs any more.
  ///
  /// - Returns: what was removed; `nil` if the limits are kept.
  func collect(_ limits: DurableLimits) throws -> DurableCollection?

  /// Removes everything. After a crash in between, either everything or nothing is there.
  func clear() throws

  /// Writes what is left to write and closes the files. ``open(format:)`` opens them again.
  func close()
}

/// What the bytes of a backend are made of. Contents with another format cannot be read and are dropped.
///
/// ```swift
/// /// What a backend returns when it is opened.
/// func contents(_ stored: DurableContents, of format: DurableFormat, for wanted: DurableFormat) -> DurableContents {
///   if format == wanted { return stored }
///   var empty = DurableContents()
///   empty.startedEmpty = "The files have format \(format.version)."
///   return empty
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Offline>.
public struct DurableFormat: Sendable, Hashable {
  /// The version of the encoding of records.
  public var version: Int
  /// How records are identified: identities of another kind would mix two worlds.
  public var identity: String
  /// The app's own version of its data.
  public var dataVersion: Int

  public init(version: Int, identity: String, dataVersion: Int) {
    (self.version, self.identity, self.dataVersion) = (version, identity, dataVersion)
  }
}

/// Everything that a backend has but the records.
///
/// ```swift
/// /// What a backend returns when it is opened.
/// func contents(_ epoch: Int64, _ operations: [Int64: DurableOperation]) -> DurableContents {
///   var contents = DurableContents()
///   contents.epoch = epoch
///   contents.operations = operations.values.sorted { $0.number < $1.number }
///   return contents
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Offline>.
public struct DurableContents: Sendable, Hashable {
  /// The epoch of the last batch, 0 if there was none.
  public var epoch: Int64 = 0
  public var operations: [DurableOperation] = []
  public var properties: [String: [UInt8]] = [:]
  /// Why the backend began empty although there were files; `nil` if it did not.
  public var startedEmpty: String?

  public init() {}
}

/// An operation whose answers are kept.
///
/// ```swift
/// /// The operation that a backend removes first.
/// func oldest(of operations: [DurableOperation]) -> DurableOperation? {
///   operations.filter { !$0.isRetained }.min { $0.usedAt < $1.usedAt }
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Offline>.
public struct DurableOperation: Sendable, Hashable {
  /// Given by the durable store, never given twice in one set of files.
  public var number: Int64
  /// The operation's name and variables: its identity.
  public var request: String
  /// When it was last read, written or retained, in seconds since 1970.
  public var usedAt: Double
  /// Whether something retained it when it was last used: such operations are removed last.
  public var isRetained: Bool
  /// What the durable store keeps with it, for example when its answer was received.
  public var info: [UInt8]

  public init(number: Int64, request: String, usedAt: Double, isRetained: Bool, info: [UInt8]) {
    (self.number, self.request, self.usedAt, self.isRetained, self.info) = (number, request, usedAt, isRetained, info)
  }
}

/// A record as it was written.
///
/// ```swift
/// /// What a backend answers when records are loaded.
/// func load(_ identities: [String], of files: [String: [UInt8]]) -> [DurableRecord] {
///   identities.compactMap { id in files[id].map { DurableRecord(identity: id, body: $0, members: []) } }
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Offline>.
public struct DurableRecord: Sendable, Hashable {
  public var identity: String
  public var body: [UInt8]
  /// The operations that have it as a member, by number.
  public var members: [Int64]

  public init(identity: String, body: [UInt8], members: [Int64]) {
    (self.identity, self.body, self.members) = (identity, body, members)
  }
}

/// What one commit writes.
///
/// ```swift
/// /// The operations of a backend after a batch.
/// func update(_ operations: inout [Int64: DurableOperation], with batch: DurableBatch) {
///   for change in batch.operations {
///     operations[change.operation.number] = change.operation
///   }
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Offline>.
public struct DurableBatch: Sendable {
  /// The epoch of the last publication in it.
  public var epoch: Int64
  public var records: [RecordChange] = []
  public var operations: [OperationChange] = []
  /// New values of properties; an empty one removes the property.
  public var properties: [String: [UInt8]] = [:]

  public init(epoch: Int64) { self.epoch = epoch }

  /// A change of one record.
  public struct RecordChange: Sendable, Hashable {
    public var identity: String
    /// Encoded fields: all that the record has if ``replaces``, otherwise those that have changed.
    public var body: [UInt8]
    /// Whether everything else that is known about the record is forgotten.
    public var replaces: Bool

    public init(identity: String, body: [UInt8], replaces: Bool) {
      (self.identity, self.body, self.replaces) = (identity, body, replaces)
    }
  }

  /// A change of one operation and its members.
  public struct OperationChange: Sendable, Hashable {
    public var operation: DurableOperation
    public var members: Members

    public init(operation: DurableOperation, members: Members) {
      (self.operation, self.members) = (operation, members)
    }
  }

  /// What happens to the members of an operation. Every member is a record that the backend has, or that the batch writes; others are ignored.
  public enum Members: Sendable, Hashable {
    case unchanged
    /// The last answer replaces them.
    case replace([String])
    /// A page or an event adds to them.
    case add([String])
  }
}

/// How much a backend may keep.
///
/// ```swift
/// /// Whether a backend has to remove an operation.
/// func exceeds(_ limits: DurableLimits, size: Int, oldest: DurableOperation) -> Bool {
///   size > limits.maximumSize || limits.usedAfter.map { oldest.usedAt < $0 } ?? false
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Offline>.
public struct DurableLimits: Sendable, Hashable {
  /// In bytes of files.
  public var maximumSize: Int
  /// Operations that were last used before, in seconds since 1970, are removed; `nil` if age does not matter.
  public var usedAfter: Double?

  public init(maximumSize: Int, usedAfter: Double?) {
    (self.maximumSize, self.usedAfter) = (maximumSize, usedAfter)
  }
}

/// What one step of a collection removed.
///
/// ```swift
/// /// Removes an operation, and the records that only this one had.
/// func remove(_ operation: Int64, from members: inout [Int64: Set<String>]) -> DurableCollection {
///   let own = members.removeValue(forKey: operation) ?? []
///   let held = members.values.reduce(into: Set<String>()) { $0.formUnion($1) }
///   return DurableCollection(operations: [operation], records: own.subtracting(held).sorted())
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Offline>.
public struct DurableCollection: Sendable, Hashable {
  public var operations: [Int64]
  /// The identities of the records. The store writes those again that it still has when they are needed.
  public var records: [String]

  public init(operations: [Int64], records: [String]) {
    (self.operations, self.records) = (operations, records)
  }
}

/// Why records cannot be kept on disk.
///
/// ```swift
/// func openStore(in folder: URL) async throws -> RelayStore {
///   do {
///     return try await RelayStore.open(DurableFolder(folder))
///   } catch DurabilityError.hasOtherWriter {
///     return try await RelayStore.open(readOnly: DurableFolder(folder))
///   } catch let error as DurabilityError {
///     print("Starting without a disk: \(error)")
///     return RelayStore()
///   }
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Offline>.
public enum DurabilityError: Error, Sendable, Hashable {
  /// There is no SQLite, or it is too old. The text says which version was found.
  case unavailable(String)
  /// A store of this process has the same folder.
  case alreadyOpen
  /// Another process writes to the folder.
  case hasOtherWriter
  /// The folder belongs to another owner.
  case belongsToAnother
  /// The folder or a file in it cannot be written; the number is that of the system's error.
  case notWritable(Int32)
  /// The disk is full.
  case full
  /// The device is locked, and the files cannot be read until it is unlocked.
  case locked
  /// The store was suspended, and has not been resumed.
  case suspended
}
