import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// A store with mounted queries against the model of what is stale.
@Suite("Ages against a model", .hangGuard)
struct StaleModelTests {
  private static let ids = ["u0", "u1", "u2"]

  private static func definition(_ name: String, _ fields: [NormalizationPlanNode], _ reader: [ReaderPlanNode]) -> OperationDefinition {
    Plans.operation(
      name, arguments: ["id": .null],
      normalization: [.linked("user", of: "User", arguments: .variables("id"), [.scalar("id", "D"), .scalar("name", "S@60")] + fields)],
      readerArguments: [.local("id")],
      reader: [.linked("user", of: "User", arguments: .variables("id"), [.scalar("name", "S")] + reader)])
  }

  private static let user = definition("UserQuery", [.scalar("bio", "S")], [.scalar("bio", "S")])
  private static let status = definition("StatusQuery", [.scalar("status", "S@20P")], [.scalar("status", "S")])
  private static let list = Plans.operation(
    "ListQuery", normalization: [.linked("users", "[O]@40", of: "User", [.scalar("id", "D"), .scalar("name", "S@60")])],
    reader: [.linked("users", "[O]", of: "User", [.scalar("name", "S")])])

  private static func descriptor(_ operation: StaleModel.Operation) -> OperationDescriptor {
    switch operation {
    case .user(let id): OperationDescriptor(user, variables: ["id": .string(id)])
    case .status(let id): OperationDescriptor(status, variables: ["id": .string(id)])
    case .list: OperationDescriptor(list)
    }
  }

  private static let operations: [StaleModel.Operation] = ids.flatMap { [.user($0), .status($0)] } + [.list]

  /// Keeps requests until the test answers them.
  private final class Network: RelayNetwork {
    struct Request {
      let request: NetworkRequest
      let time: ContinuousClock.Instant
      let continuation: AsyncThrowingStream<NetworkPayload, any Error>.Continuation
    }
    let requests = Recorder<Request>()
    let clock: SteppedClock

    init(_ clock: SteppedClock) { self.clock = clock }

    func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
      let (stream, continuation) = AsyncThrowingStream<NetworkPayload, any Error>.makeStream()
      requests.append(Request(request: request, time: clock.now, continuation: continuation))
      return stream
    }
  }

  private struct Run {
    var random: SplitMix
    let clock: SteppedClock
    let start: ContinuousClock.Instant
    let network: Network
    let environment: RelayEnvironment
    var model = StaleModel()
    var observers: [QueryObserver] = []
    /// The requests in flight, in the order of the mounted queries.
    var flights: [Network.Request?] = []
    var optimistic: [(id: String, end: RelayDisposable)] = []
    var pause: RelayDisposable?
    var taken = 0
    var counter = 0
    var log: [String] = []

    init(seed: UInt64) {
      random = SplitMix(seed: seed)
      clock = SteppedClock()
      start = clock.now
      network = Network(clock)
      var configuration = RelayStore.Configuration(releaseBufferSize: 0)
      configuration.staleWhileRevalidate = .seconds(StaleModel.span)
      configuration.schedule = { _ in }
      environment = RelayEnvironment(network: network, store: RelayStore(configuration: clock.configuration(configuration)))
    }

    mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    mutating func data(_ operation: StaleModel.Operation, users: [String]) -> JSON {
      counter += 1
      // Every other answer is without news.
      let text = JSON.string("\(counter / 2)")
      switch operation {
      case .user(let id): return ["user": ["id": .string(id), "name": text, "bio": text]]
      case .status(let id): return ["user": ["id": .string(id), "name": text, "status": text]]
      case .list: return ["users": .array(users.map { ["id": .string($0), "name": text] })]
      }
    }

    mutating func users() -> [String] { (0...number(3)).map { _ in ids[number(ids.count)] } }

    /// Assigns the requests that have been sent to the mounted queries.
    mutating func takeRequests() {
      let requests = network.requests.values
      for request in requests[taken...] {
        let index = observers.indices.first { observers[$0].operation == request.request.operation && flights[$0] == nil }
        if let index { flights[index] = request }
      }
      taken = requests.count
    }

    mutating func mount() {
      let operation = operations[number(operations.count)]
      guard !model.mounted.contains(where: { $0.operation == operation }) else { return }
      let refetches = number(3) > 0
      log.append("mount \(operation) \(refetches)")
      model.mount(operation, refetches: refetches)
      flights.append(nil)
      observers.append(
        QueryObserver(
          descriptor(operation), in: environment, fetchPolicy: .storeOrNetwork, renderPolicy: .full, refetchWhenStale: refetches
        ) {})
    }

    mutating func unmount() async {
      guard !observers.isEmpty else { return }
      let index = number(observers.count)
      guard flights[index] == nil else { return }
      log.append("unmount \(model.mounted[index].operation)")
      model.unmount(index)
      let key = observers.remove(at: index).operation.key
      flights.remove(at: index)
      // The last request releases the data a little later.
      while environment.store.state.withLock({ $0.retention.roots[key] != nil }) { await Task.yield() }
    }

    /// The header of a response, and what it says.
    private mutating func header() -> (HTTPNetwork.Headers, StaleModel.Header) {
      switch number(9) {
      case 0: (["Cache-Control": "max-age=25"], StaleModel.Header(maxAge: 25))
      case 1: (["Cache-Control": "max-age=30", "Age": "10"], StaleModel.Header(age: 10, maxAge: 30))
      case 2: (["Cache-Control": "max-age=0"], StaleModel.Header(maxAge: 0))
      case 3: (["Cache-Control": "no-store"], StaleModel.Header(isTransient: true))
      case 4: (["Age": "12"], StaleModel.Header(age: 12))
      default: ([:], StaleModel.Header())
      }
    }

    /// The difference of a file, of nobody or of an owner, from the model, if any.
    mutating func archive() throws -> String? {
      let owner = number(2) == 0 ? nil : "Ada"
      let store = environment.store
      let data = try store.state.withLock { try StoreArchive.encode($0, store.keys, owner: owner) { _ in 0 } }
      let keys = KeyTable()
      let archive = try StoreArchive(data, keys)
      if archive.owner != owner { return "the file's owner is \(archive.owner ?? "nobody")" }
      var found: [String: Set<String>] = [:]
      for (index, record) in archive.records.records.enumerated() {
        let id = archive.records.names.strings[index]
        if ids.contains(id) { found[id] = Set(record.fields.map { keys.name($0.key) }).intersection(["id", "name", "bio", "status"]) }
      }
      let expected = model.archived(hasOwner: owner != nil)
      found = found.filter { !$0.value.isEmpty }
      return found == expected ? nil : "the file of \(owner ?? "nobody") has \(found), expected \(expected)"
    }

    mutating func answer(fails: Bool) async {
      guard let index = flights.indices.filter({ flights[$0] != nil }).randomElement(using: &random), let flight = flights[index] else {
        return
      }
      let users = users()
      let (headers, header) = header()
      log.append("answer \(model.mounted[index].operation) \(users) \(fails) \(header)")
      flights[index] = nil
      if fails {
        flight.continuation.finish(throwing: RelayError.http(status: 503, body: ""))
      } else {
        flight.continuation.yield(NetworkPayload(["data": data(model.mounted[index].operation, users: users)]).aged(ResponseAge(headers)))
        flight.continuation.finish()
      }
      await flight.request.progress.waitUntilOver()
      model.answer(index, users: users, header, fails: fails)
    }

    mutating func invalidate() {
      var targets = StaleTargets()
      let refetchesAll = number(2) == 0
      let id = ids[number(ids.count)]
      let name: String
      switch number(5) {
      case 0: (name, targets.places) = ("User", [StalePlace(type: Keys.intern("User"))])
      case 1: (name, targets.places) = ("User.name", [StalePlace(type: Keys.intern("User"), field: Keys.intern("name"))])
      case 2: (name, targets.places) = ("Query.users", [StalePlace(type: Keys.intern("Query"), field: Keys.intern("users"))])
      case 3 where model.records[id]?.isEmpty == false: (name, targets.dataIDs) = (id, [id])
      default: (name, targets.everything) = ("*", true)
      }
      log.append("invalidate \(name) \(refetchesAll)")
      environment.store.makeStale(targets)
      if refetchesAll { environment.refetchStaleQueries() }
      model.invalidate(name, refetchesAll: refetchesAll)
    }

    mutating func applyOptimistic() {
      let id = ids[number(ids.count)]
      guard model.records[id]?.isEmpty == false else { return }
      counter += 2
      log.append("optimistic \(id)")
      let name = JSON.string("optimistic \(counter)")
      optimistic.append((id, environment.applyOptimistic { $0[id]?["name"] = name }))
      model.touched[id, default: 0] += 1
      model.epoch += 1
    }

    mutating func revertOptimistic() {
      guard !optimistic.isEmpty else { return }
      let (id, end) = optimistic.remove(at: number(optimistic.count))
      log.append("revert \(id)")
      end.dispose()
      model.touched[id] = model.touched[id].flatMap { $0 > 1 ? $0 - 1 : nil }
      model.epoch += 1
    }

    mutating func update() throws {
      let id = ids[number(ids.count)]
      guard model.touched[id] == nil else { return }
      if number(2) == 0 {
        log.append("delete \(id)")
        try environment.commitLocalUpdate { $0.delete(dataID: id) }
        model.delete(id)
      } else {
        log.append("create \(id)")
        try environment.commitLocalUpdate { store in
          let user = store.create(dataID: id, typeName: "User")
          for field in ["id", "name", "bio"] { user[field] = .string(id) }
        }
        model.epoch += 1
        model.records[id] = ["id": nil, "name": nil, "bio": nil]
      }
    }

    mutating func togglePause() {
      log.append("pause \(pause == nil)")
      if let pause {
        model.isPaused = false
        self.pause = nil
        pause.dispose()
        model.evaluate()
      } else {
        model.isPaused = true
        pause = environment.pauseRefetching()
      }
    }

    mutating func step() async throws {
      switch number(20) {
      case 0...3: mount()
      case 4: await unmount()
      case 5...7: await answer(fails: false)
      case 8: await answer(fails: true)
      case 9...12:
        let seconds = [1, 5, 15, 19, 20, 25, 41, 60, 70][number(9)]
        log.append("wait \(seconds)")
        clock.advance(by: .seconds(seconds))
        model.advance(seconds)
      case 13:
        let (operation, users) = (operations[number(operations.count)], users())
        log.append("publish \(operation) \(users)")
        try environment.commitPayload(descriptor(operation), data(operation, users: users))
        model.publish(operation, users: users)
      case 14, 15: invalidate()
      case 16: applyOptimistic()
      case 17: revertOptimistic()
      case 18: if number(2) == 0 { try update() } else { togglePause() }
      default:
        // It would be postponed.
        guard optimistic.isEmpty else { return }
        log.append("collect")
        environment.store.collectGarbage()
        model.collect()
      }
    }

    /// The difference from the model, if any.
    mutating func difference() -> String? {
      func seconds(_ instant: ContinuousClock.Instant?) -> Int? { instant.map { Int(($0 - start) / .seconds(1)) } }
      // Within a second, the order does not matter.
      let sent = network.requests.values.map { "\(seconds($0.time) ?? -1): \($0.request.operation?.requestID ?? "")" }.sorted()
      let expected = model.sent.map { "\($0.second): \(descriptor($0.operation).requestID)" }.sorted()
      if sent != expected { return "sent \(sent), expected \(expected)" }
      takeRequests()
      for (index, (operation, query)) in model.mounted.enumerated() {
        let observer = observers[index]
        let shown: StaleModel.Shown =
          switch observer.status {
          case .loading: .loading
          case .failure: .failure
          case .success: .data
          }
        if shown != model.shown(index) { return "\(operation) shows \(shown), expected \(model.shown(index))" }
        if observer.isFetching != (query.sentAt != nil) { return "\(operation) is fetching: \(observer.isFetching)" }
      }
      for operation in operations {
        let (found, expected) = (environment.store.examine(descriptor(operation)), model.find(operation))
        // What is missing has no age, and the rest of it may have been collected.
        guard found.isMissing == expected.isMissing, (found.invalidatedAt != nil) == (expected.invalidatedAt != nil),
          found.isMissing || found.age.isStale == expected.isStale && seconds(found.age.expiresAt?.instant) == expected.expiry
        else { return "\(operation) is \(found) (\(String(describing: seconds(found.age.expiresAt?.instant)))), expected \(expected)" }
      }
      return nil
    }
  }

  @Test("random publications, invalidations, optimistic updates and collections: what is shown, what is stale and what is requested")
  func randomRuns() async throws {
    let runs =
      switch TestEffort.current {
      case .quick: 80
      case .gate: 160
      case .nightly: 10_000
      }
    for seed in 0..<UInt64(runs) {
      var run = Run(seed: seed)
      for _ in 0..<30 {
        try await run.step()
        if let difference = try run.number(12) == 0 ? run.archive() ?? run.difference() : run.difference() {
          Issue.record("seed \(seed), second \(run.model.now): \(difference)\n\(run.log.suffix(25).joined(separator: "\n"))")
          return
        }
      }
    }
  }
}
