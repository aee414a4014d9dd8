import Foundation
import Testing

@testable import RelayRuntime

@Suite("Reader")
struct ReaderTests {
  private let test = TestStore()

  /// Reads a fragment of a record with a fragment spread's arguments.
  private func read(
    _ fragment: Generated.FragmentDefinition, of id: String, given: [String: JSON] = [:], root: [String: JSON] = [:]
  ) -> Snapshot {
    let operation = OperationDescriptor(Plans.operation("Owner", arguments: ["size": .null]), variables: root)
    let scope = FragmentScope(
      store: test.store, owner: operation, fragment: fragment.name, arguments: given, isUnmatched: false)
    return test.store.lookup(Selector(context: scope.context(for: fragment), dataID: id, record: .missing))
  }

  private func update(_ body: @escaping @Sendable (RecordSourceProxy) throws -> Void) {
    test.queue.commitUpdate(body)
    test.queue.run()
  }

  @Test(
    "30. fragment arguments: passed, else the default, even where a variable of the operation has the name; root arguments from the operation (Relay.swift's defect 7)"
  )
  func arguments() {
    update { store in
      let user = store.create(dataID: "1", typeName: "User")
      for size in [10, 32, 64] { user["pic", ["size": .int(size)]] = .int(size) }
      user["pic"] = 0
    }
    func fragment(_ argument: ReaderPlanArgument) -> Generated.FragmentDefinition {
      Plans.fragment("F", on: "User", arguments: [argument], [.scalar("pic", "I", arguments: .variables("size"))])
    }
    let local = fragment(.local("size", default: 32))
    #expect(read(local, of: "1", root: ["size": 64]).row?.json == ["pic": 32])
    #expect(read(local, of: "1", given: ["size": 10], root: ["size": 64]).row?.json == ["pic": 10])
    let root = fragment(.root("size"))
    #expect(read(root, of: "1", root: ["size": 64]).row?.json == ["pic": 64])
    #expect(read(fragment(.local("size")), of: "1", root: ["size": 64]).row?.json == ["pic": 0])
  }

  @Test("31. @required nulls the object it is in, bubbles through required parents, and stops at list items and spreads")
  func required() {
    update { store in
      let me = store.create(dataID: "1", typeName: "User")
      let friend = store.create(dataID: "2", typeName: "User")
      let other = store.create(dataID: "3", typeName: "User")
      me["name"] = "Ada"
      friend["name"] = .some(.null)
      other["name"] = "Grace"
      me.setLinkedRecord(friend, for: "friend")
      me.setLinkedRecords([friend, other, nil], for: "friends")
    }
    let inItems = Plans.fragment("F", on: "User", [.linked("friends", "[O]", of: "User", [.required(.log, .scalar("name", "S!"))])])
    let items = read(inItems, of: "1")
    #expect(items.row?.json == ["friends": [.null, ["name": "Grace"], .null]])
    #expect(items.fieldErrors.map(\.kind) == [.requiredFieldLogged])
    #expect(items.fieldErrors.map(\.path) == ["friends.0.name"])
    let chain = Plans.fragment(
      "G", on: "User",
      [
        .scalar("name", "S"),
        .required(.throw, .linked("friend", "O!", of: "User", [.required(.none, .scalar("name", "S!"))])),
      ])
    let bubbled = read(chain, of: "1")
    #expect(bubbled.row == nil)
    #expect(bubbled.fieldErrors.map(\.kind) == [.requiredFieldThrown])
    #expect(bubbled.fieldErrors.map(\.path) == ["friend"])
    let spread = Plans.fragment("H", on: "User", [.required(.throw, .linked("friend", "O!", of: "User", [.spread("X")]))])
    #expect(read(spread, of: "1").row?.json == ["friend": [:]])
    update { $0["2"]?["name"] = "Found" }
    #expect(read(chain, of: "1").row?.json == ["name": "Ada", "friend": ["name": "Found"]])
  }

  @Test("31. a required field that throws is not an error while its data is loading")
  func requiredOnItsWay() throws {
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    try environment.commitLocalUpdate { _ = $0.create(dataID: "1", typeName: "User") }
    let fragment = Plans.fragment("F", on: "User", [.required(.throw, .scalar("name", "S!"))])
    let owner = Friends.operation()
    let context = ReadContext(store: environment.store, definition: fragment, owner: owner, variables: [:])
    environment.activity.begin(owner)
    let live = LiveReading(Selector(context: context, dataID: "1", record: .missing), waitsForOperation: true) {}
    #expect(live.error == nil)
    #expect(live.shown == nil)
    environment.activity.end(owner)
    #expect(live.error != nil)
    try environment.commitLocalUpdate { $0["1"]?["name"] = "Ada" }
    #expect(live.error == nil)
    #expect(live.shown?.row?.json == ["name": "Ada"])
  }

  @Test("a required field that becomes null under a mounted reader nulls its parent, and recovers")
  func requiredLive() {
    update { store in
      let me = store.create(dataID: "1", typeName: "User")
      let friend = store.create(dataID: "2", typeName: "User")
      friend["name"] = "Grace"
      me.setLinkedRecord(friend, for: "friend")
    }
    let fragment = Plans.fragment("F", on: "User", [.linked("friend", of: "User", [.required(.none, .scalar("name", "S!"))])])
    let heard = Recorder<JSON?>()
    let subscription = test.store.subscribe(read(fragment, of: "1")) { heard.append($0.row?.json["friend"]) }
    update { $0["2"]?["name"] = .some(.null) }
    update { $0["2"]?["name"] = "Back" }
    #expect(heard.values == [.null, ["name": "Back"]])
    subscription.dispose()
  }

  @Test("32. @catch contains the errors below it")
  func caught() throws {
    update { store in
      let me = store.create(dataID: "1", typeName: "User")
      me["name"] = .some(.null)
      me["email"] = .some(.null)
      me["age"] = 3
      me.setError("no name", of: "name")
      me.setError("no email", of: "email")
    }
    let fragment = Plans.fragment(
      "F", on: "User",
      [
        .catch(.result, .scalar("name", "S")), .scalar("email", "S"), .catch(.result, .scalar("age", "I")),
        .catch(.result, .required(.throw, .scalar("nick", "S!"))),
      ])
    let snapshot = read(fragment, of: "1")
    let row = try #require(snapshot.row)
    let name: Result<String?, FieldErrors> = row.value(0)
    guard case .failure(let errors) = name else {
      Issue.record("the error was not caught")
      return
    }
    #expect(errors.errors.map(\.error?.message) == ["no name"])
    let age: Result<Int?, FieldErrors> = row.value(2)
    #expect(age == .success(3))
    let nick: Result<String, FieldErrors> = row.value(3)
    guard case .failure(let required) = nick else {
      Issue.record("the required field was not caught")
      return
    }
    #expect(required.errors.contains { $0.kind == .requiredFieldThrown })
    #expect(snapshot.fieldErrors.filter { !$0.isHandled }.map(\.error?.message) == ["no email"])
    let toNull = Plans.fragment("N", on: "User", [.catch(.null, .scalar("name", "S"))])
    #expect(read(toNull, of: "1").row?.json == ["name": .null])
  }

  @Test("33. an aliased fragment is null if its type does not match, and missing if that is unknown")
  func aliased() {
    update { store in
      store.create(dataID: "1", typeName: "User")["name"] = "Ada"
      store.create(dataID: "2", typeName: "Page")["name"] = "Page"
      let user = store.create(dataID: "client:__type:User", typeName: "__TypeSchema")
      user["__isActor"] = true
      user["__isNode"] = true
      store.create(dataID: "client:__type:Page", typeName: "__TypeSchema")["__isNode"] = true
    }
    let concrete = Plans.fragment("F", on: "Node", abstractKey: "__isNode", [.aliased("user", on: "User", [.scalar("name", "S")])])
    #expect(read(concrete, of: "1").row?.json == ["user": ["name": "Ada"]])
    #expect(read(concrete, of: "2").row?.json == ["user": .null])
    let abstract = Plans.fragment(
      "G", on: "Node", abstractKey: "__isNode",
      [.aliased("actor", on: "Actor", abstractKey: "__isActor", [.scalar("name", "S")])])
    #expect(read(abstract, of: "1").row?.json == ["actor": ["name": "Ada"]])
    #expect(!read(abstract, of: "1").isMissingData)
    #expect(read(abstract, of: "2").row?.json == [:])
    #expect(read(abstract, of: "2").isMissingData)
    update { $0["client:__type:Page"]?["__isActor"] = false }
    #expect(read(abstract, of: "2").row?.json == ["actor": .null])
    #expect(!read(abstract, of: "2").isMissingData)
  }

  @Test("a fragment on an abstract type is missing data while it is unknown whether the record's type belongs to it")
  func unknownAbstractType() {
    update { $0.create(dataID: "1", typeName: "User")["name"] = "Ada" }
    let fragment = Plans.fragment("F", on: "Node", abstractKey: "__isNode", [.scalar("name", "S")])
    #expect(read(fragment, of: "1").row?.json == ["name": "Ada"])
    #expect(read(fragment, of: "1").isMissingData)
    update { $0.create(dataID: "client:__type:User", typeName: "__TypeSchema")["__isNode"] = true }
    #expect(!read(fragment, of: "1").isMissingData)
  }

  @Test("@catch on a fragment replaces its data if anything below has an error", arguments: ["RESULT", "NULL"])
  func caughtDefinition(target: String) throws {
    update { store in
      let me = store.create(dataID: "1", typeName: "User")
      me["name"] = .some(.null)
      me["email"] = "a@b"
    }
    let fragment = Plans.fragment(
      "F", on: "User", metadata: ["catchTo": .string(target)], [.scalar("name", "S!"), .scalar("email", "S")])
    #expect(read(fragment, of: "1").row?.json == ["name": .null, "email": "a@b"])
    #expect(read(fragment, of: "1").thrownErrors == nil)
    update { store in
      guard let me = store["1"] else { return }
      me["name"] = .some(.null)
      me.setError("no name", of: "name")
    }
    let caught = read(fragment, of: "1")
    #expect(caught.row == nil)
    #expect(!caught.isMissingData)
    #expect(caught.fieldErrors.map(\.isHandled) == [true])
    #expect((caught.thrownErrors == nil) == (target == "NULL"))
  }

  @Test("an error that is otherwise only logged is caught by @catch; an error caught by an inner @catch is not seen by the outer one")
  func nestedCatch() {
    update { store in
      let me = store.create(dataID: "1", typeName: "User")
      let friend = store.create(dataID: "2", typeName: "User")
      friend["name"] = .some(.null)
      me.setLinkedRecord(friend, for: "friend")
    }
    func friend(_ name: ReaderPlanNode) -> SlotValue? {
      let fragment = Plans.fragment("F", on: "User", [.catch(.result, .linked("friend", of: "User", [name]))])
      return read(fragment, of: "1").row?.slot(0)
    }
    guard case .row = friend(.scalar("name", "S")) else {
      Issue.record("there is no error yet")
      return
    }
    guard case .errors(let logged) = friend(.required(.log, .scalar("name", "S"))) else {
      Issue.record("nothing was caught")
      return
    }
    #expect(logged.errors.map(\.kind) == [.requiredFieldLogged])
    update { store in
      guard let friend = store["2"] else { return }
      friend["name"] = .some(.null)
      friend.setError("no name", of: "name")
    }
    guard case .errors(let direct) = friend(.scalar("name", "S")) else {
      Issue.record("nothing was caught")
      return
    }
    #expect(direct.errors.map(\.error?.message) == ["no name"])
    guard case .row = friend(.catch(.null, .scalar("name", "S"))) else {
      Issue.record("an error was caught twice")
      return
    }
  }

  @Test("selections of one response key merge into one object, in lists too")
  func merging() {
    update { store in
      let me = store.create(dataID: "1", typeName: "User")
      let friend = store.create(dataID: "2", typeName: "User")
      friend["a"] = 1
      friend["b"] = 2
      me.setLinkedRecord(friend, for: "friend")
      me.setLinkedRecords([friend, friend], for: "friends")
    }
    let fragment = Plans.fragment(
      "F", on: "User",
      [
        .linked("friend", of: "User", [.scalar("a", "I")]),
        .linked("friends", "[O]", of: "User", [.scalar("a", "I")]),
        .inlineFragment(
          on: "User", marker: "asUser",
          [
            .linked("friend", of: "User", [.scalar("b", "I")]),
            .linked("friends", "[O]", of: "User", [.scalar("b", "I")]),
          ]),
      ])
    let both: JSON = ["a": 1, "b": 2]
    let heard = Recorder<JSON?>()
    let snapshot = read(fragment, of: "1")
    #expect(snapshot.row?.json == ["friend": both, "friends": [both, both]])
    #expect(snapshot.row?.matches(2) == true)
    let subscription = test.store.subscribe(snapshot) { heard.append($0.row?.json["friends"]) }
    update { $0["2"]?["b"] = 3 }
    #expect(heard.values == [[["a": 1, "b": 3], ["a": 1, "b": 3]]])
    subscription.dispose()
  }

  @Test("missing data has fallbacks, and never traps")
  func fallbacks() {
    let fragment = Plans.fragment(
      "F", on: "User", scalars: [Date.self],
      [
        .scalar("s", "S!"), .scalar("i", "I!"), .scalar("d", "C0!"), .linked("o", "O!", of: "O", [.scalar("x", "S!")]),
        .scalar("l", "[S!]!"), .spread("P"),
      ])
    let nothing = read(fragment, of: "nobody")
    #expect(nothing.row == nil)
    #expect(nothing.isMissingData)
    update { store in
      let user = store.create(dataID: "1", typeName: "User")
      user["s"] = 5
      user["i"] = "no number"
      user["d"] = "no date"
      user["o"] = "no object"
      user["l"] = 3
    }
    let snapshot = read(fragment, of: "1")
    guard let row = snapshot.row else {
      Issue.record("no row")
      return
    }
    #expect(row.string(0) == "5")
    #expect(row.int(1) == 0)
    let date: Date = row.scalar(2)
    #expect(date == Date.placeholder)
    let optionalDate: Date? = row.optionalScalar(2)
    #expect(optionalDate == nil)
    let list: [String] = row.value(4)
    #expect(list.isEmpty)
    #expect(row.string(99) == "")
    #expect(row.string(-1) == "")
    #expect(row.fragmentPointer(0).dataID == "")
    #expect(row.fragmentPointer(5).dataID == "1")
    #expect(FragmentPointer.nowhere.read(fragment) == nil)
  }

  @Test("custom scalars are Swift values, in lists too")
  func customScalars() throws {
    update { store in
      let user = store.create(dataID: "1", typeName: "User")
      user["born"] = "1815-12-10T12:30:00.250+01:00"
      user["sites"] = ["https://example.com/a", .null]
      user["price"] = "19.99"
      user["token"] = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    }
    let fragment = Plans.fragment(
      "F", on: "User", scalars: [Date.self, URL.self, Decimal.self, UUID.self],
      [.scalar("born", "C0"), .scalar("sites", "[C1]"), .scalar("price", "C2"), .scalar("token", "C3")])
    let row = try #require(read(fragment, of: "1").row)
    let born: Date? = row.optionalScalar(0)
    #expect(born?.json == "1815-12-10T11:30:00.250Z")
    let sites: [URL?]? = row.value(1)
    #expect(sites == [URL(string: "https://example.com/a"), nil])
    let price: Decimal? = row.optionalScalar(2)
    #expect(price == Decimal(string: "19.99"))
    let token: UUID? = row.optionalScalar(3)
    #expect(token?.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    #expect(row.json["born"] == "1815-12-10T12:30:00.250+01:00")
  }

  @Test("an error that a change brings has the path of its field")
  func pathsOfChanges() {
    update { store in
      let me = store.create(dataID: "1", typeName: "User")
      let friend = store.create(dataID: "2", typeName: "User")
      friend["name"] = "Grace"
      me.setLinkedRecords([friend], for: "friends")
    }
    let fragment = Plans.fragment("F", on: "User", [.scalar("id", "S"), .linked("friends", "[O]", of: "User", [.scalar("name", "S")])])
    update { $0["1"]?["id"] = "1" }
    let heard = Recorder<[FieldError]>()
    let subscription = test.store.subscribe(read(fragment, of: "1")) { heard.append($0.fieldErrors) }
    update { store in
      guard let friend = store["2"] else { return }
      friend["name"] = .some(.null)
      friend.setError("gone", of: "name")
    }
    #expect(heard.values.last?.map(\.path) == ["friends.0.name"])
    subscription.dispose()
  }

  @Test("of lists of lists, what has changed is read again, and the rest stays the same")
  func nestedLists() throws {
    let grid = OperationDescriptor(
      Plans.operation(
        "GridQuery",
        normalization: [.linked("grid", "[[O]]", of: "Cell", [.scalar("id", "D"), .scalar("x", "I")])],
        reader: [.linked("grid", "[[O]]", of: "Cell", [.scalar("x", "I")])]))
    try test.publish(grid, #"{"data":{"grid":[[{"id":"a","x":1},null],[{"id":"b","x":2},{"id":"c","x":3}],null]}}"#)
    let heard = Recorder<JSON?>()
    let first = test.store.lookup(grid)
    let subscription = test.store.subscribe(first) { heard.append($0.row?.json) }
    defer { subscription.dispose() }
    func expect(_ json: JSON, after change: @escaping @Sendable (RecordSourceProxy) throws -> Void) {
      update(change)
      #expect(heard.values.last == json && test.store.lookup(grid).row?.json == json)
    }
    expect(["grid": [[["x": 1], nil], [["x": 2], ["x": 30]], nil]]) { $0["c"]?["x"] = 30 }
    expect(["grid": [[["x": 10], nil], [["x": 2], ["x": 30]], nil]]) { $0["a"]?["x"] = 10 }
    // Read again as a whole, it takes over what has not changed.
    let again = test.store.state.withLock { $0.records.read(first.selector, after: first) }
    #expect(again.row?.json == heard.values.last)
    let same = test.store.state.withLock { $0.records.read(first.selector, after: again) }
    let (one, two) = (try #require(again.row), try #require(same.row))
    #expect(one.isIdentical(to: two))
    expect(["grid": [[["x": 10], nil], [nil, ["x": 30]], nil]]) { $0.delete(dataID: "b") }
    #expect(heard.values.count == 3)
  }
}
