import RelayRuntime
import Testing

extension EndToEnd {
  struct QueryTests {
    @MainActor @Test func readsThroughFragments() async throws {
      let data = try await EndToEnd.client().fetch(UserQuery(id: "me"))
      let user = try #require(data.user)
      #expect(user.fragments.user_summary.name == "Ada")
      let todos = try #require(user.fragments.user_todos.todos)
      #expect(todos.count == 3)
      #expect(todos.allSatisfy { !$0.fragments.todo_row.text.isEmpty && $0.id == $0.fragments.todo_row.id })
      #expect(PaginationHandle(user.fragments.user_todos).hasNext)
    }

    @Test func refetchesNodesByTheirID() async throws {
      let client = try await EndToEnd.client()
      let user = try #require(try await client.fetch(UserQuery(id: "me")).user)
      let todo = try #require(user.fragments.user_todos.todos?.first)

      let node = try #require(try await client.fetch(NodeQuery(id: todo.id, details: true)).node)
      #expect(node.__typename == "Todo")
      #expect(node.asTodo?.text == todo.fragments.todo_row.text)
      #expect(node.asTodo?.complete == todo.fragments.todo_row.complete)
      #expect(node.asUser == nil)

      let owner = try #require(try await client.fetch(NodeQuery(id: user.id)).node)
      #expect(owner.asUser?.summary?.fragments.user_summary.name == "Ada")
      #expect(owner.asTodo == nil)
      #expect(try await client.fetch(NodeQuery(id: "VG9kbzowMDA=")).node == nil)
    }

    @Test func usesGETWhereItIsAskedTo() async throws {
      let client = try await EndToEnd.client(HTTPNetwork.Configuration(usesGETForQueries: true))
      #expect(try await client.fetch(UserQuery(id: "me")).user?.fragments.user_summary.name == "Ada")
      #expect(try await client.fetch(UserQuery(id: "nobody \"at\" all & more?")).user == nil)
    }

    @Test func keepsTheErrorsOfFieldsApart() async throws {
      let client = try await EndToEnd.client()
      let response = try await client.response(to: BirthdayQuery())
      #expect(response.data.user?.name == "Ada")
      #expect(response.data.user?.birthday == nil)
      #expect(response.errors.map(\.message) == ["The register is lost."])

      let user = try #require(try await client.fetch(CaughtBirthdayQuery()).user)
      #expect(user.name == "Ada")
      #expect(throws: FieldErrors.self) { try user.birthday.get() }

      await #expect(throws: FieldErrors.self) { _ = try await client.fetch(ThrownBirthdayQuery()) }
    }

    @Test func saysWhatTheServerSaysOfAWrongRequest() async throws {
      let client = try await EndToEnd.client()
      let error = await #expect(throws: RelayError.self) { _ = try await client.fetch(NobodyQuery()) }
      guard case .noData(let name, let errors) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(name == "UserQuery")
      #expect(!errors.isEmpty)
    }
  }
}

/// `UserQuery` without an id, which its own variables do not allow.
private struct NobodyQuery: GraphQLQuery {
  struct Variables: OperationVariables {
    let __fields = Generated.InputFields(["id": .null])
  }

  typealias Data = UserQuery.Data
  static var definition: OperationDefinition { UserQuery.definition }
  let variables: Variables

  init(variables: Variables = Variables()) { self.variables = variables }
}
