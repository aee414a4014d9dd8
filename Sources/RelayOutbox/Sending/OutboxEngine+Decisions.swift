import Foundation
import RelayRuntime

// What the app asks for.
extension OutboxEngine {
  func enqueue<Mutation: GraphQLMutation>(
    _ mutation: Mutation, _ optimisticResponse: JSON?, _ uploads: [String: GraphQLUpload], _ policy: OutboxPolicy
  ) throws -> EntryCell {
    guard isOpen, !session.isOver else { throw OutboxError.closed }
    let definition = Mutation.definition
    guard types[definition.name] != nil else { throw OutboxError.notRegistered(operation: definition.name) }
    if let problem = RelayEnvironment.problem(of: definition) { throw RelayError.unsupportedOperation(problem) }
    let replaced = policy.coalescingKey.flatMap { key in
      entries.first { $0.stored.policy.coalescingKey == key && $0.stored.operation.name == definition.name && isUnsent($0) }
    }
    // A damaged row may have any number.
    guard replaced != nil || entries.count < configuration.maximumEntries && lastNumber < .max else { throw OutboxError.full }
    let id = UUID()
    let (operation, ownFiles) = stored(mutation)
    let uploads = ownFiles.merging(uploads) { $1 }
    var stored = StoredEntry(
      id: id, number: replaced?.stored.number ?? lastNumber + 1, operation: operation, optimisticResponse: optimisticResponse,
      policy: policy, key: UUID().uuidString.lowercased(), seed: UInt64(timing.random() * 0x1p53), enqueuedAt: timing.now())
    stored.setKeyVariable()
    let entry = Entry(stored, Mutation.self)
    prepare(entry)
    if let operation = entry.operation { try environment.checkUploads(uploads, of: operation) }
    // A response that does not fit is an error now, and not in the next run of the app.
    let layer = try layer(of: entry)
    entry.stored.files = try files.copy(uploads, into: entry.stored.folder)
    do {
      try checkSize(with: entry.stored)
      try commit([.put(row(of: entry.stored))])
    } catch {
      files.remove(entry.stored.folder)
      throw error
    }
    if let replaced, let index = entries.firstIndex(where: { $0 === replaced }) {
      entries[index] = entry
      board.setDataIDs([], insteadOf: replaced.dataIDs)
      files.remove(replaced.stored.folder)
      cancelled(replaced)
      replaced.cell.end()
      endLayer(replaced)
      showLayers(from: entry.stored.number)
      board.set(entries.map(\.cell))
    } else {
      lastNumber = entry.stored.number
      entries.append(entry)
      entry.layer = layer
      if let layer { environment.replaceLayers(ending: [], applying: [layer], in: session) }
      board.append(entry.cell)
    }
    update(entry)
    pump()
    return entry.cell
  }

  /// The row of an entry with contents of the app.
  /// - Throws: ``OutboxError/notStored(_:)`` if the next run of the app could not read it.
  private func row(of stored: StoredEntry) throws -> StoredRow {
    let row = EntryCoding.row(stored)
    if EntryCoding.entry(row) != nil { return row }
    throw OutboxError.notStored("its variables nest too deeply, or have names with too many combining marks")
  }

  /// - Parameter stored: a new entry, or one as it is going to be.
  /// - Throws: ``OutboxError/full`` if all files are too large together.
  private func checkSize(with stored: StoredEntry) throws {
    let size = entries.reduce(stored.fileSize) { $1.stored.id == stored.id ? $0 : $0 &+ $1.stored.fileSize }
    guard size <= configuration.maximumFileSize else { throw OutboxError.full }
  }

  private func stored<Mutation: GraphQLMutation>(_ mutation: Mutation) -> (StoredEntry.Operation, [String: GraphQLUpload]) {
    let definition = Mutation.definition
    let variables = environment.storedVariables(of: mutation)
    let operation = StoredEntry.Operation(
      name: definition.name, text: definition.text, id: definition.id, cacheID: definition.cacheID, isIncremental: variables.isIncremental,
      given: variables.given, sent: variables.sent)
    return (operation, variables.files)
  }

  /// Whether a request for the entry has never been sent.
  private func isUnsent(_ entry: Entry) -> Bool { entry.stored.phase == .queued && entry.stored.attempts == 0 && entry.task == nil }

  private func find(_ id: UUID) throws -> Entry {
    guard isOpen else { throw OutboxError.closed }
    guard let entry = entries.first(where: { $0.stored.id == id }) else { throw OutboxError.notPossible }
    return entry
  }

  func cancel(_ id: UUID) throws {
    let entry = try find(id)
    switch entry.stored.phase {
    case .sending:
      entry.isCancelled = true
      entry.task?.cancel()
    case .answered: throw OutboxError.notPossible
    case .queued, .failed, .conflict, .unknown, .expired: try remove(entry)
    }
  }

  func discard(_ id: UUID) throws {
    let entry = try find(id)
    guard entry.cell.details.status.needsDecision else { throw OutboxError.notPossible }
    try remove(entry)
  }

  private func remove(_ entry: Entry) throws {
    try commit([.delete(entry.stored.number)])
    endLayer(entry)
    forget(entry, isCancelled: true)
    pump()
  }

  func retry(_ id: UUID) throws {
    let entry = try find(id)
    guard entry.cell.details.status.needsDecision, !entry.isDamaged else { throw OutboxError.notPossible }
    var next = entry.stored
    // A server that knows the key answers as before: that is wanted only if the answer got lost.
    if next.phase != .unknown { next.renewKey() }
    next.requeue(at: timing.now())
    try queue(entry, next)
  }

  /// The files of an entry: the outbox's copies.
  func uploads(_ id: UUID) throws -> [String: GraphQLUpload] { files.uploads(of: try find(id).stored, onProgress: nil) }

  func edit<Mutation: GraphQLMutation>(
    _ id: UUID, _ mutation: Mutation, _ optimisticResponse: JSON?, _ uploads: [String: GraphQLUpload]
  ) throws {
    let entry = try find(id)
    let old = entry.stored
    guard old.phase != .sending, old.phase != .answered, !entry.isDamaged, old.operation.name == Mutation.definition.name else {
      throw OutboxError.notPossible
    }
    let (operation, ownFiles) = stored(mutation)
    let uploads = ownFiles.merging(uploads) { $1 }
    var next = old
    next.operation = operation
    next.optimisticResponse = optimisticResponse
    next.renewKey()
    next.requeue(at: timing.now())
    let trial = Entry(next, entry.type)
    prepare(trial)
    if let operation = trial.operation { try environment.checkUploads(uploads, of: operation) }
    _ = try layer(of: trial)
    // Until the change is stored, the earlier files are still those of the entry.
    next.ownFolder = UUID()
    next.files = try files.copy(uploads, into: next.folder)
    do {
      try checkSize(with: next)
      try queue(entry, next)
    } catch {
      files.remove(next.folder)
      throw error
    }
    files.remove(old.folder)
  }

  /// Puts an entry back into its place in the queue.
  private func queue(_ entry: Entry, _ next: StoredEntry) throws {
    guard !session.isOver else { throw OutboxError.closed }
    try commit([.put(row(of: next))])
    entry.stored = next
    prepare(entry)
    showLayers(from: next.number)
    update(entry)
    pump()
  }
}

extension StoredEntry {
  fileprivate mutating func requeue(at date: Date) {
    (phase, failures, notBefore, failure, answer) = (.queued, 0, nil, nil, [])
    if policy.expiresAfter != nil { enqueuedAt = date }
  }

  fileprivate mutating func renewKey() {
    key = UUID().uuidString.lowercased()
    setKeyVariable()
  }

  /// Sets the variable that receives the idempotency key, if there is one.
  fileprivate mutating func setKeyVariable() {
    guard let path = policy.keyVariable?.split(separator: ".").map(String.init), let name = path.first else { return }
    operation.given[name] = (operation.given[name] ?? .null).setting(.string(key), at: path.dropFirst())
    operation.sent[name] = (operation.sent[name] ?? .null).setting(.string(key), at: path.dropFirst())
  }
}

extension JSON {
  /// The value with another one at a path of member names; missing objects are made.
  fileprivate func setting(_ value: JSON, at path: ArraySlice<String>) -> JSON {
    guard let name = path.first else { return value }
    var members = objectValue ?? [:]
    members[name] = (members[name] ?? .null).setting(value, at: path.dropFirst())
    return .object(members)
  }
}
