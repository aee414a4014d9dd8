import Foundation
import RelayRuntime

/// Keeps the entries of an outbox, sends them, and takes their answers.
///
/// Every step of an entry is stored before it has an effect, so that the next process can go on from there:
///
/// | stored | effect |
/// |---|---|
/// | queued | its optimistic changes are shown |
/// | sending | the request is sent |
/// | answered, with the bodies | they are written to the store, and the optimistic changes end with the same change |
/// | removed | (after the store is on the disk) |
/// | failed, conflict, unknown, expired | the optimistic changes end; the app decides |
actor OutboxEngine {
  /// An entry and what belongs to it in this process.
  final class Entry {
    var stored: StoredEntry
    let cell: EntryCell
    let type: (any GraphQLMutation.Type)?
    let isDamaged: Bool
    var operation: OperationDescriptor?
    /// Its optimistic changes, while they are shown.
    var layer: OptimisticLayer?
    /// Sends it, or takes its answer.
    var task: Task<Void, Never>?
    /// The app has ended the request.
    var isCancelled = false
    /// The answer is in the store.
    var isPublished = false
    /// The wait for the next attempt is the server's wish.
    var obeysServer = false
    var dataIDs: Set<ByteKey> = []

    init(_ stored: StoredEntry, _ type: (any GraphQLMutation.Type)?, isDamaged: Bool = false) {
      self.stored = stored
      self.type = type
      self.isDamaged = isDamaged
      cell = EntryCell(OutboxEngine.details(stored, isRegistered: type != nil, isDamaged: isDamaged, isPublished: false, dataIDs: []))
    }
  }

  private let executor = OutboxExecutor()
  /// The engine keeps its executor.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  nonisolated let board = OutboxBoard()
  /// Whose mutations they are.
  let owner: String
  let storage: any OutboxStorage
  let files: OutboxFiles
  /// Keeps others out of the folder.
  let folder: OutboxFolder?
  let environment: RelayEnvironment
  let types: [String: any GraphQLMutation.Type]
  let configuration: Outbox.Configuration
  let timing: OutboxTiming
  /// The session of the store: when it is over, the store was cleared, because its user has signed out.
  let session: StoredMutationSession

  /// The entries in order.
  var entries: [Entry] = []
  var lastNumber: Int64 = 0
  var isOpen = false
  var isPaused = false
  var isWaitingForCredentials = false
  /// Whether the newest request could not reach the server.
  var isOffline = false
  private var timer: Task<Void, Never>?
  /// Removes entries that have been answered.
  var removal: Task<Void, Never>?
  var reachability: RelayDisposable?
  private var hasWarned = false

  init(
    owner: String, storage: any OutboxStorage, files: OutboxFiles, folder: OutboxFolder?, environment: RelayEnvironment,
    types: [String: any GraphQLMutation.Type], configuration: Outbox.Configuration, timing: OutboxTiming
  ) {
    self.owner = owner
    self.storage = storage
    self.files = files
    self.folder = folder
    self.environment = environment
    self.types = types
    self.configuration = configuration
    self.timing = timing
    isPaused = configuration.startsPaused
    session = environment.storedMutationSession()
  }

  // MARK: - Storing

  /// Stores changes.
  /// - Throws: ``OutboxError/notStored(_:)``; ``OutboxError/closed`` if nothing can be stored any more.
  func commit(_ changes: [StoredChange]) throws {
    guard isOpen else { throw OutboxError.closed }
    do {
      try storage.commit(changes)
    } catch is StorageEnded {
      halt()
      throw OutboxError.closed
    } catch {
      throw OutboxError.notStored("\(error)")
    }
  }

  /// Stores changes, however often that must be tried.
  /// - Returns: false if nothing can be stored any more.
  func commitEventually(_ changes: [StoredChange]) async -> Bool {
    var failures = 0
    while true {
      do {
        try commit(changes)
        return true
      } catch OutboxError.notStored(let reason) {
        failures += 1
        if !hasWarned { environment.warn("The outbox could not store a change and tries again: \(reason)") }
        hasWarned = true
        // Also if the app has ended the request.
        let wait = delay(afterFailures: failures)
        await Task { [timing] in try? await timing.sleep(wait) }.value
      } catch {
        return false
      }
    }
  }

  /// When storing a change of an entry must be tried again after it has failed; nil if nothing can be stored any more.
  func retry(storing entry: Entry) -> Date? {
    guard isOpen else { return nil }
    entry.stored.failures += 1
    return timing.now() + delay(afterFailures: entry.stored.failures)
  }

  /// A day, in seconds: the longest wait that a server can ask for.
  static let longestAskedWait = 86_400.0
  /// By how much of their length waits vary.
  private static let variation = 0.25

  /// The wait after a number of failures, in seconds.
  func delay(afterFailures failures: Int) -> Double {
    let doublings = min(max(failures - 1, 0), 30)
    let delay = min(configuration.initialDelay.seconds * Double(1 << doublings), configuration.maximumDelay.seconds)
    return max(delay, 0) * (1 + Self.variation * (2 * timing.random() - 1))
  }

  /// The last moment until which an entry may have to wait. A later one was set when the system's clock was wrong.
  private func latestWait(from now: Date) -> Date {
    now + max(Self.longestAskedWait, configuration.maximumDelay.seconds * (1 + Self.variation))
  }

  // MARK: - Running

  /// Begins what can be sent now.
  func pump() {
    guard isOpen else { return }
    timer?.cancel()
    timer = nil
    guard !session.isOver else { return board.set(.closed) }
    var begun: Set<String> = []
    var running = entries.count { $0.task != nil && $0.stored.phase == .sending }
    let now = timing.now()
    let expiry = expireEntries(now)
    var earliest = expiry.retry
    let latest = latestWait(from: now)
    let mayBegin = !isPaused && !isWaitingForCredentials
    for entry in entries where !entry.isPublished && begun.insert(entry.stored.lane).inserted {
      guard entry.stored.phase == .queued, entry.task == nil, entry.stored.expiresAt.map({ $0 > now }) ?? true else { continue }
      guard mayBegin, entry.type != nil || configuration.sendsUnregistered else { continue }
      if let date = entry.stored.notBefore, date > now, date <= latest {
        earliest = min(earliest ?? date, date)
      } else if running < max(configuration.maximumLanes, 1) {
        running += 1
        if let retry = begin(entry) { earliest = min(earliest ?? retry, retry) }
      }
    }
    guard isOpen else { return }
    // It may have ended while something was stored.
    guard !session.isOver else { return board.set(.closed) }
    showState(earliest)
    guard let alarm = [earliest, expiry.next].compactMap(\.self).min() else { return }
    let wait = alarm.timeIntervalSince(now)
    timer = Task { [weak self, timing] in
      guard (try? await timing.sleep(wait)) != nil, !Task.isCancelled else { return }
      await self?.pump()
    }
  }

  private func showState(_ earliest: Date?) {
    let state: OutboxState =
      if removal != nil || entries.contains(where: { $0.task != nil }) {
        .sending
      } else if isPaused {
        .paused
      } else if isWaitingForCredentials {
        .waitingForCredentials
      } else if let earliest {
        isOffline ? .offline(until: earliest) : .waiting(until: earliest)
      } else {
        entries.isEmpty ? .idle : .waitingForDecisions
      }
    board.set(state)
  }

  /// Ends the entries that have not been sent in time, wherever they are in their lanes.
  /// - Returns: when storing that must be tried again; when the next entry must be ended.
  private func expireEntries(_ now: Date) -> (retry: Date?, next: Date?) {
    var (retry, next): (Date?, Date?)
    for entry in entries where entry.stored.phase == .queued && entry.task == nil {
      guard let expiry = entry.stored.expiresAt else { continue }
      if expiry > now {
        next = min(next ?? expiry, expiry)
      } else if let date = expire(entry) {
        retry = min(retry ?? date, date)
      }
    }
    return (retry, next)
  }

  /// Stores that an entry has not been sent in time.
  /// - Returns: when it must be tried again, if it could not be stored.
  private func expire(_ entry: Entry) -> Date? {
    var next = entry.stored
    next.phase = .expired
    do {
      try commit([.put(EntryCoding.row(next))])
    } catch {
      return retry(storing: entry)
    }
    entry.stored = next
    endLayer(entry)
    update(entry)
    return nil
  }

  /// Ends waits that the server has not asked for.
  func wake() {
    for entry in entries where entry.stored.phase == .queued && entry.stored.notBefore != nil && !entry.obeysServer {
      entry.stored.notBefore = nil
      update(entry)
    }
    pump()
  }

  func seconds(until date: Date) -> Double { date.timeIntervalSince(timing.now()) }

  func pause() {
    isPaused = true
    pump()
  }

  func resume() {
    (isPaused, isWaitingForCredentials) = (false, false)
    wake()
  }

  // MARK: - The end

  /// Stops without any further effect: what is stored is what the next process finds.
  private func halt() {
    isOpen = false
    timer?.cancel()
    removal?.cancel()
    reachability?.dispose()
    for entry in entries {
      entry.task?.cancel()
      entry.cell.end()
    }
    board.set(.closed)
    board.end()
  }

  /// As `close`, if it is open.
  func stop() {
    guard isOpen else { return }
    _ = try? close(discarding: false)
  }

  func close(discarding: Bool) throws -> [EntryCell] {
    guard isOpen else { throw OutboxError.closed }
    if discarding, !entries.isEmpty { try commit(entries.map { .delete($0.stored.number) }) }
    let left = entries
    halt()
    environment.replaceLayers(ending: left.compactMap(\.layer), applying: [], in: session)
    for entry in left {
      entry.layer = nil
      board.setDataIDs([], insteadOf: entry.dataIDs)
    }
    if discarding { files.removeAll(but: []) }
    entries = []
    board.set([])
    storage.close()
    if discarding { folder?.removeDamaged() }
    folder?.unlock()
    return left.map(\.cell)
  }
}
