import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Swift strings are equal if they are canonically equivalent; to a server they are two ids.
@Suite("Strings as keys are compared by their bytes")
struct ByteKeyTests {
  /// Texts that are equal as Swift strings but differ in their bytes.
  static let families: [[String]] = [
    ["\u{E9}", "e\u{301}"], ["\u{C5}", "\u{212B}", "A\u{30A}"], ["K", "\u{212A}"], [";", "\u{37E}"],
    ["a\u{323}\u{307}", "a\u{307}\u{323}", "\u{1EA1}\u{307}", "\u{227}\u{323}"], ["\u{D55C}", "\u{1112}\u{1161}\u{11AB}"],
    ["x-\u{E9}-\u{C5}", "x-e\u{301}-A\u{30A}", "x-\u{E9}-\u{212B}"],
  ]
  private static let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")

  static let user = Plans.operation(
    "UserQuery", arguments: ["id": .null],
    normalization: [.linked("user", of: "User", arguments: .variables("id"), [.scalar("id", "D!"), .scalar("name", "S")])],
    readerArguments: [.local("id")],
    reader: [.linked("user", of: "User", arguments: .variables("id"), [.scalar("name", "S")])])

  static func operation(_ id: String) -> OperationDescriptor { OperationDescriptor(user, variables: ["id": .string(id)]) }

  static func response(_ id: String, name: String) -> String {
    JSON.object(["data": ["user": ["id": .string(id), "name": .string(name)]]]).description
  }

  private static func load(_ test: TestStore, _ id: String, name: String) throws {
    try test.publish(operation(id), response(id, name: name))
  }

  private static func name(_ test: TestStore, _ id: String) -> JSON? { test.store.lookup(operation(id)).row?.json["user"]?["name"] }

  /// The name of a record, read by an updater.
  private static func recordName(_ test: TestStore, _ id: String) -> JSON? {
    let found = Recorder<JSON>()
    test.queue.commitUpdate { if let name = $0[id]?["name"] { found.append(name) } }
    test.queue.run()
    return found.values.first
  }

  @Test("JSON: strings and member names are equal if their bytes are", .cases)
  func json() {
    eachCase(of: Self.families) { json($0) }
  }

  func json(_ family: [String]) {
    for (index, left) in family.enumerated() {
      for (other, right) in family.enumerated() {
        #expect((JSON.string(left) == JSON.string(right)) == (index == other))
        #expect((JSON.array([.string(left)]) == JSON.array([.string(right)])) == (index == other))
        #expect((JSON.object([left: 1]) == JSON.object([right: 1])) == (index == other))
        #expect((Value.string(left) == Value.string(right)) == (index == other))
        #expect((Value.strings([left]) == Value.strings([right])) == (index == other))
        #expect((Value.object([left: 1]) == Value.object([right: 1])) == (index == other))
        #expect((SlotValue.string(left) == SlotValue.string(right)) == (index == other))
        #expect((SlotValue.strings([left]) == SlotValue.strings([right])) == (index == other))
        #expect((SlotValue.object([left: 1]) == SlotValue.object([right: 1])) == (index == other))
      }
    }
    #expect(Set(family.map { JSON.string($0) }).count == family.count)
    #expect(Set(family.map { ByteKey($0) }).count == family.count)
  }

  @Test("ids and arguments: two forms of one text are two records under two storage keys", .cases)
  func records() {
    eachCase(of: Self.families) { try records($0) }
  }

  func records(_ family: [String]) throws {
    let test = TestStore()
    for (index, id) in family.enumerated() { try Self.load(test, id, name: "name \(index)") }
    for (index, id) in family.enumerated() {
      #expect(Self.name(test, id) == .string("name \(index)"))
      #expect(Self.recordName(test, id) == .string("name \(index)"))
    }
    test.queue.commitUpdate { $0.delete(dataID: family[0]) }
    test.queue.run()
    #expect(Self.recordName(test, family[0]) == nil)
    for (index, id) in family.enumerated().dropFirst() { #expect(Self.recordName(test, id) == .string("name \(index)")) }
  }

  @Test("request ids: retaining, releasing, fetching and invalidating concern one form of a text, not the other")
  func retention() throws {
    let test = TestStore(RelayStore.Configuration(releaseBufferSize: 0))
    let kept = test.store.retain(Self.operation(Self.composed))
    let released = test.store.retain(Self.operation(Self.decomposed))
    try Self.load(test, Self.composed, name: "composed")
    try Self.load(test, Self.decomposed, name: "decomposed")
    released.dispose()
    test.store.collectGarbage()
    #expect(test.store.check(Self.operation(Self.composed)).isAvailable)
    #expect(test.store.check(Self.operation(Self.decomposed)) == .missing)
    kept.dispose()
    #expect(Self.operation(Self.composed) != OperationDescriptor(Self.user, variables: ["id": .string(Self.decomposed)]))
  }

  @Test("the release buffer has an entry for each form of a text")
  func releaseBuffer() throws {
    let test = TestStore.collectingOnRequest(RelayStore.Configuration(releaseBufferSize: 2))
    for id in [Self.composed, Self.decomposed] {
      let retained = test.store.retain(Self.operation(id))
      try Self.load(test, id, name: id)
      retained.dispose()
    }
    test.store.collectGarbage()
    for id in [Self.composed, Self.decomposed] { #expect(test.store.check(Self.operation(id)).isAvailable) }
  }

  @Test("request ids: two forms of one text are two requests")
  func requests() async throws {
    let mock = MockEnvironment()
    let environment = mock.environment
    let first = Task { try await environment.fetch(CurrentUserToDoListQuery(id: Self.composed)) }
    _ = try await mock.nextOperation(CurrentUserToDoListQuery.self)
    #expect(mock.isLoading(CurrentUserToDoListQuery(id: Self.composed)))
    #expect(!mock.isLoading(CurrentUserToDoListQuery(id: Self.decomposed)))
    let second = Task { try await environment.fetch(CurrentUserToDoListQuery(id: Self.decomposed)) }
    try await eventually { mock.pendingOperations.count >= 2 }
    for operation in mock.pendingOperations {
      let id = operation.request.variables["id"]?.stringValue ?? ""
      try await mock.resolve(operation, data: ["user": ToDoPayloads.user(id, todos: nil)])
    }
    #expect(try await JSON.string(first.value.user?.id ?? "") == .string(Self.composed))
    #expect(try await JSON.string(second.value.user?.id ?? "") == .string(Self.decomposed))
  }

  @Test("an observer of the invalidation of one form of a text is not notified for the other")
  func invalidation() throws {
    let test = TestStore()
    try Self.load(test, Self.composed, name: "composed")
    try Self.load(test, Self.decomposed, name: "decomposed")
    let heard = Recorder<Bool>()
    let state = test.store.lookupInvalidationState([Self.composed])
    let subscription = test.store.subscribeToInvalidation(state) { heard.append(true) }
    test.queue.commitUpdate { $0[Self.decomposed]?.invalidateRecord() }
    test.queue.run()
    #expect(heard.values.isEmpty)
    #expect(!test.store.isInvalidated(since: state))
    test.queue.commitUpdate { $0[Self.composed]?.invalidateRecord() }
    test.queue.run()
    #expect(heard.values.count == 1)
    subscription.dispose()
  }

  @Test("a field that changes from one form of a text to the other has changed", .cases)
  func changes() {
    eachCase(of: Self.families) { try changes($0) }
  }

  func changes(_ family: [String]) throws {
    let test = TestStore()
    try Self.load(test, "1", name: family[0])
    let told = Recorder<JSON>()
    let subscription = test.store.subscribe(test.store.lookup(Self.operation("1"))) { told.append($0.row?.json["user"]?["name"] ?? .null) }
    for text in family.dropFirst() { try Self.load(test, "1", name: text) }
    #expect(told.values == family.dropFirst().map { .string($0) })
    subscription.dispose()
  }

  @Test("selectors, pointers and assignable fragments of two forms of one text are two")
  func pointers() throws {
    let test = TestStore()
    let context = ReadContext(
      store: test.store, definition: Self.user.fragment, owner: Self.operation("1"), variables: [:])
    func selector(_ id: String) -> Selector { Selector(context: context, dataID: id, record: .missing) }
    #expect(selector(Self.composed) != selector(Self.decomposed))
    #expect(selector(Self.composed) == selector(Self.composed))
    func pointer(_ id: String) -> FragmentPointer { FragmentPointer(dataID: id, record: .missing, scope: nil) }
    #expect(pointer(Self.composed) != pointer(Self.decomposed))
    #expect(Assigned(__id: Self.composed) != Assigned(__id: Self.decomposed))
    #expect(Assigned(__id: Self.composed) == Assigned(__id: Self.composed))
    // A hint about a record's last position is checked against the bytes of its identity.
    try Self.load(test, Self.composed, name: "composed")
    try Self.load(test, Self.decomposed, name: "decomposed")
    let (left, right) = test.store.state.withLock { ($0.records.find(Self.composed), $0.records.find(Self.decomposed)) }
    #expect(left != nil && left != right)
    #expect(test.store.state.withLock { $0.records.find(Self.composed, hint: right ?? 0) } == left)
  }

  private struct Assigned: GraphQLAssignableFragment, Hashable {
    static let definition = user.fragment
    let __id: String
    init(__id: String) { self.__id = __id }
  }

  @Test("archives keep what differs only in its bytes: records, fields, values, deletions, invalidations, times", .cases)
  func archive() {
    eachCase(of: Self.families) { try archive($0) }
  }

  func archive(_ family: [String]) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString).store")
    defer { try? FileManager.default.removeItem(at: file) }
    let test = TestStore()
    for (index, id) in family.enumerated() { try Self.load(test, id, name: "name \(index) \(id)") }
    test.queue.commitUpdate { store in
      for id in family { store.delete(dataID: "deleted \(id)") }
      store[family[0]]?.invalidateRecord()
      store.root["text"] = .array(family.map { .string($0) })
    }
    test.queue.run()
    try test.store.save(to: file)
    let fresh = TestStore()
    try fresh.store.restore(from: file)
    for (index, id) in family.enumerated() {
      #expect(Self.name(fresh, id) == .string("name \(index) \(id)"))
      #expect(Self.recordName(fresh, id) == .string("name \(index) \(id)"))
      #expect((fresh.store.check(Self.operation(id)) == .stale) == (index == 0))
      let status = fresh.store.state.withLock { state in state.records.find("deleted \(id)").map { state.records.entries[Int($0)].status } }
      #expect(status == .deleted)
      #expect(fresh.store.state.withLock { $0.retention.written(Self.operation(id).key) } != nil)
    }
    #expect(fresh.store.json["client:root"]?["text"] == .array(family.map { .string($0) }))
    // Entries that a Swift dictionary cannot hold twice are shown once, without further effect.
    #expect(fresh.store.json.count < test.store.state.withLock { $0.records.names.count })
  }

  @Test("connections: edges, nodes and cursors")
  func connections() throws {
    let test = TestStore()
    try test.publish(
      Friends.operation(["first": 2]), Friends.page([(.string(Self.composed), Self.composed), (.string(Self.decomposed), Self.decomposed)]))
    func ids() -> [JSON] { Friends.shown(test).ids.map { .string($0) } }
    #expect(ids() == [.string(Self.composed), .string(Self.decomposed)])
    test.queue.commitUpdate { store in
      guard let user = store["4"], let connection = ConnectionHandler.default.connection(user, key: "K_friends") else { return }
      let node = store.create(dataID: "new", typeName: "User")
      node["id"] = "new"
      let edge = ConnectionHandler.default.createEdge(store, connection: connection, node: node, type: "FriendsEdge")
      ConnectionHandler.default.insert(connection: connection, edge: edge, after: Self.composed)
    }
    test.queue.run()
    #expect(ids() == [.string(Self.composed), "new", .string(Self.decomposed)])
    // A page that belongs after another cursor is not appended.
    try test.publish(Friends.operation(["first": 1, "after": .string(Self.composed)]), Friends.page([("c3", "3")]))
    #expect(ids() == [.string(Self.composed), "new", .string(Self.decomposed)])
    try test.publish(Friends.operation(["first": 1, "after": .string(Self.decomposed)]), Friends.page([("c3", "3")]))
    #expect(ids() == [.string(Self.composed), "new", .string(Self.decomposed), "3"])
    test.queue.commitUpdate { store in
      guard let user = store["4"], let connection = ConnectionHandler.default.connection(user, key: "K_friends") else { return }
      ConnectionHandler.default.delete(connection: connection, nodeID: Self.decomposed)
    }
    test.queue.run()
    #expect(ids() == [.string(Self.composed), "new", "3"])
  }

  @Test("an id whose prefix combines with a following mark is compared by its bytes")
  func prefixes() throws {
    // To Swift, the colon and the accent are one character.
    #expect(DataID.isClient("client:\u{301}x"))
    #expect(DataID.client(parent: "client:\u{301}x", key: "k") == "client:\u{301}x:k")
    #expect(!DataID.isClient("\u{301}client:"))
    let test = TestStore()
    let type = "\u{301}Type"
    test.queue.commitUpdate { store in
      store.create(dataID: DataID.type(type), typeName: "__TypeSchema")["__isNamed"] = true
      store.create(dataID: "1", typeName: type)["__typename"] = .string(type)
    }
    test.queue.run()
    #expect(test.store.record("1", fulfils: TypeCondition(type: Keys.none, abstractKey: Keys.intern("__isNamed"))))
  }

  @Test("incremental delivery: places, pending ids and items of a stream")
  func incremental() async throws {
    let mock = MockEnvironment()
    let handle = Task { try await mock.environment.fetch(StreamedActorsQuery(variables: Generated.EmptyVariables())) }
    let operation = try await mock.nextOperation(StreamedActorsQuery.self)
    let label = IncrementalDeliveryTests.streamLabel
    func item(_ id: String) -> JSON { ["__typename": "User", "id": .string(id), "name": .string("name of \(id)")] }
    try await mock.nextValue(operation, ["data": ["feed": ["id": "feed", "actors": [item(Self.composed)]]], "hasNext": true])
    try await mock.nextValue(operation, ["label": label, "path": ["feed", "actors", 1], "data": item(Self.decomposed)])
    try await mock.complete(operation)
    let names = try await handle.value.feed?.actors?.map { JSON.string($0?.name ?? "") }
    #expect(names == [.string("name of \(Self.composed)"), .string("name of \(Self.decomposed)")])
  }

  @Test("the response cache keeps an answer for each form of a text")
  func responseCache() {
    let cache = QueryResponseCache(size: 10, timeToLive: HangGuard.forever)
    cache.set(NetworkPayload(["data": 1]), cacheID: "Q", variables: ["id": .string(Self.composed)])
    #expect(cache.response(cacheID: "Q", variables: ["id": .string(Self.decomposed)]) == nil)
    cache.set(NetworkPayload(["data": 2]), cacheID: "Q", variables: ["id": .string(Self.decomposed)])
    #expect(cache.response(cacheID: "Q", variables: ["id": .string(Self.composed)])?.data == NetworkPayload(["data": 1]).data)
  }

  @Test("with any operations on equivalent texts, a store and its archive behave like a table keyed by bytes")
  func property() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString).store")
    defer { try? FileManager.default.removeItem(at: file) }
    let texts = Self.families.flatMap { $0 } + ["plain", "client:\u{301}"]
    for seed in 0..<UInt64(TestEffort.repetitions(24)) {
      var random = SplitMix(seed: seed)
      var test = TestStore(RelayStore.Configuration(releaseBufferSize: 1000))
      var model: [[UInt8]: JSON] = [:]
      for _ in 0..<60 {
        let id = texts.randomElement(using: &random) ?? ""
        let text = texts.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1, 2:
          try Self.load(test, id, name: text)
          model[Array(id.utf8)] = .string(text)
        case 3:
          test.queue.commitUpdate { $0[id]?["name"] = .string(text) }
          test.queue.run()
          if model[Array(id.utf8)] != nil { model[Array(id.utf8)] = .string(text) }
        case 4:
          test.queue.commitUpdate { $0.delete(dataID: id) }
          test.queue.run()
          model[Array(id.utf8)] = nil
        default:
          try test.store.save(to: file)
          test = TestStore(RelayStore.Configuration(releaseBufferSize: 1000))
          try test.store.restore(from: file)
        }
        for text in texts { try #require(Self.recordName(test, text) == model[Array(text.utf8)], "seed \(seed)") }
      }
    }
  }
}
