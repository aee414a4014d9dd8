import Foundation

@testable import RelayRuntime

extension RuntimeShape {
  private static let user = Plans.operation(
    "UserQuery", arguments: ["id": .null],
    normalization: [.linked("user", of: "User", arguments: .variables("id"), [.scalar("id", "D!"), .scalar("name", "S")])],
    readerArguments: [.local("id")],
    reader: [.linked("user", of: "User", arguments: .variables("id"), [.scalar("id", "S!"), .scalar("name", "S")])])
  private static let fragment = Plans.fragment("UserName", on: "User", [.scalar("name", "S")])
  private static let viewer = Plans.operation(
    "ViewerQuery", arguments: ["id": .null], normalization: [.linked("viewer", of: "User", [.scalar("id", "D!"), .scalar("name", "S")])],
    readerArguments: [.local("id")], reader: [.linked("viewer", of: "User", [.scalar("name", "S")])])

  private static func operation(_ index: Int) -> OperationDescriptor {
    OperationDescriptor(user, variables: ["id": .string("u\(index)")])
  }

  private static func load(_ test: TestStore, _ index: Int) throws {
    try test.publish(operation(index), #"{"data":{"user":{"id":"u\#(index)","name":"Name \#(index)"}}}"#)
  }

  /// A store with users, and one operation that links to all of them.
  static func loaded(_ size: Int) throws -> TestStore {
    let test = quietStore()
    try test.publish(OperationDescriptor(users), usersText(size))
    return test
  }

  /// Live readings of fragments, one for each record.
  private static func mounted(_ size: Int, in test: TestStore, on record: (Int) -> Int) -> [RelayDisposable] {
    let context = ReadContext(store: test.store, definition: fragment, owner: OperationDescriptor(users), variables: [:])
    return (0..<size).map { index in
      test.store.subscribe(test.store.lookup(Selector(context: context, dataID: "u\(record(index))", record: .missing))) { _ in }
    }
  }

  static let sessions: [RuntimeShape] = [
    RuntimeShape("readers of different records: mounted, notified and unmounted") { size in
      let test = try loaded(size)
      let text = usersText(size) { #"{"id":"u\#($0)","name":"New \#($0)"}"# }
      return {
        let readers = mounted(size, in: test) { $0 }
        try test.publish(OperationDescriptor(users), text)
        for reader in readers { reader.dispose() }
      }
    },
    RuntimeShape("readers of one record: mounted, notified and unmounted") { size in
      let test = try loaded(1)
      return {
        let readers = mounted(size, in: test) { _ in 0 }
        try test.publish(OperationDescriptor(users), usersText(1) { _ in #"{"id":"u0","name":"New"}"# })
        for reader in readers { reader.dispose() }
      }
    },
    RuntimeShape("operations that one record notifies") { size in
      let test = quietStore()
      let operations = (0..<size).map { OperationDescriptor(viewer, variables: ["id": .int($0)]) }
      try test.publish(operations[0], #"{"data":{"viewer":{"id":"1","name":"a"}}}"#)
      let readers = operations.map { test.store.subscribe(test.store.lookup($0)) { _ in } }
      return {
        try test.publish(operations[0], #"{"data":{"viewer":{"id":"1","name":"b"}}}"#)
        withExtendedLifetime(readers) {}
      }
    },
    RuntimeShape("a reader of many records, of which one changes at a time") { size in
      let test = try loaded(size)
      let reader = test.store.subscribe(test.store.lookup(OperationDescriptor(users))) { _ in }
      return {
        for index in 0..<64 { try load(test, index) }
        withExtendedLifetime(reader) {}
      }
    },
    RuntimeShape("readers that depend on types, and new types") { size in
      let node = Plans.operation(
        "NodeQuery", arguments: ["id": .null],
        normalization: [
          .linked("nodes", "[O]", [.scalar("__typename", "S!"), .scalar("id", "D!"), .typeDiscriminator("__isActor")])
        ],
        readerArguments: [.local("id")],
        reader: [.linked("nodes", "[O]", [.inlineFragment(on: "Actor", abstractKey: "__isActor", [.scalar("id", "S!")])])])
      let test = quietStore()
      let operations = (0..<size).map { OperationDescriptor(node, variables: ["id": .int($0)]) }
      try test.publish(operations[0], #"{"data":{"nodes":[]}}"#)
      let readers = operations.map { test.store.subscribe(test.store.lookup($0)) { _ in } }
      let nodes = list(size) { #"{"__typename":"T\#($0)","id":"n\#($0)","__isActor":"T\#($0)"}"# }
      return {
        // The readers are not interested in these objects, only in their types.
        let other = Plans.operation(
          "OthersQuery",
          normalization: [
            .linked("others", "[O]", [.scalar("__typename", "S!"), .scalar("id", "D!"), .typeDiscriminator("__isActor")])
          ])
        try test.publish(OperationDescriptor(other), #"{"data":{"others":[\#(nodes)]}}"#)
        withExtendedLifetime(readers) {}
      }
    },
    RuntimeShape("events of a subscription") { size in
      let changed = Plans.operation(
        "ChangedSubscription", kind: .subscription, type: "Subscription",
        normalization: [.linked("changed", of: "User", [.scalar("id", "D!"), .scalar("name", "S")])])
      let environment = quietEnvironment()
      let texts = (0..<size).map { #"{"data":{"changed":{"id":"u\#($0)","name":"Name \#($0)"}}}"# }
      return {
        var response = IncrementalResponse(OperationDescriptor(changed), in: environment, updater: nil)
        for text in texts { _ = try response.take(NetworkPayload(json: text)) { nil } }
      }
    },
    RuntimeShape("operations retained, released and kept in the release buffer") { size in
      let test = quietStore(releaseBufferSize: size)
      let operations = (0..<size).map(operation)
      return {
        for _ in 0..<2 {
          let retained = operations.map { test.store.retain($0) }
          for retention in retained { retention.dispose() }
        }
      }
    },
    RuntimeShape("operations that the release buffer has no room for") { size in
      let test = quietStore(releaseBufferSize: size / 2)
      let operations = (0..<size).map(operation)
      return { for operation in operations { test.store.retain(operation).dispose() } }
    },
    RuntimeShape("a collection of garbage") { size in
      let test = quietStore(releaseBufferSize: 0)
      try test.publish(OperationDescriptor(users), usersText(size))
      return { test.store.collectGarbage() }
    },
    RuntimeShape("a collection that keeps the records of many operations") { size in
      let test = quietStore(releaseBufferSize: 0)
      let retained = (0..<size).map { test.store.retain(operation($0)) }
      for index in 0..<size { try load(test, index) }
      return {
        test.store.collectGarbage()
        withExtendedLifetime(retained) {}
      }
    },
    RuntimeShape("collections in steps, one for each operation") { size in
      let steps = Recorder<@Sendable () -> Void>()
      var configuration = RelayStore.Configuration(releaseBufferSize: 0)
      configuration.schedule = { steps.append($0) }
      let test = TestStore(configuration)
      let retained = (0..<size).map { test.store.retain(operation($0)) }
      for index in 0..<size { try load(test, index) }
      return {
        test.store.scheduleCollection()
        var done = 0
        while let step = steps.value(at: done) {
          step()
          done += 1
        }
        withExtendedLifetime(retained) {}
      }
    },
    RuntimeShape("a store that is cleared") { size in
      let test = try loaded(size)
      return { test.store.clear() }
    },
    RuntimeShape("the availability of many records") { size in
      let test = try loaded(size)
      return { _ = test.store.check(OperationDescriptor(users)) }
    },
    RuntimeShape("fields that missing field handlers supply") { size in
      let test = try loaded(size)
      let nodes = Plans.operation(
        "NodesQuery",
        normalization: (0..<size).map {
          .linked("node", of: "User", alias: "n\($0)", arguments: ["id": .literal(.string("u\($0)"))], [.scalar("id", "D!")])
        })
      let operation = OperationDescriptor(nodes)
      return { _ = test.store.check(operation, missingFieldHandlers: [.node], queue: test.queue) }
    },
    RuntimeShape("a row that many lists share") { size in
      // The same user is in its own list of friends again and again.
      let friends = Plans.operation(
        "FriendsQuery",
        reader: [
          .linked(
            "me", of: "User", [.linked("friends", "[O]", of: "User", [.linked("friends", "[O]", of: "User", [.scalar("name", "S")])])])
        ])
      let test = quietStore()
      test.queue.commitUpdate { store in
        let me = store.create(dataID: "me", typeName: "User")
        me["name"] = "Me"
        store.root.setLinkedRecord(me, for: "me")
        me.setLinkedRecords(Array(repeating: me, count: size), for: "friends")
      }
      test.queue.run()
      return { _ = test.store.lookup(OperationDescriptor(friends)).row }
    },
    RuntimeShape("records invalidated one by one, each with its subscriber") { size in
      let test = try loaded(size)
      return {
        let subscriptions = (0..<size).map {
          test.store.subscribeToInvalidation(InvalidationState(dataIDs: ["u\($0)"], invalidatedAt: nil)) {}
        }
        for index in 0..<size {
          test.queue.commitUpdate { $0["u\(index)"]?.invalidateRecord() }
          test.queue.run()
        }
        for subscription in subscriptions { subscription.dispose() }
      }
    },
    RuntimeShape("records invalidated together") { size in
      let test = try loaded(size)
      return {
        test.queue.commitUpdate { store in for index in 0..<size { store["u\(index)"]?.invalidateRecord() } }
        test.queue.run()
        _ = test.store.check(OperationDescriptor(users))
      }
    },
    RuntimeShape("updaters, each with its own run") { size in
      let test = try loaded(size)
      return {
        for index in 0..<size {
          test.queue.commitUpdate { $0["u\(index)"]?["name"] = "New" }
          test.queue.run()
        }
      }
    },
    RuntimeShape("updaters in one run") { size in
      let test = try loaded(size)
      return {
        for index in 0..<size { test.queue.commitUpdate { $0["u\(index)"]?["name"] = "New" } }
        test.queue.run()
      }
    },
    RuntimeShape("updaters in one run that all change one large record") { size in
      let test = quietStore()
      return {
        for index in 0..<size { test.queue.commitUpdate { $0.root["field\(index)"] = .int(index) } }
        test.queue.run()
      }
    },
    RuntimeShape("writes of one updater") { size in
      let test = quietStore()
      return {
        test.queue.commitUpdate { store in
          for index in 0..<size { store.create(dataID: "new\(index)", typeName: "User")["name"] = "New" }
        }
        test.queue.run()
      }
    },
    RuntimeShape("writes of an updater that fails at the end") { size in
      let test = try loaded(size)
      return {
        test.queue.commitUpdate { store in
          for index in 0..<size {
            store["u\(index)"]?["name"] = "New"
            store.create(dataID: "new\(index)", typeName: "User")["name"] = "New"
          }
          throw CancellationError()
        }
        test.queue.run()
      }
    },
    RuntimeShape("updaters in one run that all fail") { size in
      let test = try loaded(size)
      return {
        test.queue.commitUpdate { store in for index in 0..<size { store["u\(index)"]?["name"] = "New" } }
        for index in 0..<size {
          test.queue.commitUpdate { store in
            store["u\(index)"]?["name"] = "Newer"
            store.delete(dataID: "u\(index)")
            throw CancellationError()
          }
        }
        test.queue.run()
      }
    },
    RuntimeShape("responses in one batch") { size in
      let test = quietStore()
      let texts = (0..<size).map { #"{"data":{"user":{"id":"u\#($0)","name":"Name"}}}"# }
      return {
        try test.store.batch { for (index, text) in texts.enumerated() { try test.publish(operation(index), text) } }
      }
    },
    RuntimeShape("changes of records that nobody reads") { size in
      let environment = quietEnvironment()
      let changes = environment.recordChanges()
      let test = TestStore(store: environment.store, queue: environment.queue)
      try test.publish(OperationDescriptor(users), usersText(size))
      return {
        for index in 0..<size {
          test.queue.commitUpdate { $0["u\(index)"]?["name"] = "New" }
          test.queue.run()
        }
        withExtendedLifetime(changes) {}
      }
    },
    RuntimeShape("an archive, saved and restored") { size in
      let test = try loaded(size)
      let file = FileManager.default.temporaryDirectory.appending(path: "RuntimeShape-\(UUID().uuidString)")
      return {
        defer { try? FileManager.default.removeItem(at: file) }
        try test.store.save(to: file)
        try quietStore().store.restore(from: file)
      }
    },
    RuntimeShape("payloads of a shared execution, with one caller and a late one") { size in
      let execution = SharedExecution(generation: 0) { _ in }
      let payload = ExecutedPayload(operation: OperationDescriptor(users), errors: [], retention: nil)
      return {
        let membership = execution.join(onPayload: { _ in }, onEnd: { _ in }) { onPayload, _ in
          for _ in 0..<size { onPayload(payload) }
          return Task {}
        }
        let late = execution.join(onPayload: { _ in }, onEnd: { _ in }) { _, _ in Task {} }
        withExtendedLifetime((membership, late)) {}
      }
    },
    RuntimeShape("answers in a full cache") { size in
      let cache = QueryResponseCache(size: size / 2, timeToLive: nil)
      let payload = NetworkPayload(json: "{}")
      return { for index in 0..<size { cache.set(payload, cacheID: "q", variables: .int(index)) } }
    },
  ]
}
