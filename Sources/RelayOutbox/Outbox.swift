public import Foundation
public import RelayRuntime

/// Mutations that outlive the process: each is stored before it is sent, and sent when that is possible, in order, in this run of the app or
/// in a later one.
///
/// What is expected of a mutation (its optimistic response, or the function of ``OptimisticMutation``) is shown until the server has answered,
/// also after the app was started again. Closures would not survive that, so an outbox takes none.
///
/// An outbox sends as long as it, or a handle to an entry, is held, or until ``close(discarding:)``.
///
/// ```swift
/// let outbox = try await Outbox.open(folder, owner: "ada", environment: environment, mutations: [RenameTodoMutation.self])
/// let entry = try await outbox.enqueue(
///   RenameTodoMutation(id: "1", text: "Tea"), optimisticResponse: ["renameTodo": ["todo": ["id": "1", "text": "Tea"]]])
/// print(entry.status)
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public final class Outbox: Sendable {
  let engine: OutboxEngine
  private let board: OutboxBoard
  /// The file of an earlier database that was damaged and could not be read, kept beside the new one; nil if there was none.
  public let damagedFile: URL?

  init(engine: OutboxEngine, damagedFile: URL?) {
    self.engine = engine
    board = engine.board
    self.damagedFile = damagedFile
  }

  deinit {
    let engine = engine
    Task { await engine.stop() }
  }

  /// Opens the outbox of a user in a folder, shows its optimistic changes, and begins to send. Open it before the first query is read.
  ///
  /// A mutation that was being sent when the last process ended has an unknown outcome, unless its policy says that it may be sent twice. An
  /// answer that had arrived is written to the store.
  ///
  /// - Parameters:
  ///   - folder: the folder of all outboxes, in the app's Application Support folder. Each owner has a folder of its own in it, which only the
  ///     user can read and which is not part of backups.
  ///   - owner: whose mutations they are, such as the user's id. An outbox neither shows nor sends those of another owner.
  ///   - environment: sends the mutations and shows their changes.
  ///   - mutations: the types of the mutations that the outbox takes. An entry of another one, which the app had in an earlier version, is
  ///     sent or held (``Configuration/sendsUnregistered``).
  ///   - configuration: limits, waits, and what answers mean.
  /// - Throws: ``OutboxError/alreadyOpen``, ``OutboxError/unavailable(_:)``.
  public static func open(
    _ folder: URL, owner: String, environment: RelayEnvironment, mutations: [any GraphQLMutation.Type],
    configuration: Configuration = Configuration()
  ) async throws -> Outbox {
    let own = try OutboxFolder(in: folder, owner: owner)
    let (storage, damaged): (SQLiteOutboxStorage, URL?)
    do {
      (storage, damaged) = try SQLiteOutboxStorage.open(in: own.folder, protection: configuration.protection)
    } catch let error as OutboxError {
      throw error
    } catch {
      throw OutboxError.unavailable("\(error)")
    }
    if damaged != nil { environment.warn("The outbox's database was damaged. It was kept under another name, and a new one was begun.") }
    return try await open(
      storage, owner: owner, files: OutboxFiles(folder: own.folder.appendingPathComponent("files")), folder: own, environment: environment,
      mutations: mutations, configuration: configuration, damagedFile: damaged)
  }

  /// Opens an outbox that keeps its entries in memory, for previews and tests of an app: nothing outlives the process.
  ///
  /// - Parameters:
  ///   - environment: sends the mutations and shows their changes.
  ///   - mutations: the types of the mutations that the outbox takes.
  ///   - configuration: limits, waits, and what answers mean.
  public static func inMemory(
    environment: RelayEnvironment, mutations: [any GraphQLMutation.Type], configuration: Configuration = Configuration()
  ) async throws -> Outbox {
    try await open(MemoryOutboxStorage(), environment: environment, mutations: mutations, configuration: configuration)
  }

  package static func open(
    _ storage: any OutboxStorage, owner: String = "", filesFolder: URL? = nil, environment: RelayEnvironment,
    mutations: [any GraphQLMutation.Type],
    configuration: Configuration = Configuration(), timing: OutboxTiming = OutboxTiming()
  ) async throws -> Outbox {
    try await open(
      storage, owner: owner, files: OutboxFiles(folder: filesFolder), folder: nil, environment: environment, mutations: mutations,
      configuration: configuration, damagedFile: nil, timing: timing)
  }

  private static func open(
    _ storage: any OutboxStorage, owner: String, files: OutboxFiles, folder: OutboxFolder?, environment: RelayEnvironment,
    mutations: [any GraphQLMutation.Type], configuration: Configuration, damagedFile: URL?, timing: OutboxTiming = OutboxTiming()
  ) async throws -> Outbox {
    let types = Dictionary(mutations.map { ($0.definition.name, $0) }) { first, _ in first }
    let engine = OutboxEngine(
      owner: owner, storage: storage, files: files, folder: folder, environment: environment, types: types, configuration: configuration,
      timing: timing)
    try await engine.open()
    return Outbox(engine: engine, damagedFile: damagedFile)
  }

  // MARK: - Mutations

  /// Stores a mutation, shows what is expected of it, and sends it as soon as possible.
  ///
  /// When this returns, the mutation is on the disk: it survives the end of the process and the loss of power.
  ///
  /// - Parameters:
  ///   - mutation: the mutation with its variables. Files in them are copied, and kept until the entry is removed.
  ///   - optimisticResponse: the server's expected answer, an object shaped like `data`. Declarative directives of the mutation apply to it.
  ///   - uploads: further files, keyed by the path of the variable that holds each.
  ///   - policy: the lane, the delivery, the expiry.
  /// - Returns: a handle to the entry.
  /// - Throws: ``OutboxError``; `RelayError.upload(_:)` if a file has no place in the variables; an error if the optimistic response does
  ///   not have the form that the operation implies. Nothing is shown or sent then.
  @discardableResult
  public func enqueue<Mutation: GraphQLMutation>(
    _ mutation: Mutation, optimisticResponse: JSON? = nil, uploads: [String: GraphQLUpload] = [:], policy: OutboxPolicy = OutboxPolicy()
  ) async throws -> OutboxEntry<Mutation> {
    OutboxEntry(cell: try await engine.enqueue(mutation, optimisticResponse, uploads, policy), outbox: self)
  }

  /// As ``enqueue(_:optimisticResponse:uploads:policy:)-(_,JSON?,_,_)``, with a payload as the expected answer.
  @discardableResult
  public func enqueue<Payload: OperationPayload>(
    _ mutation: Payload.Operation, optimisticResponse: Payload?, uploads: [String: GraphQLUpload] = [:],
    policy: OutboxPolicy = OutboxPolicy()
  ) async throws -> OutboxEntry<Payload.Operation> where Payload.Operation: GraphQLMutation {
    try await enqueue(mutation, optimisticResponse: optimisticResponse?.__json, uploads: uploads, policy: policy)
  }

  // MARK: - Entries

  /// The entries that have not ended, in the order in which they were enqueued.
  public var entries: [AnyOutboxEntry] {
    board.cells.map { AnyOutboxEntry(details: $0.details, cell: $0, outbox: self) }
  }

  /// The entries now, and after every change; a slow reader misses some. It ends when the outbox is closed.
  public func changes() -> AsyncStream<[AnyOutboxEntry]> {
    let changes = board.changes()
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task { [weak self] in
        for await _ in changes {
          guard let entries = self?.entries else { break }
          continuation.yield(entries)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The entry with an id; nil if it has ended.
  public func entry(_ id: UUID) -> AnyOutboxEntry? { entries.first { $0.id == id } }

  /// Whether an entry concerns the object with this identity in the store.
  public func isPending(_ dataID: String) -> Bool { board.isPending(dataID) }

  /// The entries that concern the object with this identity in the store.
  public func entries(concerning dataID: String) -> [AnyOutboxEntry] {
    board.isPending(dataID) ? entries.filter { $0.details.dataIDs.contains(ByteKey(dataID)) } : []
  }

  // MARK: - Sending

  /// What the outbox does now.
  public var currentState: OutboxState { board.state }

  /// What the outbox does: now, and after every change; a slow reader misses some. It ends when the outbox is closed.
  public var state: AsyncStream<OutboxState> { board.states() }

  /// Begins no further request until ``resume()``. A request that is on its way goes on.
  public func pause() async { await engine.pause() }

  /// Sends again after ``pause()``, and after the server has rejected the credentials.
  public func resume() async { await engine.resume() }

  /// Sends what can be sent, and returns when nothing more can be, or at the deadline: for background tasks. Waits that the outbox itself has
  /// begun end now; those that the server asked for do not.
  public func drain(deadline: ContinuousClock.Instant) async {
    await engine.wake()
    let states = board.states()
    let engine = engine
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await state in states {
          switch state {
          case .sending: continue
          case .waiting(let date), .offline(let date):
            if await engine.seconds(until: date) < ContinuousClock.now.duration(to: deadline).seconds { continue }
          case .idle, .waitingForCredentials, .waitingForDecisions, .paused, .closed: break
          }
          return
        }
      }
      group.addTask { try? await Task.sleep(for: ContinuousClock.now.duration(to: deadline).bounded) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Stops sending and takes the optimistic changes back: for signing out.
  ///
  /// A request that is on its way is ended; its outcome is unknown then. What is not discarded is shown and sent when the outbox of the same
  /// owner is opened again.
  ///
  /// - Parameter discarding: whether all entries are removed from the disk, with their files and with an earlier database that was damaged.
  /// - Returns: the entries that were left.
  /// - Throws: ``OutboxError/closed``; ``OutboxError/notStored(_:)`` if the entries could not be removed. It is open then.
  @discardableResult
  public func close(discarding: Bool = false) async throws -> [AnyOutboxEntry] {
    let left = try await engine.close(discarding: discarding)
    return left.map { AnyOutboxEntry(details: $0.details, cell: $0, outbox: self) }
  }
}
