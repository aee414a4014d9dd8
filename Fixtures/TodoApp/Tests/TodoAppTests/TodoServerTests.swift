import RelayRuntime
import Testing
import TodoServer

/// The embedded server answers any request for its schema, not a list of known ones.
struct TodoServerTests {
  private let server = TodoServer(todos: ["one", "two", "three", "four", "five"])

  @Test func answersFieldsFragmentsAndAliases() async {
    let response = await server.execute(
      """
      # A comment, then an operation with all that a compiler prints.
      query Test($id: ID!, $details: Boolean = false) {
        ada: user(id: $id) { id ...Counts ... on Node { __typename } name @include(if: $details) }
        nobody: user(id: "somebody else") { id }
        node(id: "todo-5") { id ... on Todo { text } ... on User { name } }
      }
      fragment Counts on User { id totalCount completedCount }
      """, variables: ["id": "me"])
    #expect(
      response == [
        "data": [
          "ada": ["id": "user-1", "totalCount": 5, "completedCount": 1, "__typename": "User"],
          "nobody": nil,
          "node": ["id": "todo-5", "text": "one"],
        ]
      ])
  }

  @Test func pagesBothWays() async {
    func page(_ arguments: String) async -> JSON? {
      await server.execute(
        """
        { user(id: "me") { todos(\(arguments)) { edges { cursor node { text } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }
        """)["data"]?["user"]?["todos"]
    }
    func texts(_ page: JSON?) -> [String?] { page?["edges"]?.arrayValue?.map { $0["node"]?["text"]?.stringValue } ?? [] }

    let first = await page("first: 2")
    #expect(texts(first) == ["one", "two"])
    #expect(first?["pageInfo"]?["hasNextPage"] == true && first?["pageInfo"]?["hasPreviousPage"] == false)
    let end = first?["pageInfo"]?["endCursor"]?.stringValue ?? ""
    #expect(first?["edges"]?[1]?["cursor"]?.stringValue == end)

    let second = await page("first: 2, after: \"\(end)\"")
    #expect(texts(second) == ["three", "four"])
    #expect(second?["pageInfo"]?["hasNextPage"] == true && second?["pageInfo"]?["hasPreviousPage"] == true)
    let start = second?["pageInfo"]?["startCursor"]?.stringValue ?? ""

    let before = await page("last: 5, before: \"\(start)\"")
    #expect(texts(before) == ["one", "two"])
    #expect(await texts(page("last: 1")) == ["five"])
    #expect(await texts(page("first: 0")) == [])
  }

  @Test func mutationsChangeItsState() async {
    let added = await server.execute(
      "mutation Add($input: AddTodoInput!) { addTodo(input: $input) { todo { id text complete } user { totalCount } } }",
      variables: ["input": ["text": "  six "]])
    #expect(
      added == ["data": ["addTodo": ["todo": ["id": "todo-6", "text": "six", "complete": false], "user": ["totalCount": 6]]]])
    let changed = await server.execute(
      "mutation { changeTodoStatus(input: { id: \"todo-6\", complete: true }) { todo { complete } user { completedCount } } }")
    #expect(changed == ["data": ["changeTodoStatus": ["todo": ["complete": true], "user": ["completedCount": 2]]]])
    let removed = await server.execute("mutation { removeCompletedTodos { removedTodoIds user { totalCount } } }")
    #expect(removed == ["data": ["removeCompletedTodos": ["removedTodoIds": ["todo-6", "todo-2"], "user": ["totalCount": 4]]]])
  }

  @Test func saysWhatIsWrongAndWhere() async {
    let response = await server.execute(
      "mutation {\n  add: addTodo(input: { text: \" \" }) { todo { id } }\n}")
    #expect(
      response == [
        "data": nil,
        "errors": [
          [
            "message": "A to-do needs a text.", "path": ["add"], "locations": [["line": 2, "column": 3]],
            "extensions": ["code": "BAD_USER_INPUT"],
          ]
        ],
      ])
  }

  @Test(arguments: [
    ("{ user(id: \"me\") { nickname } }", "Cannot query field \"nickname\" on type \"User\"."),
    ("{ user { id } }", "Field \"user\" argument \"id\" is required, but it was not provided."),
    ("{ user(id: 7) { id } }", "Argument \"id\" of field \"user\" has invalid value 7."),
    ("{ user(id: \"me\") }", "Field \"user\" must have a selection of subfields."),
    ("{ user(id: \"me\") { id { x } } }", "Field \"id\" must not have a selection."),
    ("{ ...Missing }", "Unknown fragment \"Missing\"."),
    ("{ ...A } fragment A on Query { ...A }", "A fragment cannot spread itself."),
    ("query ($id: ID!) { user(id: $id) { id } }", "Variable \"$id\" of a non-null type was not provided."),
    ("{ user(id: \"me\") { todos(first: -1) { edges { cursor } } } }", "Argument \"first\" must not be negative."),
    ("{ user(id: \"me\") { todos(after: \"?\") { edges { cursor } } } }", "\"?\" is not a cursor of this connection."),
    ("{ user(id: \"me) { id } }", "Syntax Error: Unterminated or malformed string."),
    ("{ user(id: \"me\") { id }", "Syntax Error: Unexpected <EOF>."),
    ("query A { x } query B { y }", "Must provide operation name."),
    ("", "Must provide operation name."),
  ])
  func refusesWhatItDoesNotUnderstand(_ text: String, _ message: String) async {
    let response = await server.execute(text)
    #expect(response["errors"]?[0]?["message"]?.stringValue == message)
  }

  @Test func boundsTheNestingOfARequest() async {
    let text = String(repeating: "{ node(id: \"a\") ", count: 100_000)
    let response = await server.execute(text)
    #expect(response["errors"]?[0]?["message"]?.stringValue == "Syntax Error: The request is nested too deeply.")
  }
}
