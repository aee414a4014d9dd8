import Testing

@testable import RelayRuntime

@Suite("Availability and invalidation")
struct AvailabilityTests {
  private let test = TestStore()
  static let node = Plans.operation(
    "NodeQuery", arguments: ["id": .null, "full": false],
    normalization: [
      .linked(
        "node", arguments: .variables("id"),
        [
          .scalar("__typename", "S!"), .scalar("id", "D"),
          .inlineFragment(on: "Named", abstractKey: "__isNamed", [.scalar("name", "S")]),
          .condition("full", is: true, [.scalar("bio", "S")]), .clientExtension([.scalar("isSelected", "B")]),
        ])
    ],
    readerArguments: [.local("id"), .local("full", default: false)],
    reader: [
      .linked(
        "node", arguments: .variables("id"),
        [
          .inlineFragment(on: "Named", abstractKey: "__isNamed", [.scalar("name", "S")]),
          .condition("full", is: true, [.scalar("bio", "S")]),
        ])
    ])

  private func operation(_ id: String = "1", full: JSON = false) -> OperationDescriptor {
    OperationDescriptor(Self.node, variables: ["id": .string(id), "full": full])
  }

  private func load(_ id: String = "1") throws {
    try test.publish(
      operation(id), #"{"data":{"node":{"__typename":"User","__isNamed":"User","id":"\#(id)","name":"Ada"}}}"#)
  }

  private func invalidateRecord(_ id: String) {
    test.queue.commitUpdate { $0[id]?.invalidateRecord() }
    test.queue.run()
  }

  @Test("existing data is available, other data is missing")
  func basic() throws {
    #expect(test.store.check(operation()) == .missing)
    try load()
    guard case .available = test.store.check(operation()) else {
      Issue.record("\(test.store.check(operation()))")
      return
    }
    #expect(test.store.check(operation(full: true)) == .missing)
    // Null and unset count as false, in checking, reading and normalizing alike.
    guard case .available = test.store.check(operation(full: .null)) else {
      Issue.record("a condition that is null counts")
      return
    }
    #expect(!test.store.lookup(operation(full: .null)).isMissingData)
    #expect(test.store.lookup(operation(full: true)).isMissingData)
  }

  @Test("23. global invalidation")
  func global() throws {
    let retained = test.store.retain(operation())
    try load()
    test.queue.commitUpdate { $0.invalidateStore() }
    test.queue.run()
    #expect(test.store.check(operation()) == .stale)
    #expect(test.store.check(operation("never written")) == .stale)
    try load()
    #expect(test.store.check(operation()) != .stale)
    retained.dispose()
  }

  @Test("23. local invalidation")
  func local() throws {
    let retained = test.store.retain(operation())
    try load()
    try load("2")
    invalidateRecord("2")
    #expect(test.store.check(operation()) != .stale)
    invalidateRecord("1")
    #expect(test.store.check(operation()) == .stale)
    try load()
    #expect(test.store.check(operation()) != .stale)
    retained.dispose()
  }

  @Test("23. an invalidated record makes an operation stale that was never written (Relay.swift's defect 18)")
  func neverWritten() throws {
    let test = TestStore(RelayStore.Configuration(releaseBufferSize: 0))
    try test.publish(operation(), #"{"data":{"node":{"__typename":"User","__isNamed":"User","id":"1","name":"Ada"}}}"#)
    guard case .available(nil) = test.store.check(operation()) else {
      Issue.record("\(test.store.check(operation()))")
      return
    }
    test.queue.commitUpdate { $0["1"]?.invalidateRecord() }
    test.queue.run()
    #expect(test.store.check(operation()) == .stale)
  }

  @Test("a record that was invalidated, deleted and fetched again is not stale")
  func fetchedAgainAfterDeletion() throws {
    let test = TestStore(RelayStore.Configuration(releaseBufferSize: 0))
    let response = #"{"data":{"node":{"__typename":"User","__isNamed":"User","id":"1","name":"Ada"}}}"#
    try test.publish(operation(), response)
    test.queue.commitUpdate { $0["1"]?.invalidateRecord() }
    test.queue.run()
    test.queue.commitUpdate { $0.delete(dataID: "1") }
    test.queue.run()
    try test.publish(operation(), response)
    #expect(test.store.check(operation()) == .available(fetchedAt: nil))
  }

  @Test("invalidation subscribers are notified once of each publication that concerns them")
  func subscription() throws {
    try load()
    try load("2")
    let state = test.store.lookupInvalidationState(["1"])
    let heard = Recorder<Bool>()
    let subscription = test.store.subscribeToInvalidation(state) { heard.append(true) }
    invalidateRecord("2")
    #expect(heard.values.count == 0)
    #expect(!test.store.isInvalidated(since: state))
    test.queue.commitUpdate { store in
      store["1"]?.invalidateRecord()
      store.invalidateStore()
    }
    test.queue.run()
    #expect(heard.values.count == 1)
    #expect(test.store.isInvalidated(since: state))
    subscription.dispose()
    invalidateRecord("1")
    #expect(heard.values.count == 1)
  }

  /// `{ draft { words } }`, which only the client knows.
  private struct DraftQuery: GraphQLQuery {
    var variables: Generated.EmptyVariables
    init(variables: Generated.EmptyVariables = Generated.EmptyVariables()) { self.variables = variables }
    static let definition = OperationDefinition(
      name: "DraftQuery", kind: .query, id: nil, cacheID: "DraftQuery", text: nil,
      normalization: Plans.normalization(
        "DraftQuery",
        [
          .clientExtension([.linked("draft", of: "Draft", [.scalar("words", "I")])])
        ]),
      reader: Plans.reader("DraftQuery", on: "Query", [.clientExtension([.linked("draft", of: "Draft", [.scalar("words", "I")])])]),
      scalars: [], metadata: "{}")
    struct Data: SelectionSet, Hashable {
      let __row: Generated.RowReference
      init(__row: Generated.RowReference) { self.__row = __row }
      static var __shape: Generated.RowShape { DraftQuery.definition.shape(0) }
    }
  }

  @Test("a query of only client fields is answered without the network, even after invalidation and its time to live")
  @MainActor
  func clientOnly() async throws {
    let clock = ManualClock(start: .now)
    var configuration = RelayStore.Configuration(queryCacheExpirationTime: .seconds(10))
    configuration.now = { clock.now }
    let mock = MockEnvironment(store: RelayStore(configuration: configuration))
    let environment = mock.environment
    func write(_ words: Int) throws {
      try environment.commitLocalUpdate { store in
        store.root.getOrCreateLinkedRecord("draft", typeName: "Draft")["words"] = .int(words)
      }
    }
    func check() async throws {
      #expect(environment.check(DraftQuery()).isAvailable)
      for policy in [FetchPolicy.storeOrNetwork, .networkOnly, .storeOnly] {
        let data = try await environment.fetch(DraftQuery(), fetchPolicy: policy)
        #expect(data.__row.row.json["draft"]?["words"] != nil)
      }
      for policy in [FetchPolicy.storeOrNetwork, .networkOnly, .storeAndNetwork, .storeOnly] {
        let handle = environment.query(DraftQuery(), fetchPolicy: policy)
        #expect(handle.result.data?.__row.row.json["draft"]?["words"] != nil)
      }
      #expect(mock.pendingOperations.isEmpty)
    }
    #expect(environment.check(DraftQuery()).isAvailable)
    // Keeps the query retained. Otherwise a collection may run between two of the handles below, which start one when
    // they are released.
    let kept = environment.retain(DraftQuery())
    defer { kept.dispose() }
    try write(1)
    try await check()
    try environment.commitLocalUpdate { $0.invalidateStore() }
    try await check()
    try environment.commitLocalUpdate { $0.root.linkedRecord("draft")?.invalidateRecord() }
    try await check()
    try environment.commitPayload(DraftQuery(), [:])
    clock.advance(by: .seconds(100))
    try await check()
    // A query that also selects server fields is stale like any other.
    #expect(environment.store.check(operation()) == .stale)
  }

  @Test("a fragment on an interface is missing while the object's type is unknown, even if it selects no field itself")
  func discriminatorAlone() throws {
    let operation = OperationDescriptor(
      Plans.operation(
        "SpreadQuery",
        normalization: [.linked("node", "O", [.scalar("__typename", "S!"), .scalar("id", "D"), .typeDiscriminator("__isNamed")])]))
    test.queue.commitUpdate { store in
      let user = store.create(dataID: "1", typeName: "User")
      user["id"] = "1"
      store.root.setLinkedRecord(user, for: "node")
    }
    test.queue.run()
    #expect(test.store.check(operation) == .missing)
    for belongs in [false, true] {
      test.queue.commitUpdate { store in
        let type = store["client:__type:User"] ?? store.create(dataID: "client:__type:User", typeName: "__TypeSchema")
        type["__isNamed"] = .bool(belongs)
      }
      test.queue.run()
      #expect(test.store.check(operation).isAvailable)
    }
  }

  @Test("29. an abstract type condition whose type is unknown is missing, known ones are not")
  func discriminator() throws {
    test.queue.commitUpdate { store in
      let user = store.create(dataID: "1", typeName: "User")
      user["id"] = "1"
      user["__typename"] = "User"
      user["name"] = "Ada"
      store.root.setLinkedRecord(user, for: "node", arguments: ["id": "1"])
    }
    test.queue.run()
    #expect(test.store.check(operation()) == .missing)
    let unknown = test.store.lookup(operation())
    #expect(unknown.isMissingData)
    #expect(unknown.row?.json == ["node": ["name": "Ada"]])
    test.queue.commitUpdate { $0.create(dataID: "client:__type:User", typeName: "__TypeSchema")["__isNamed"] = false }
    test.queue.run()
    guard case .available = test.store.check(operation()) else {
      Issue.record("\(test.store.check(operation()))")
      return
    }
    #expect(!test.store.lookup(operation()).isMissingData)
  }

  @Test("35. allows handlers to supplement missing data")
  func missingFieldHandlers() throws {
    try load("7")
    let other = Plans.operation(
      "UserQuery", arguments: ["id": .null],
      normalization: [
        .linked(
          "user", of: "User", arguments: .variables("id"),
          [
            .scalar("id", "D"), .scalar("name", "S"), .scalar("nickname", "S"),
          ])
      ],
      readerArguments: [.local("id")],
      reader: [
        .linked("user", of: "User", arguments: .variables("id"), [.scalar("name", "S"), .scalar("nickname", "S")])
      ])
    let operation = OperationDescriptor(other, variables: ["id": "7"])
    let link = MissingFieldHandler(.linked) { field, parent, _ in
      field.name == "user" && parent?.dataID == "client:root" ? field.arguments["id"] : nil
    }
    let scalar = MissingFieldHandler(.scalar) { field, parent, _ in field.name == "nickname" ? parent?["name"] : nil }
    #expect(test.store.check(operation, missingFieldHandlers: [link], queue: test.queue) == .missing)
    guard case .available = test.store.check(operation, missingFieldHandlers: [link, scalar], queue: test.queue) else {
      Issue.record("still missing")
      return
    }
    #expect(test.store.lookup(operation).row?.json == ["user": ["name": "Ada", "nickname": "Ada"]])
    #expect(test.record("client:root")?[#"user(id:"7")"#] == ["__ref": "7"])
    // Ids of records that do not exist are not an answer.
    let absent = OperationDescriptor(other, variables: ["id": "absent"])
    #expect(test.store.check(absent, missingFieldHandlers: [link, scalar], queue: test.queue) == .missing)
    #expect(test.record("client:root")?[#"user(id:"absent")"#] == nil)
  }

  /// `{ user(id:) { id name nickname } }`
  private static let user = Plans.operation(
    "NicknameQuery", arguments: ["id": .null],
    normalization: [
      .linked("user", of: "User", arguments: .variables("id"), [.scalar("id", "D"), .scalar("name", "S"), .scalar("nickname", "S")])
    ])

  @Test("a handler does not supply what an answer has brought since the check")
  func answeredMeanwhile() throws {
    test.queue.commitUpdate { store in
      let user = store.create(dataID: "4", typeName: "User")
      user["id"] = "4"
    }
    test.queue.run()
    let operation = operation("4")
    let plan = operation.definition.normalization
    let walk = PlanWalk(operation, test.store.keys)
    var check = AvailabilityCheck(idKey: plan.idKey.key, collectsMissing: true)
    test.store.state.withLock { state in check.check(operation.rootID, walk, state) }
    let missing = check.missing
    #expect(missing.map(\.dataID) == ["client:root"])
    try test.publish(operation, #"{"data":{"node":null}}"#)
    let isSupplied = test.store.change(StoreWriter("a test")) {
      MissingFieldHandler.supply(missing, [.node], plan, operation, test.store, walk.lease) != nil
    }
    #expect(!isSupplied)
  }

  @Test("nor what a handler before it has published, nor a field of a record that was deleted")
  func publishedByHandler() throws {
    let operation = OperationDescriptor(Self.user, variables: ["id": "4"])
    test.queue.commitUpdate { store in
      let user = store.create(dataID: "4", typeName: "User")
      user["id"] = "4"
      store.root.setLinkedRecord(user, for: "user", arguments: ["id": "4"])
    }
    test.queue.run()
    let queue = test.queue
    func check(_ change: @escaping @Sendable (RecordSourceProxy) -> Void) -> OperationAvailability {
      let handler = MissingFieldHandler(.scalar) { field, _, _ in
        if field.name == "name" {
          queue.commitUpdate(change)
          queue.run()
          return nil
        }
        return "supplied"
      }
      return test.store.check(operation, missingFieldHandlers: [handler], queue: queue)
    }
    let found = check { $0["4"]?["nickname"] = "published" }
    #expect(found == .missing)
    #expect(test.record("4")?["nickname"] == "published")
    test.queue.commitUpdate { store in
      let user = store.create(dataID: "4", typeName: "User")
      user["id"] = "4"
    }
    test.queue.run()
    _ = check { $0.delete(dataID: "4") }
    #expect(test.record("4") == .some(.null))
  }

  @Test("nor what optimistic updates hide")
  func hiddenByOptimisticUpdate() throws {
    let operation = OperationDescriptor(Self.user, variables: ["id": "7"])
    try test.publish(operation, #"{"data":{"user":{"id":"7","name":"Ada","nickname":"from the server"}}}"#)
    let update = PublishQueue.OptimisticUpdate(
      .updater { store in
        let user = store.create(dataID: "7", typeName: "User")
        user["id"] = "7"
        user["name"] = "Grace"
      })
    test.queue.applyUpdate(update)
    test.queue.run()
    let scalar = MissingFieldHandler(.scalar) { field, parent, _ in field.name == "nickname" ? parent?["name"] : nil }
    #expect(test.store.check(operation, missingFieldHandlers: [scalar], queue: test.queue) == .missing)
    test.queue.revertUpdate(update)
    test.queue.run()
    #expect(test.record("7")?["nickname"] == "from the server")
  }
}
