import Foundation
import RelayRuntime
import Testing

/// Mock data for golden operations, read through the generated properties.
@Suite("Mock payloads")
struct MockPayloadTests {
  private func data<Operation: GraphQLOperation>(_ operation: Operation, _ payload: MockPayload) throws -> Operation.Data {
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    try environment.commitPayload(operation, payload.data(for: operation))
    return try #require(environment.read(operation))
  }

  @Test("The types of a test operation are known")
  func aTestOperationKnowsItsTypes() throws {
    let data = try data(MockedQuery(id: "7"), MockPayload())
    #expect(data.hero.name == #"<mock-value-for-field-"name">"#)
    #expect(data.hero.appearsIn == [.newHope])
    #expect(data.hero.asDroid?.primaryFunction != nil)
    #expect(data.hero.asHuman == nil)
    #expect(data.hero.starship == nil)
    let list = try #require(data.user).fragments.toDoList_user
    #expect(!list.isMissingData)
    let todo = try #require(list.todos?.first)
    #expect(todo.id.hasPrefix("<Todo-mock-id-"))
    #expect(!todo.fragments.toDoItem_todo.isMissingData)
    #expect(todo.fragments.toDoItem_todo.complete == false)
  }

  @Test("Data depends on variables, and repeated calls are equal")
  func variablesDecideAndCallsAreAlike() throws {
    let operation = MockedQuery(id: "7", withShip: true)
    #expect(try MockPayload().data(for: operation)["hero"]?["starship"]?["name"] != nil)
    #expect(try MockPayload().data(for: operation) == MockPayload().data(for: operation))
    #expect(try MockPayload().data(for: MockedQuery(id: "7"))["hero"]?["starship"] == nil)
  }

  @Test("Overrides by type and by path")
  func overridesByTypeAndByPath() throws {
    let payload = MockPayload(
      types: [
        "Human": { context in ["name": "Ada", "height": 1.7, "appearsIn": [.string("JEDI"), .string("SEQUEL")]] },
        "Todo": { context in ["text": .string(context.path.joined(separator: "/")), "complete": true] },
        "User": { context in ["id": context.arguments["id"] ?? .null] },
      ],
      paths: ["hero": ["__typename": "Human", "name": "Grace"], "user.todos.edges": [["node": ["text": "first"]], nil, [:]]])
    let data = try data(MockedQuery(id: "7"), payload)
    #expect(data.hero.asHuman?.name == "Grace")
    #expect(data.hero.asHuman?.height == 1.7)
    #expect(data.hero.appearsIn == [.jedi, .unknown("SEQUEL")])
    #expect(data.hero.asDroid == nil)
    let list = try #require(data.user).fragments.toDoList_user
    #expect(list.id == "7")
    #expect(list.todos?.edges?.count == 3)
    #expect((list.todos ?? []).map(\.fragments.toDoItem_todo.text) == ["first", "user/todos/edges/node"])
    #expect((list.todos ?? []).map(\.fragments.toDoItem_todo.complete) == [true, true])
  }

  @Test("The types of the fields in spread fragments are known, and the data can be read")
  func anyOperationKnowsTheFieldsOfItsFragments() throws {
    let operation = CurrentUserToDoListQuery(id: "u")
    let todo = try MockPayload().data(for: operation)["user"]?["todos"]?["edges"]?[0]?["node"]
    #expect(todo?["complete"] == false)
    let list = try #require(try data(operation, MockPayload()).user).fragments.toDoList_user
    #expect(list.todos?.first?.fragments.toDoItem_todo.complete == false)
    let products = try MockPayload().data(for: ProductsQuery())["products"]?[0]
    #expect(products?["sku"]?.stringValue.flatMap { UUID(uuidString: $0) } != nil)
  }

  @Test("The name of an interface is an error, unless the operation tells which fields have it")
  func interfacesByName() throws {
    let character = MockPayload(types: ["Character": { _ in ["name": "Leia"] }])
    let error = #expect(throws: MockError.self) { try character.data(for: HeroAndFriendsQuery()) }
    #expect(error == .notAnObjectType("Character", operation: "HeroAndFriends", objectTypes: ["Droid", "Query"]))
    #expect(
      error?.errorDescription
        == "'Character' is an interface or union. Use the names of object types instead; HeroAndFriends has Droid, Query.")
    #expect(try character.data(for: MockedQuery(id: "7"))["hero"]?["name"] == "Leia")
  }

  @Test("A mock environment answers with mock data")
  func aMockEnvironmentAnswersWithIt() async throws {
    let mock = MockEnvironment()
    let operation = CurrentUserToDoListQuery(id: "u")
    async let answer = mock.environment.fetch(operation)
    while mock.pendingOperations.isEmpty { await Task.yield() }
    let sent = try await mock.resolve(operation, with: MockPayload(types: ["User": { _ in ["id": "u"] }]))
    #expect(sent["user"]?["id"] == "u")
    #expect(try await answer.user?.id == "u")
  }
}
