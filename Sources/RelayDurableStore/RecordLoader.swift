import RelayRuntime

// Loading: on the queue `loading` alone. The store's locks are not held meanwhile.

extension DurableMirror {
  /// How often records are read again because memory has forgotten something in the meantime.
  private static let maximumAttempts = 16
  /// The number of records that one load asks for.
  private static let portion = 5000

  /// Loads what was read and is not in memory, until nothing is lacking.
  func loadLackingRecords() {
    while let store {
      guard mayLoad else { return }
      let (operations, dataIDs) = store.takeLacking()
      guard !operations.isEmpty || !dataIDs.isEmpty else { return }
      for operation in operations { fetch(operation) }
      if !dataIDs.isEmpty { fetch(dataIDs) }
    }
  }

  private var mayLoad: Bool { state.value.withLock { !$0.isSuspended && !$0.isGivenUp } }

  /// Loads what an operation needs: first everything that its last answer had, then what that leads to.
  func fetch(_ operation: OperationDescriptor) {
    guard let store else { return }
    var members = state.value.withLock { $0.operations.number(of: operation.requestID) }
    // A level of the response in each round; more of them are not read.
    for _ in 0..<512 {
      let dataIDs = store.lackingRecords(of: operation)
      guard !dataIDs.isEmpty, fetch(dataIDs, membersOf: members) else { return }
      members = nil
    }
  }

  /// Loads the members of operations that were in use when the process last ended.
  func warmUp() {
    var size = 0
    for number in state.value.withLock({ $0.operations.takeRetained() }) where size < durability.warmStartSize {
      fetch([], membersOf: number, size: &size)
    }
  }

  @discardableResult
  func fetch(_ dataIDs: [String], membersOf operation: Int64? = nil) -> Bool {
    var size = 0
    var isLoaded = true
    if dataIDs.count <= DurableMirror.portion { return fetch(dataIDs, membersOf: operation, size: &size) }
    for start in stride(from: 0, to: dataIDs.count, by: DurableMirror.portion) {
      let portion = Array(dataIDs[start..<min(start + DurableMirror.portion, dataIDs.count)])
      isLoaded = fetch(portion, membersOf: start == 0 ? operation : nil, size: &size) && isLoaded
    }
    return isLoaded
  }

  /// - Parameter size: the number of bytes is added.
  /// - Returns: whether everything is in memory that is on disk.
  @discardableResult
  private func fetch(_ dataIDs: [String], membersOf operation: Int64?, size: inout Int) -> Bool {
    guard let store, mayLoad else { return false }
    let started = ContinuousClock.now
    // The query root has a field for each argument that was ever asked for, so an operation takes its own ones.
    let rootKeys = operation.map { operation in state.value.withLock { $0.operations.rootKeys(of: operation) } } ?? []
    let asked = rootKeys.isEmpty ? dataIDs : dataIDs.filter { !$0.hasSameBytes(as: DurableMirror.root) }
    for _ in 0..<DurableMirror.maximumAttempts {
      let ticket = store.mirrorTicket
      // After the store was cleared, nothing counts that is still on disk.
      var found: [DurableRecord] = []
      if !ticket.isBeingCleared {
        do {
          guard let records = try find(dataIDs, membersOf: operation) else { continue }
          found = records
        } catch {
          reportOnce(error)
          return false
        }
      }
      if store.fill(decode(found, rootKeys: rootKeys), asked: asked, ticket) {
        size += found.reduce(0) { $0 + $1.body.count }
        report(.loaded(records: found.count, duration: started.duration(to: .now)))
        return true
      }
    }
    return false
  }

  /// What the disk has; `nil` if it is to be read again.
  private func find(_ dataIDs: [String], membersOf operation: Int64?) throws -> [DurableRecord]? {
    if isReadOnly, let backend = backend as? SQLiteBackend { return try followed(dataIDs, membersOf: operation, backend) }
    var found: [DurableRecord] = []
    if let operation { found = try backend.load(membersOf: operation) }
    let others = found.others(dataIDs)
    if !others.isEmpty { found += try backend.load(others) }
    return found
  }

  /// - Parameter rootKeys: the storage keys of the fields that are read of the query root; none for all.
  func decode(_ records: [DurableRecord], rootKeys: [String] = []) -> [MirroredRecord] {
    let keys = rootKeys.map { Array($0.utf8) }
    let operations = state.value.withLock { $0.operations }
    var damaged = 0
    let decoded = records.compactMap { record -> MirroredRecord? in
      let isPart = !keys.isEmpty && record.identity.hasSameBytes(as: DurableMirror.root)
      guard let body = try? RecordCoding.decode(record.body, fields: isPart ? keys : nil) else {
        damaged += 1
        return nil
      }
      var decoded = body.record(record.identity) { record.members.contains($0) ? operations.time(of: $0) : nil }
      decoded.isComplete = !isPart
      return decoded
    }
    if damaged > 0 { report(.damaged(records: damaged)) }
    return decoded
  }

  /// Reports a failure, unless it was the last one, too.
  func reportOnce(_ error: any Error) {
    let failure = error as? DurabilityError ?? .notWritable(0)
    let isNews = state.value.withLock { state in
      defer { state.failure = failure }
      return state.failure != failure
    }
    if isNews { report(.failed(failure)) }
  }
}

extension [DurableRecord] {
  /// The identities that are not among the records.
  func others(_ identities: [String]) -> [String] {
    let known = Set(lazy.map { [UInt8]($0.identity.utf8) })
    return identities.filter { !known.contains([UInt8]($0.utf8)) }
  }
}
