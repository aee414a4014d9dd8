import Foundation
import Testing

@testable import RelayRuntime

/// The individual functions of updaters: creating linked records, copying fields, root fields, batches, and an environment's own
/// handlers.
@Suite("Functions of updaters")
struct UpdaterFunctionTests {
  private let environment = RelayEnvironment(network: FetchNetwork { _ in NetworkPayload([:]) }, store: RelayStore())

  private func record(_ id: String) -> JSON? { environment.store.json[id] }

  // MARK: getOrCreateLinkedRecord

  @Test("getOrCreateLinkedRecord creates one record for each set of arguments, and returns an existing one")
  func getOrCreateLinkedRecord() throws {
    try environment.commitLocalUpdate { store in
      let page = store.create(dataID: "p", typeName: "Page")
      let draft = page.getOrCreateLinkedRecord("draft", typeName: "Draft")
      #expect(draft.typeName == "Draft")
      draft["words"] = 1
      let second = page.getOrCreateLinkedRecord("draft", typeName: "Other")
      #expect(second == draft)
      #expect(second.typeName == "Draft")
      let old = page.getOrCreateLinkedRecord("draft", typeName: "Draft", arguments: ["version": 1])
      #expect(old != draft && old["words"] == nil)
      #expect(page.getOrCreateLinkedRecord("draft", typeName: "Draft", arguments: ["version": 1]) == old)
      let linked = store.create(dataID: "linked", typeName: "Draft")
      page.setLinkedRecord(linked, for: "best")
      #expect(page.getOrCreateLinkedRecord("best", typeName: "Draft") == linked)
      page.setLinkedRecord(nil, for: "none")
      #expect(page.getOrCreateLinkedRecord("none", typeName: "Draft").dataID == "client:p:none")
    }
    #expect(record("p")?["draft"] == ["__ref": "client:p:draft"])
    #expect(record("p")?["draft(version:1)"] == ["__ref": "client:p:draft(version:1)"])
    #expect(record("client:p:draft")?["words"] == 1)
    // The next updater finds it again.
    try environment.commitLocalUpdate { store in
      #expect(store["p"]?.getOrCreateLinkedRecord("draft", typeName: "Draft")["words"] == 1)
    }
  }

  @Test("getOrCreateLinkedRecord links again to the record that it has created, unless that was deleted")
  func getOrCreateLinkedRecordAgain() throws {
    func update(_ change: @escaping @Sendable (RecordProxy) -> Void) throws {
      try environment.commitLocalUpdate { store in change(store["p"] ?? store.create(dataID: "p", typeName: "Page")) }
    }
    try update { $0.getOrCreateLinkedRecord("draft", typeName: "Draft")["words"] = 1 }
    try update { $0.setLinkedRecord(nil, for: "draft") }
    try update { $0.getOrCreateLinkedRecord("draft", typeName: "Draft")["pages"] = 2 }
    #expect(record("p")?["draft"] == ["__ref": "client:p:draft"])
    #expect(record("client:p:draft")?["words"] == 1)
    #expect(record("client:p:draft")?["pages"] == 2)
    try environment.commitLocalUpdate { $0.delete(dataID: "client:p:draft") }
    try update { page in #expect(page.getOrCreateLinkedRecord("draft", typeName: "Draft")["words"] == nil) }
    #expect(record("client:p:draft")?["__typename"] == "Draft")
  }

  // MARK: __typename and __id

  @Test("every record has its type and its identity as fields, as in Relay, whether or not anything selects them")
  func typenameAndID() throws {
    let query = OperationDescriptor(
      Plans.operation("MeQuery", normalization: [.linked("me", of: "User", [.scalar("id", "D!"), .scalar("name", "S")])], reader: []))
    try environment.commitPayload(query, ["me": ["id": "1", "name": "Ada"]])
    try environment.commitLocalUpdate { store in
      func identity(_ record: RecordProxy?) -> [JSON?] { [record?["__typename"], record?["__id"]] }
      let created = store.create(dataID: "new", typeName: "Todo")
      #expect(identity(created) == ["Todo", "new"])
      #expect(identity(store["1"]) == ["User", "1"])
      #expect(identity(store.root) == ["__Root", "client:root"])
      #expect(created["__typename", ["a": 1]] == nil)
      #expect(created["name"] == nil)
      store.delete(dataID: "new")
      #expect(identity(created) == [nil, nil])
    }
  }

  // MARK: copyFields

  @Test("copyFields(from:) sets the fields of the other record, and keeps identity, type and all other fields")
  func copyFields() throws {
    try environment.commitLocalUpdate { store in
      let friend = store.create(dataID: "f", typeName: "User")
      let source = store.create(dataID: "a", typeName: "User")
      source["name"] = "Ada"
      source["age"] = .null
      source.setValue("small", for: "picture", arguments: ["size": 1])
      source.setLinkedRecord(friend, for: "friend")
      source.setLinkedRecords([friend, nil], for: "friends")
      let target = store.create(dataID: "b", typeName: "Person")
      target["name"] = "Bob"
      target["age"] = 3
      target["own"] = true
      target.copyFields(from: source)
      #expect(target["name"] == "Ada")
    }
    let (source, target) = (record("a"), record("b"))
    #expect(target?["name"] == "Ada")
    #expect(target?["age"] == .null)
    #expect(target?["own"] == true)
    #expect(target?["picture(size:1)"] == "small")
    #expect(target?["friend"] == ["__ref": "f"])
    #expect(target?["friends"] == ["__refs": ["f", .null]])
    #expect(source?["own"] == nil)
    try environment.commitLocalUpdate { store in
      #expect(store["b"]?.typeName == "Person")
      // It is a copy: later changes to one do not affect the other.
      store["a"]?["name"] = "Changed"
    }
    #expect(record("b")?["name"] == "Ada")
  }

  // MARK: Root fields

  private static let all = OperationDescriptor(
    Plans.operation(
      "AllMutation", kind: .mutation, arguments: ["first": .null], type: "Mutation",
      normalization: [
        .linked(
          "all", "[O]", of: "Todo", arguments: .variables("first"),
          [
            .scalar("id", "D!"), .scalar("text", "S"),
          ]),
        .linked("one", of: "Todo", [.scalar("id", "D!")]),
      ]), variables: ["first": 3])

  @Test("pluralRootField returns the records of a list, including nulls, with the operation's arguments")
  func pluralRootField() throws {
    let test = TestStore()
    let seen = Recorder<[String?]>()
    try test.publish(
      Self.all, #"{"data":{"all":[{"id":"t1","text":"A"},null,{"id":"t2","text":"B"}],"one":{"id":"t1"}}}"#,
      updater: { store in
        seen.append(store.pluralRootField("all")?.map { $0?.dataID } ?? [])
        #expect(store.rootField("one")?.dataID == "t1")
        #expect(store.pluralRootField("nothing") == nil)
        for record in store.pluralRootField("all") ?? [] { record?["text"] = "seen" }
      })
    #expect(seen.values == [["t1", nil, "t2"]])
    #expect(test.store.json["t1"]?["text"] == "seen")
    #expect(test.store.json["t2"]?["text"] == "seen")
    try test.publish(Self.all, #"{"data":{"all":null}}"#, updater: { store in #expect(store.pluralRootField("all") == nil) })
    try test.publish(Self.all, #"{"data":{"all":[]}}"#, updater: { store in #expect(store.pluralRootField("all")?.isEmpty == true) })
  }

  // MARK: batchUpdates

  private static let pair = OperationDescriptor(
    Plans.operation(
      "PairQuery",
      normalization: [
        .linked("first", of: "Todo", [.scalar("id", "D!"), .scalar("text", "S")]),
        .linked("second", of: "Todo", [.scalar("id", "D!"), .scalar("text", "S")]),
      ],
      reader: [
        .linked("first", of: "Todo", [.scalar("text", "S")]), .linked("second", of: "Todo", [.scalar("text", "S")]),
      ]))

  @Test("batchUpdates notifies subscribers once, at its end, of all changes; a nested batch ends with the outer one")
  func batchUpdates() throws {
    struct Refusal: Error {}
    try environment.commitPayload(Self.pair, ["first": ["id": "t1", "text": "a"], "second": ["id": "t2", "text": "b"]])
    let told = Recorder<JSON>()
    let snapshot = environment.store.lookup(Self.pair)
    let subscription = environment.store.subscribe(snapshot) { [environment] _ in
      told.append(environment.store.json["t1"]?["text"] ?? .null)
    }
    let result = try environment.batchUpdates {
      try environment.commitLocalUpdate { $0["t1"]?["text"] = "one" }
      #expect(record("t1")?["text"] == "one")
      try environment.batchUpdates { try environment.commitLocalUpdate { $0["t1"]?["text"] = "two" } }
      try environment.commitLocalUpdate { $0["t2"]?["text"] = "three" }
      #expect(told.values.isEmpty)
      return 7
    }
    #expect(result == 7)
    #expect(told.values == ["two"])
    // Changes before an error are kept, and notified.
    #expect(throws: Refusal.self) {
      try environment.batchUpdates {
        try environment.commitLocalUpdate { $0["t1"]?["text"] = "four" }
        throw Refusal()
      }
    }
    #expect(told.values == ["two", "four"])
    #expect(record("t1")?["text"] == "four")
    try environment.commitLocalUpdate { $0["t1"]?["text"] = "five" }
    #expect(told.values == ["two", "four", "five"])
    subscription.dispose()
  }

  // MARK: handlers

  /// Stores a capitalized version of a field.
  private struct ShoutHandler: FieldHandler {
    let payloads: Recorder<HandleFieldPayload>

    func update(_ store: RecordSourceProxy, _ payload: HandleFieldPayload) throws {
      payloads.append(payload)
      guard let record = store[payload.dataID], let text = record[payload.fieldKey]?.stringValue else { return }
      record[payload.handleKey] = .string(text.uppercased())
    }
  }

  private static let shouting = OperationDescriptor(
    Plans.operation(
      "ShoutQuery",
      normalization: [.linked("todo", of: "Todo", [.scalar("id", "D!"), .scalar("text", "S"), .scalarHandle("text", "shout")])]))

  @Test("the environment's handlers are found by name, and write the data that a field's handle reads")
  func handlers() throws {
    let (names, payloads) = (Recorder<String>(), Recorder<HandleFieldPayload>())
    let environment = RelayEnvironment(
      network: FetchNetwork { _ in NetworkPayload([:]) }, store: RelayStore(),
      configuration: .init(handlers: { name in
        names.append(name)
        return name == "shout" ? ShoutHandler(payloads: payloads) : DefaultHandlers.handler(name)
      }))
    try environment.commitPayload(Self.shouting, ["todo": ["id": "t1", "text": "quiet"]])
    #expect(names.values == ["shout"])
    let payload = try #require(payloads.values.first)
    #expect(payloads.values.count == 1)
    #expect(payload.dataID == "t1")
    #expect(payload.fieldKey == "text")
    #expect(payload.handle == "shout")
    #expect(environment.store.json["t1"]?[payload.handleKey] == "QUIET")
    #expect(environment.store.json["t1"]?["text"] == "quiet")
    // Relay's handlers exist unless the environment replaces them.
    #expect(DefaultHandlers.handler("connection") != nil)
    #expect(DefaultHandlers.handler("shout") == nil)
  }
}
