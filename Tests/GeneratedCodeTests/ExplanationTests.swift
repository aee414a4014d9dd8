import Foundation
import RelayRuntime
import TestSupport
import Testing

/// `explain`: prepared mistakes, each with its reason.
@MainActor @Suite("Why a field is empty") struct ExplanationTests {
  private let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })

  private func load<Operation: GraphQLOperation>(_ operation: Operation, _ data: JSON, errors: JSON? = nil) throws -> Operation.Data {
    var response: [String: JSON] = ["data": data]
    response["errors"] = errors
    _ = try environment.commitPayload(operation, body: Data(JSON.object(response).description.utf8))
    return try #require(environment.read(operation))
  }

  private func again<Operation: GraphQLOperation>(_ operation: Operation) throws -> Operation.Data {
    try #require(environment.read(operation))
  }

  private func errors(_ explanation: FieldExplanation) -> [GraphQLError]? {
    guard case .fieldError(let errors) = explanation.reason else { return nil }
    return errors
  }

  private static func human(_ fields: JSON = .object([:])) -> JSON {
    var members: [String: JSON] = [
      "__typename": "Human", "__isNode": "Human", "__isCharacter": "Human", "id": "1", "name": "Leia", "appearsIn": ["JEDI"], "friends": [],
      "nickname": "L", "friend": nil, "small": nil, "height": nil,
    ]
    members.merge(fields.objectValue ?? [:]) { $1 }
    return .object(members)
  }

  private static let list = CurrentUserToDoListQuery(id: "u")

  private static let user: JSON = [
    "user": [
      "__typename": "User", "id": "u",
      "todos": [
        "edges": [["cursor": "a", "node": ["__typename": "Todo", "id": "t1", "text": "Write", "complete": false]]],
        "pageInfo": ["endCursor": "a", "hasNextPage": false],
      ],
    ]
  ]

  private static let conditions = ConditionsQuery(withName: false, withoutFriend: true)

  // MARK: The server

  @Test("null from the server")
  func null() throws {
    let query = ConditionsQuery(withName: true)
    let explanation = environment.explain(\.hero.friend?.name, of: try load(query, ["hero": Self.human()]))
    #expect(explanation.reason == .null)
    #expect((explanation.field, explanation.record) == ("Conditions.hero.friend", "1"))
    #expect(
      "\(explanation)" == "Conditions.hero.friend of 1 is null. The server has sent null without an error, or an updater has set it.")
  }

  @Test("an error of the field")
  func fieldError() throws {
    let data = try load(
      PlainQuery(), ["hero": Self.human(["nickname": nil])], errors: [["message": "out of order", "path": ["hero", "nickname"]]])
    let explanation = environment.explain(\.hero.nickname, of: data)
    let errors = try #require(self.errors(explanation))
    #expect(errors.map(\.message) == ["out of order"])
    #expect("\(explanation)" == "Plain.hero.nickname of 1 has an error. out of order")
  }

  @Test("a response that breaks the schema")
  func violation() async throws {
    let mock = MockEnvironment()
    let handle = mock.environment.query(ConditionsQuery(withName: true))
    try await mock.resolveMostRecentOperation(
      data: ["hero": Self.human(["friend": ["__typename": "Human", "__isCharacter": "Human", "id": "2", "name": nil]])])
    let explanation = mock.environment.explain(\.hero.friend?.name, of: try #require(handle.result.data))
    #expect(errors(explanation)?.first?.extensions["code"] == .string(NormalizationError.code), "\(explanation)")
  }

  @Test("errors that @catch has turned into null, and into a result")
  func caught() throws {
    let data = try load(
      CaughtQuery(), ["hero": Self.human()],
      errors: [["message": "first", "path": ["hero", "friend"]], ["message": "second", "path": ["hero", "small"]]])
    for explanation in [environment.explain(\.hero.small?.name, of: data), environment.explain(\.hero.friend, of: data)] {
      #expect(errors(explanation)?.count == 1, "\(explanation)")
    }
  }

  // MARK: The store

  @Test("a record that was written by something that does not select the field")
  func missing() throws {
    _ = try load(Self.list, Self.user)
    try environment.commitLocalUpdate { source in
      source.delete(dataID: "t1")
      source.create(dataID: "t1", typeName: "Todo").setValue("t1", for: "id")
    }
    let explanation = environment.explain(
      \.user?.fragments.toDoList_user.todos?.first?.fragments.toDoItem_todo.text, of: try again(Self.list))
    #expect(explanation.reason == .missing)
    #expect((explanation.field, explanation.record) == ("ToDoItem_todo.text", "t1"))
    #expect(
      "\(explanation)".hasPrefix(
        "ToDoItem_todo.text of t1 is missing from the store. CurrentUserToDoListQuery selects it, but whatever has written"))
    #expect("\(explanation)".hasSuffix("by spreading ToDoItem_todo."))
  }

  @Test("a record that the operation reaches only where it does not select the field")
  func notSelected() throws {
    let viewer: JSON = ["__typename": "User", "id": "u", "bestFriend": ["__typename": "User", "id": "f", "name": "Bob"], "todos": nil]
    _ = try load(RequiredQuery(), ["viewer": viewer])
    try environment.commitLocalUpdate { source in
      source.delete(dataID: "f")
      source.create(dataID: "f", typeName: "User").setValue("f", for: "id")
    }
    let data = try again(RequiredQuery())
    #expect(environment.explain(\.viewer?.bestFriend.name, of: data).reason == .missing)
    try environment.commitLocalUpdate { source in source.root.setLinkedRecord(source["f"], for: "viewer") }
    let explanation = environment.explain(\.viewer?.bestFriend.name, of: data)
    #expect(explanation.reason == .notSelected)
    #expect(
      "\(explanation)"
        == "Required.viewer.bestFriend.name of f is missing from the store. "
        + "Required reaches the record, but does not select the field there.")
  }

  @Test("a deleted record")
  func deleted() throws {
    _ = try load(Self.list, Self.user)
    try environment.commitLocalUpdate { $0.delete(dataID: "u") }
    let explanation = environment.explain(\.user?.id, of: try again(Self.list))
    #expect(explanation.reason == .deleted)
    #expect("\(explanation)".contains("has been deleted"))
  }

  @Test("data whose record was deleted later, and a fragment of it")
  func deletedLater() throws {
    let item = try #require(try load(Self.list, Self.user).user?.fragments.toDoList_user.todos?.first?.fragments.toDoItem_todo)
    #expect(environment.explain(\.text, of: item).reason == .hasValue)
    try environment.commitLocalUpdate { $0.delete(dataID: "t1") }
    let list = try #require(try again(Self.list).user?.fragments.toDoList_user)
    #expect(environment.explain(\.todos?.edges?.first??.node?.id, of: list).reason == .deleted)
  }

  @Test("data that was read before the store had a value")
  func outdated() throws {
    let query = ConditionsQuery(withName: true)
    let data = try load(query, ["hero": Self.human()])
    _ = try load(query, ["hero": Self.human(["friend": ["__typename": "Human", "id": "2", "name": "Han"]])])
    #expect(environment.explain(\.hero.friend?.name, of: data).reason == .outdated)
    #expect(environment.explain(\.hero.friend?.name, of: try again(query)).reason == .hasValue)
  }

  @Test("a store that has been cleared")
  func cleared() throws {
    let retained = environment.retain(Self.list)
    let user = try #require(try load(Self.list, ["user": ["__typename": "User", "id": "u", "todos": nil]]).user)
    #expect(environment.explain(\.todos?.edges, of: user.fragments.toDoList_user).reason == .null)
    environment.store.clear()
    #expect(environment.explain(\.todos?.edges, of: user.fragments.toDoList_user).reason == .storeCleared)
    withExtendedLifetime(retained) {}
  }

  @Test("a record that has been collected")
  func collected() throws {
    let environment = RelayEnvironment(
      network: FetchNetwork { _ in throw CancellationError() }, store: RelayStore(configuration: .init(releaseBufferSize: 0)))
    try environment.commitPayload(Self.list, ["user": ["__typename": "User", "id": "u", "todos": nil]])
    let user = try #require(environment.read(Self.list)?.user)
    environment.store.collectGarbage()
    let explanation = environment.explain(\.fragments.toDoList_user.todos?.count, of: user)
    #expect(explanation.reason == .missing && "\(explanation)".contains("collected"))
  }

  // MARK: The document

  @Test("another type, with an inline fragment")
  func wrongType() throws {
    let explanation = environment.explain(\.hero.asDroid?.primaryFunction, of: try load(HeroAndFriendsQuery(), ["hero": Self.human()]))
    #expect(explanation.reason == .wrongType(expected: "Droid", actual: "Human"))
    #expect("\(explanation)" == "HeroAndFriends.hero.... on Droid of 1 is selected for Droid only, and the object is of type Human.")
  }

  @Test("another type, with an aliased fragment")
  func wrongTypeOfFragment() throws {
    let data = try load(AliasedQuery(id: "u", withUser: true), ["node": ["__typename": "Starship", "id": "s", "model": "X"]])
    #expect(environment.explain(\.node?.ship?.model, of: data).reason == .hasValue)
    let explanation = environment.explain(\.node?.todo?.fragments.toDoItem_todo.text, of: data)
    #expect(explanation.reason == .wrongType(expected: "Todo", actual: "Starship"))
    #expect(explanation.field == "Aliased.node.todo")
  }

  @Test("an interface of which the store does not know whether the type belongs to it")
  func unknownType() throws {
    _ = try load(HeroAndFriendsQuery(), ["hero": Self.human()])
    try environment.commitLocalUpdate { source in
      let alien = source.create(dataID: "9", typeName: "Alien")
      alien.setValue("9", for: "id")
      source.root.setLinkedRecord(alien, for: "hero", arguments: ["episode": nil])
    }
    let explanation = environment.explain(\.hero.fragments.heroDetails.name, of: try again(HeroAndFriendsQuery()))
    #expect(explanation.reason == .unknownType(expected: "Character", actual: "Alien"), "\(explanation)")
  }

  @Test("@include(if: false)")
  func included() throws {
    let explanation = environment.explain(\.hero.name, of: try load(Self.conditions, ["hero": Self.human()]))
    #expect(explanation.reason == .skipped(variable: "withName"))
    #expect(
      "\(explanation)" == "Conditions.hero.name of 1 is skipped: @include or @skip depends on $withName. Its value is false.")
  }

  @Test("@skip(if: true)")
  func skipped() throws {
    let data = try load(Self.conditions, ["hero": Self.human()])
    #expect(environment.explain(\.hero.friend?.name, of: data).reason == .skipped(variable: "withoutFriend"))
    #expect(environment.explain(\.hero.asHuman?.height, of: data).reason == .skipped(variable: "withName"))
  }

  @Test("What never applies keeps its types, and is nil")
  func neverApplies() throws {
    let data = try load(DebuggedQuery(), ["hero": Self.human()])
    #expect(data.hero.name != "" && data.hero.nickname == nil)
    let fragment = data.hero.fragments.debugged_hero
    #expect(fragment.name == nil && fragment.friend?.name == nil)
    let explanation = environment.explain(\.hero.nickname, of: data)
    #expect(explanation.reason == .skipped(variable: ""))
    #expect("\(explanation)".hasSuffix("is skipped: its @include or @skip never lets it through."), "\(explanation)")
  }

  @Test("a fragment that is skipped")
  func skippedFragment() throws {
    let data = try load(AliasedQuery(id: "u", withUser: false), ["node": ["__typename": "User", "id": "u"]])
    #expect(environment.explain(\.node?.user?.fragments.userCard_user.name, of: data).reason == .skipped(variable: "withUser"))
  }

  @Test("@required in an object, and in the items of a list")
  func required() throws {
    let todo: JSON = ["__typename": "Todo", "id": "t", "text": "Write", "dueDate": nil]
    let viewer: JSON = ["__typename": "User", "id": "u", "bestFriend": nil, "todos": ["edges": [["cursor": "a", "node": todo]]]]
    let explanation = environment.explain(\.viewer?.bestFriend.name, of: try load(RequiredQuery(), ["viewer": viewer]))
    #expect(explanation.reason == .required("bestFriend"))
    #expect(explanation.field == "Required.viewer")
    try environment.commitLocalUpdate { source in
      let friend = source.create(dataID: "f", typeName: "User")
      friend.setValue("f", for: "id")
      friend.setValue("Bob", for: "name")
      source["u"]?.setLinkedRecord(friend, for: "bestFriend")
    }
    let edge = environment.explain(\.viewer?.todos?.edges?.first??.node?.text, of: try again(RequiredQuery()))
    #expect(edge.reason == .required("dueDate"))
    #expect(edge.field == "Required.viewer.todos.edges.node")
  }

  // MARK: The app

  @Test("a request in flight")
  func inFlight() async throws {
    let mock = MockEnvironment()
    try mock.environment.commitPayload(PlainQuery(), ["hero": Self.human()])
    let query = ConditionsQuery(withName: true)
    let handle = mock.environment.query(query)
    let data = try #require(mock.environment.read(query))
    #expect(mock.environment.explain(\.hero.name, of: data).reason == .inFlight)
    try await mock.resolveMostRecentOperation(data: ["hero": Self.human()])
    #expect(mock.environment.explain(\.hero.name, of: try #require(handle.result.data)).reason == .hasValue)
  }

  @Test("data of another environment")
  func otherEnvironment() throws {
    let other = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    #expect(other.explain(\.hero.nickname, of: try load(PlainQuery(), ["hero": Self.human()])).reason == .otherEnvironment)
  }

  @Test("data that was made from JSON")
  func noStore() {
    #expect(environment.explain(\.hero.nickname, of: PlainQuery.Data(json: ["hero": [:]])).reason == .noStore)
  }

  @Test("a key path that reads no field")
  func noField() throws {
    let data = try load(PlainQuery(), ["hero": Self.human()])
    #expect(environment.explain(\.__id, of: data.hero).reason == .noField)
  }

  @Test("a placeholder, with the fields before it")
  func placeholder() throws {
    _ = try load(PlainQuery(), ["hero": Self.human()])
    try environment.commitLocalUpdate { $0.root.setLinkedRecord(nil, for: "hero") }
    let data = try again(PlainQuery())
    let explanation = environment.explain(\.hero.nickname, of: data)
    #expect((explanation.reason, explanation.field) == (.null, "Plain.hero"))
  }
}
