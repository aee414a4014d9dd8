/// What is shown, what is stale and which requests are sent, as simply as possible: every field has a time, and everything is found out anew
/// each second.
struct StaleModel {
  /// An operation: `user(id)` with `name` and `bio`, the same with `name` and `status`, or `users` with `name`.
  enum Operation: Hashable {
    case user(String)
    case status(String)
    case list
  }

  enum Shown {
    case loading, failure, data
  }

  /// A mounted query. There is at most one for an operation.
  struct Mounted {
    let refetches: Bool
    var answered: Int
    let wasAvailable: Bool
    let showsStore: Bool
    var hasPayload = false
    /// Whether data was missing when its request failed.
    var isIncomplete = false
    var failures = 0
    var hasFailed = false
    var retry: Int?
    /// The epoch at which its request was sent, while that is in flight.
    var sentAt: Int?
    var refetchesAfter: Int?
  }

  struct Found: Equatable {
    var isMissing = false
    var invalidatedAt: Int?
    var isStale = false
    var expiry: Int?
    var due: Int?
    var shownUntil: Int?
  }

  /// When a field was received, and what came with it.
  struct Stamp: Equatable {
    let time: Int
    /// When the header of its response makes it stale.
    var expiry: Int?
    var isTransient = false
    var isPrivate = false
  }

  /// What the header of a response says.
  struct Header {
    var age = 0
    var maxAge: Int?
    var isTransient = false
  }

  static let ages = ["name": 60, "status": 20, "users": 40]
  static let span = 15
  static let privateFields: Set = ["status"]

  var now = 0
  var epoch = 0
  /// When the fields of each record were received; nil if unknown. A deleted record has no fields.
  var records: [String: [String: Stamp?]] = [:]
  var links: [String: Stamp] = [:]
  var users: (ids: [String], stamp: Stamp)?
  /// The epochs and times of invalidations, by what is stale: a type, a field of a type, or a record.
  var marks: [String: (epoch: Int, time: Int)] = [:]
  var written: [Operation: Int] = [:]
  /// The records that optimistic updates have changed, each with the number of updates.
  var touched: [String: Int] = [:]
  var mounted: [(operation: Operation, query: Mounted)] = []
  var isPaused = false
  var isUnreachable = false
  var sent: [(second: Int, operation: Operation)] = []

  // MARK: What is stale

  func find(_ operation: Operation, answered: Int = -1) -> Found {
    var found = Found()
    var invalidations = [marks["*"]]
    func judge(_ name: String, _ stamp: Stamp?, _ record: String?) {
      invalidations.append(marks["\(record == nil ? "Query" : "User").\(name)"])
      guard let stamp else {
        if Self.ages[name] != nil, touched[record ?? ""] == nil { (found.isStale, found.shownUntil) = (true, .min) }
        return
      }
      guard let expiry = [Self.ages[name].map { stamp.time + $0 }, stamp.expiry].compactMap({ $0 }).min() else { return }
      found.expiry = min(found.expiry ?? .max, expiry)
      if expiry > answered { found.due = min(found.due ?? .max, expiry) }
      guard expiry <= now else { return }
      (found.isStale, found.shownUntil) = (true, min(found.shownUntil ?? .max, expiry + Self.span))
    }
    func visit(_ id: String, _ fields: [String]) {
      invalidations.append(marks[id])
      guard let record = records[id] else { return found.isMissing = true }
      if record.isEmpty { return }
      invalidations.append(marks["User"])
      for name in fields {
        guard let stamp = record[name] else {
          found.isMissing = true
          continue
        }
        judge(name, stamp, id)
      }
    }
    switch operation {
    case .user(let id), .status(let id):
      guard let stamp = links[id] else {
        found.isMissing = true
        break
      }
      judge("user", stamp, nil)
      if case .user = operation { visit(id, ["id", "name", "bio"]) } else { visit(id, ["id", "name", "status"]) }
    case .list:
      guard let users else {
        found.isMissing = true
        break
      }
      judge("users", users.stamp, nil)
      for id in users.ids { visit(id, ["id", "name"]) }
    }
    let latest = invalidations.compactMap { $0 }.filter { $0.epoch > written[operation] ?? -1 }.max { $0.epoch < $1.epoch }
    if let latest {
      found.invalidatedAt = latest.epoch
      found.shownUntil = found.isStale ? min(found.shownUntil ?? .max, latest.time + Self.span) : latest.time + Self.span
      found.isStale = true
    }
    return found
  }

  func shown(_ index: Int) -> Shown {
    let (operation, query) = mounted[index]
    if query.hasPayload { return .data }
    let fails = query.hasFailed && query.sentAt == nil
    if fails, !query.showsStore || query.isIncomplete || find(operation).isMissing { return .failure }
    return query.showsStore ? .data : .loading
  }

  // MARK: What happens

  mutating func publish(_ operation: Operation, users ids: [String] = [], _ header: Header = Header()) {
    epoch += 1
    let made = now - header.age
    let stamp = Stamp(time: made, expiry: header.maxAge.map { made + $0 }, isTransient: header.isTransient)
    func fields(_ names: [String]) -> [String: Stamp?] {
      var fields: [String: Stamp?] = [:]
      for name in ["id"] + names {
        var stamp = stamp
        stamp.isPrivate = Self.privateFields.contains(name)
        fields[name] = stamp
      }
      return fields
    }
    switch operation {
    case .user(let id):
      links[id] = stamp
      records[id, default: [:]].merge(fields(["name", "bio"])) { $1 }
    case .status(let id):
      links[id] = stamp
      records[id, default: [:]].merge(fields(["name", "status"])) { $1 }
    case .list:
      users = (ids, stamp)
      for id in ids { records[id, default: [:]].merge(fields(["name"])) { $1 } }
    }
    if mounted.contains(where: { $0.operation == operation }) { written[operation] = epoch }
  }

  mutating func mount(_ operation: Operation, refetches: Bool) {
    let found = find(operation)
    let isAvailable = !found.isMissing && !found.isStale
    let showsStore = isAvailable || !found.isMissing && found.isStale && now < found.shownUntil ?? .min
    mounted.append((operation, Mounted(refetches: refetches, answered: now, wasAvailable: isAvailable, showsStore: showsStore)))
    if !isAvailable { send(mounted.count - 1) }
  }

  mutating func unmount(_ index: Int) { written[mounted.remove(at: index).operation] = nil }

  private mutating func send(_ index: Int) {
    mounted[index].query.sentAt = epoch
    mounted[index].query.hasFailed = false
    sent.append((now, mounted[index].operation))
  }

  /// The server has answered a request, or could not be reached.
  mutating func answer(_ index: Int, users ids: [String], _ header: Header, fails: Bool) {
    if !fails { publish(mounted[index].operation, users: ids, header) }
    let wasUnreachable = isUnreachable
    isUnreachable = fails
    if wasUnreachable, !fails {
      for other in mounted.indices { (mounted[other].query.failures, mounted[other].query.retry) = (0, nil) }
      evaluate()
    }
    let after = mounted[index].query.refetchesAfter
    (mounted[index].query.sentAt, mounted[index].query.refetchesAfter) = (nil, nil)
    if fails {
      let found = find(mounted[index].operation)
      mounted[index].query.hasFailed = true
      mounted[index].query.isIncomplete = !mounted[index].query.wasAvailable && found.isMissing && found.invalidatedAt == nil
      mounted[index].query.failures += 1
      mounted[index].query.retry = now + min(1 << (mounted[index].query.failures - 1), 300)
    } else {
      (mounted[index].query.hasPayload, mounted[index].query.answered) = (true, now)
      (mounted[index].query.failures, mounted[index].query.retry) = (0, nil)
    }
    if after != nil { send(index) }
    evaluate(index)
  }

  private mutating func evaluate(_ index: Int) {
    let query = mounted[index].query
    guard query.refetches, query.sentAt == nil, !isPaused else { return }
    let found = find(mounted[index].operation, answered: query.answered)
    guard let due = found.invalidatedAt != nil ? now : found.due, max(due, query.retry ?? due) <= now else { return }
    send(index)
  }

  mutating func evaluate() { for index in mounted.indices { evaluate(index) } }

  mutating func advance(_ seconds: Int) {
    for _ in 0..<seconds {
      now += 1
      evaluate()
    }
  }

  mutating func invalidate(_ name: String, refetchesAll: Bool) {
    epoch += 1
    marks[name] = (epoch, now)
    for index in mounted.indices where mounted[index].query.refetches {
      if mounted[index].query.sentAt != nil { refetch(index) } else { evaluate(index) }
    }
    if refetchesAll { for index in mounted.indices { refetch(index) } }
  }

  private mutating func refetch(_ index: Int) {
    let found = find(mounted[index].operation)
    guard found.invalidatedAt != nil || found.isStale && !found.isMissing else { return }
    guard let sentAt = mounted[index].query.sentAt else { return send(index) }
    if let epoch = found.invalidatedAt, sentAt < epoch { mounted[index].query.refetchesAfter = epoch }
  }

  mutating func collect() {
    guard touched.isEmpty else { return }
    var (kept, linked): (Set<String>, Set<String>) = ([], [])
    for (operation, _) in mounted {
      switch operation {
      case .user(let id), .status(let id):
        linked.insert(id)
        if links[id] != nil { kept.insert(id) }
      case .list: kept.formUnion(users?.ids ?? [])
      }
    }
    for id in records.keys where !kept.contains(id) { (records[id], marks[id]) = (nil, nil) }
    for id in links.keys where !linked.contains(id) { links[id] = nil }
    // Nobody needs the root then.
    if mounted.isEmpty { users = nil }
  }

  /// The fields of records that a file has.
  func archived(hasOwner: Bool) -> [String: Set<String>] {
    records.mapValues { fields in
      Set(fields.filter { $0.value.map { !$0.isTransient && (hasOwner || !$0.isPrivate) } ?? true }.keys)
    }
    .filter { !$0.value.isEmpty }
  }

  mutating func delete(_ id: String) {
    epoch += 1
    // A record that replaces it is as new as its answer.
    if records[id]?.isEmpty != true { marks[id] = nil }
    records[id] = [:]
  }
}
