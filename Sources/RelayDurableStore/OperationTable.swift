import RelayRuntime

/// The operations of which something is on disk, with their numbers.
///
/// Requests contain the variables, and storage keys the arguments, which may be ids from a server. So both are keys by their bytes.
struct OperationTable: Sendable {
  private struct Known: Sendable {
    var operation: DurableOperation
    var written: MirroredStore.Written?
    /// The storage keys of its fields of the query root.
    var rootKeys: [String] { PropertyCoding.rootKeys(of: operation.info) }
    /// When it was answered last in this process.
    var exactTime: Duration?
  }

  /// The operations that were on disk when the store was opened, by number, until something changes: making tables of them takes longer than
  /// looking for the few that the first screen needs.
  private var unindexed: [DurableOperation] = []
  private var known = [ByteKey: Known]()
  private var requests = [Int64: ByteKey]()
  /// The operation that was answered at a time of this process.
  private var answered: [Duration: Int64] = [:]
  private var next: Int64 = 1
  /// The operations of which a change is to be written.
  private var changed: Set<ByteKey> = []
  private var hasNewNumbers = false
  /// How many operations have a field of the query root; `nil` as long as nobody has asked.
  private var rootKeyCounts: [ByteKey: Int]?
  /// The fields of the query root whose last operation was removed. Memory may still have them; they are not written.
  private(set) var unusedRootKeys: Set<ByteKey> = []

  /// The request of what only updaters have written.
  static let local = ""

  init() {}

  init(_ operations: [DurableOperation], next: Int64) {
    self.next = max(next, (operations.map(\.number).max() ?? 0) &+ 1)
    // As SQLite finds them.
    let isSorted = zip(operations, operations.dropFirst()).allSatisfy { $0.number < $1.number }
    unindexed = isSorted ? operations : operations.sorted { $0.number < $1.number }
  }

  /// Makes the tables. Call it before anything but ``takeRetained()`` changes something.
  mutating func index() {
    guard !unindexed.isEmpty else { return }
    known.reserveCapacity(unindexed.count)
    requests.reserveCapacity(unindexed.count)
    // If a request has two numbers, because files were lost, the later one counts.
    for operation in unindexed {
      let request = ByteKey(operation.request)
      known[request] = Known(operation: operation, written: PropertyCoding.written(of: operation.info))
      requests[operation.number] = request
    }
    unindexed = []
  }

  private func operation(_ number: Int64) -> DurableOperation? {
    if let request = requests[number] { return known[request]?.operation }
    // By halves.
    var places = unindexed.indices
    while let place = places.isEmpty ? nil : places.lowerBound + places.count / 2 {
      if unindexed[place].number == number { return unindexed[place] }
      places = unindexed[place].number < number ? place + 1..<places.upperBound : places.lowerBound..<place
    }
    return nil
  }

  /// A table without operations, whose numbers go on.
  mutating func removeAll() {
    let next = next
    self = OperationTable()
    self.next = next
    hasNewNumbers = true
  }

  var written: [(request: String, written: MirroredStore.Written)] {
    var found: [(request: String, written: MirroredStore.Written)] = []
    found.reserveCapacity(known.count + unindexed.count)
    for known in known.values { if let written = known.written { found.append((known.operation.request, written)) } }
    for operation in unindexed {
      if let written = PropertyCoding.written(of: operation.info) { found.append((operation.request, written)) }
    }
    return found
  }

  /// The operations that were in use when the process ended, the latest first. They no longer count as in use.
  mutating func takeRetained() -> [Int64] {
    var retained = known.values.filter(\.operation.isRetained).map(\.operation)
    for operation in retained { known[ByteKey(operation.request)]?.operation.isRetained = false }
    for place in unindexed.indices where unindexed[place].isRetained {
      retained.append(unindexed[place])
      unindexed[place].isRetained = false
    }
    retained.sort { $0.usedAt > $1.usedAt }
    changed.formUnion(retained.lazy.map { ByteKey($0.request) })
    return retained.map(\.number)
  }

  /// The storage keys of an operation's fields of the query root.
  func rootKeys(of number: Int64) -> [String] { operation(number).map { PropertyCoding.rootKeys(of: $0.info) } ?? [] }

  func number(of request: String) -> Int64? {
    known[ByteKey(request)]?.operation.number ?? unindexed.last { $0.request.hasSameBytes(as: request) }?.number
  }

  /// The operation that was answered at a time of this process.
  func number(answeredAt time: Duration) -> Int64? { answered[time] }

  /// When an operation was last answered, in seconds since 1970.
  func time(of number: Int64) -> Double? { operation(number).flatMap { PropertyCoding.written(of: $0.info)?.time } }

  /// Notes that an operation was used.
  mutating func use(_ name: String, at time: Double, _ use: MirroredBatch.Use? = nil) {
    index()
    let request = ByteKey(name)
    if known[request] == nil {
      known[request] = Known(
        operation: DurableOperation(number: next, request: name, usedAt: time, isRetained: false, info: []))
      requests[next] = request
      next += 1
      hasNewNumbers = true
    }
    changed.insert(request)
    known[request]?.operation.usedAt = time
    guard let use else { return }
    known[request]?.operation.isRetained = use.isRetained
    guard let written = use.written else { return }
    // While the clock cannot be right, a time is unknown to the store, but it is still the time.
    if written.time == nil, let earlier = known[request]?.written, earlier.epoch == written.epoch { return }
    known[request]?.written = written
    encodeInfo(of: request)
    guard let exact = use.exactTime, let number = known[request]?.operation.number else { return }
    if let earlier = known[request]?.exactTime, answered[earlier] == number { answered[earlier] = nil }
    known[request]?.exactTime = exact
    answered[exact] = number
  }

  /// Notes which fields of the query root an answer has.
  ///
  /// - Parameter replaces: whether it takes the place of the operation's earlier answers.
  mutating func setRootKeys(_ keys: [String], of name: String, replaces: Bool) {
    index()
    let request = ByteKey(name)
    guard let earlier = known[request]?.rootKeys else { return }
    let all = replaces ? keys : Self.sorted(Set((keys + earlier).lazy.map(ByteKey.init))).map(\.text)
    guard !all.hasSameBytes(as: earlier) else { return }
    // In this order, so that what stays is never unused.
    count(all, 1)
    count(earlier, -1)
    changed.insert(request)
    encodeInfo(of: request, rootKeys: all)
  }

  private static func sorted(_ keys: Set<ByteKey>) -> [ByteKey] { keys.sorted { $0.text.precedesByBytes($1.text) } }

  /// - Parameter rootKeys: the new storage keys of its fields of the query root, if they have changed.
  private mutating func encodeInfo(of request: ByteKey, rootKeys: [String]? = nil) {
    guard let operation = known[request] else { return }
    known[request]?.operation.info = PropertyCoding.encode(operation.written, rootKeys: rootKeys ?? operation.rootKeys)
  }

  private mutating func count(_ rootKeys: [String], _ difference: Int) {
    var counts = takeRootKeyCounts()
    defer { rootKeyCounts = counts }
    for key in rootKeys.lazy.map(ByteKey.init) {
      let count = counts[key, default: 0] + difference
      counts[key] = count > 0 ? count : nil
      if count > 0 { unusedRootKeys.remove(key) } else { unusedRootKeys.insert(key) }
    }
  }

  /// How many operations have a field of the query root. They are counted when they are first needed, and not when a store is opened.
  private mutating func takeRootKeyCounts() -> [ByteKey: Int] {
    if let counts = rootKeyCounts.take() { return counts }
    return known.values.reduce(into: [:]) { counts, known in
      for key in known.rootKeys { counts[ByteKey(key), default: 0] += 1 }
    }
  }

  /// Forgets unused fields of the query root that memory does not have either.
  mutating func keepUnusedRootKeys(of keys: Set<ByteKey>) { unusedRootKeys.formIntersection(keys) }

  /// Removes operations.
  ///
  /// - Returns: the fields of the query root that no operation has any more.
  @discardableResult
  mutating func remove(_ numbers: [Int64]) -> [String] {
    index()
    var lost: Set<ByteKey> = []
    for number in numbers {
      guard let request = requests.removeValue(forKey: number), let removed = known[request], removed.operation.number == number else {
        continue
      }
      count(removed.rootKeys, -1)
      known[request] = nil
      changed.remove(request)
      if let time = removed.exactTime, answered[time] == number { answered[time] = nil }
      lost.formUnion(removed.rootKeys.lazy.map(ByteKey.init))
    }
    return Self.sorted(lost.filter { rootKeyCounts?[$0] == nil }).map(\.text)
  }

  /// The changes to be written, with the members of answers.
  ///
  /// - Parameter members: what happens to the members of operations, by request.
  mutating func changes(_ members: [ByteKey: DurableBatch.Members]) -> [DurableBatch.OperationChange] {
    index()
    // Parts of an answer add members, and may change nothing else.
    return Self.sorted(changed.union(members.keys)).compactMap { request in
      known[request].map { DurableBatch.OperationChange(operation: $0.operation, members: members[request] ?? .unchanged) }
    }
  }

  /// The properties to be written.
  var properties: [String: [UInt8]] { hasNewNumbers ? [PropertyCoding.nextOperation: PropertyCoding.encode(next)] : [:] }

  /// Notes that all changes have been written.
  mutating func endChanges() {
    changed = []
    hasNewNumbers = false
  }
}
