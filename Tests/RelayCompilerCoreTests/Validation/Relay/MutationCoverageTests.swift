import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("What a mutation forgets")
struct MutationCoverageTests {
  static let schema = """
    interface Node { id: ID! }
    interface Named { name: String }
    type Query { me: User node(id: ID!): Node todos(first: Int, after: String): TodoConnection lists: [List] }
    type User implements Node & Named { id: ID! name: String email: String picture: Picture todos: TodoConnection }
    type Picture { url: String width: Int }
    type List implements Node & Named {
      id: ID! name: String isPinned: Boolean isPinnedByOthers: Boolean total: Money state: State size(of: String): Int todos: TodoConnection
    }
    enum State { OPEN CLOSED }
    type Money { amount: Int display: String }
    type Todo implements Node { id: ID! text: String complete: Boolean completedAt: String list: List slug: String }
    type TodoConnection { edges: [TodoEdge] pageInfo: PageInfo }
    type TodoEdge { cursor: String node: Todo }
    type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
    type Problem { message: String }
    union TodoOrProblem = Todo | Problem
    type Mutation {
      renameList(id: ID!, name: String!): ListPayload
      updateList(input: UpdateListInput!): ListPayload
      closeList(id: ID!): ListPayload
      pinList(id: ID!): ListPayload
      completeTodo(id: ID!): TodoPayload
      addTodo(text: String): TodoPayload
      deleteTodo(id: ID!): TodoPayload
      checkTodo(id: ID!): TodoOrProblem
      updateProfile(name: String, email: String): UserPayload
    }
    input UpdateListInput { id: ID! name: String total: Int isPinned: Boolean }
    type ListPayload { list: List lists: [List!] }
    type TodoPayload { todo: Todo edge: TodoEdge me: User problem: Problem result: TodoOrProblem }
    type UserPayload { user: User }

    """

  private static func compile(_ documents: [String], imported: [String] = [], _ level: MutationCoverageLevel = .warning) -> CompilerOutput {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    for (index, text) in documents.enumerated() { input.add([SourceFile(path: "\(index).graphql", text: text)], as: .document) }
    for (index, text) in imported.enumerated() {
      input.add([SourceFile(path: "Below\(index).graphql", text: text)], as: .imported(module: "Below"))
    }
    input.options.swift.mutationCoverage = level
    return Compiler.compile(input)
  }

  /// The findings, of which there must be nothing else.
  private static func find(_ documents: String..., imported: [String] = []) -> [Diagnostic] {
    let found = compile(documents, imported: imported).diagnostics
    #expect(found.allSatisfy { $0.id == "mutation-coverage" }, "\(found.map(\.message))")
    return found
  }

  /// The paths that the notes of the findings name.
  private static func fields(_ found: [Diagnostic]) -> [String] { found.flatMap { $0.notes.map { $0.message.components("'")[3] } } }

  @Test("Nothing is reported without the key")
  func off() {
    let documents = ["mutation M($id: ID!) { renameList(id: $id, name: \"a\") { list { id } } } fragment F on List { name }"]
    #expect(Self.compile(documents, .none).diagnostics.isEmpty)
    #expect(Self.compile(documents, .warning).diagnostics.map(\.severity) == [.warning])
    #expect(Self.compile(documents, .error).diagnostics.map(\.severity) == [.error])
  }

  struct Case: Sendable {
    var title: String
    var mutation: String
    var fragments: String
    /// The fields that the mutation forgets.
    var forgotten: [String]
  }

  private static let cases = [
    Case(title: "an input", mutation: "updateList(input: $i) { list { id } }", fragments: "F on List { name }", forgotten: ["name"]),
    Case(
      title: "an input of a field that is selected", mutation: "updateList(input: $i) { list { id name } }",
      fragments: "F on List { name }",
      forgotten: []),
    Case(
      title: "a fragment that is spread", mutation: "updateList(input: $i) { list { id ...F } }", fragments: "F on List { name }",
      forgotten: []),
    Case(
      title: "a fragment that another spreads", mutation: "updateList(input: $i) { list { id ...G } }",
      fragments: "F on List { name } fragment G on List { ...F }", forgotten: []),
    Case(
      title: "an interface of the object", mutation: "updateList(input: $i) { list { id } }", fragments: "F on Named { name }",
      forgotten: ["name"]),
    Case(
      title: "a fragment of another type", mutation: "updateList(input: $i) { list { id } }", fragments: "F on User { name }", forgotten: []
    ),
    Case(
      title: "a field that nothing says is changed", mutation: "completeTodo(id: $id) { todo { id complete } }",
      fragments: "F on Todo { text }", forgotten: []),
    Case(
      title: "a word of the mutation", mutation: "completeTodo(id: $id) { todo { id } }", fragments: "F on Todo { completedAt text }",
      forgotten: ["completedAt"]),
    Case(
      title: "another part of a value", mutation: "updateList(input: $i) { list { id name isPinned total { amount } } }",
      fragments: "F on List { total { display } }", forgotten: ["total.display"]),
    Case(
      title: "other arguments", mutation: "closeList(id: $id) { list { id state size(of: \"a\") } }",
      fragments: "F on List { size(of: \"b\") }", forgotten: ["size"]),
    Case(
      title: "a variable among the arguments", mutation: "closeList(id: $id) { list { id state } }",
      fragments: "F on List @argumentDefinitions(of: {type: \"String\"}) { size(of: $of) }", forgotten: []),
    Case(
      title: "a condition with a word in common", mutation: "closeList(id: $id) { list { id state isPinned } }",
      fragments: "F on List { isPinnedByOthers }", forgotten: ["isPinnedByOthers"]),
    Case(
      title: "the state of an object with which something is done", mutation: "closeList(id: $id) { list { id } }",
      fragments: "F on List { state name }", forgotten: ["state"]),
    Case(
      title: "what identifies an object", mutation: "completeTodo(id: $id) { todo { complete } }", fragments: "F on Todo { id slug }",
      forgotten: []),
    Case(
      title: "an object that is deleted", mutation: "deleteTodo(id: $id) { todo { id } }", fragments: "F on Todo { text complete }",
      forgotten: []),
    Case(
      title: "an object that is created", mutation: "addTodo(text: \"a\") { todo { id } }", fragments: "F on Todo { text complete }",
      forgotten: []),
    Case(
      title: "the user around the object", mutation: "addTodo(text: \"a\") { me { id } }", fragments: "F on User { name }", forgotten: []),
    Case(
      title: "the user whom the mutation changes", mutation: "updateProfile(name: \"a\") { user { id } }",
      fragments: "F on User { name email picture { url } }", forgotten: ["email", "name"]),
    Case(
      title: "a list of the objects", mutation: "renameList(id: $id, name: \"a\") { lists { id } }", fragments: "F on List { name }",
      forgotten: ["name"]),
    Case(
      title: "an object in a union", mutation: "checkTodo(id: $id) { ... on Todo { id } ... on Problem { message } }",
      fragments: "F on Todo { completedAt } fragment G on Todo { complete }", forgotten: []),
  ]

  @Test("What counts as forgotten", .cases)
  func whatCounts() {
    eachCase(of: Self.cases) { item in
      let variables = item.mutation.contains("$id") ? "$id: ID!" : "$i: UpdateListInput!"
      let uses = item.mutation.contains("$i")
      let found = Self.find("mutation M\(uses ? "(\(variables))" : "") { \(item.mutation) } fragment \(item.fragments)")
      let named = Set(found.flatMap { $0.message.components("'") }.enumerated().filter { $0.offset % 2 == 1 }.map(\.element))
      for field in item.forgotten { #expect(named.contains(field), "\(item.title): \(found.map(\.message))") }
      #expect(found.isEmpty == item.forgotten.isEmpty, "\(item.title): \(found.map(\.message))")
    }
  }

  @Test("What another document with the same mutation selects")
  func siblings() {
    let found = Self.find(
      """
      mutation A($id: ID!) { closeList(id: $id) { list { id state name } } }
      mutation B($id: ID!) { closeList(id: $id) { list { id state } } }
      fragment F on List { name }
      """)
    #expect(found.map { $0.notes.map(\.message) } == [["'F' shows 'name' here; 'A' selects it"]])
  }

  @Test("An item of a list must have everything that the list shows")
  func insertions() {
    let list = """
      fragment Todos on Query @argumentDefinitions(n: {type: "Int", defaultValue: 10}) {
        todos(first: $n) @connection(key: "Todos_todos") { edges { node { ...Row } } }
      }
      fragment Row on Todo { text ...Check }
      fragment Check on Todo { complete }
      """
    func forgotten(_ selection: String) -> [[String]] {
      Self.find("mutation M($c: [ID!]!) { addTodo(text: \"a\") { \(selection) } }", list).map { $0.fixIts.map(\.replacement) }
    }
    let node = "@prependNode(connections: $c, edgeTypeName: \"TodoEdge\")"
    #expect(forgotten("todo \(node) { id }") == [[" ...Row"]])
    #expect(forgotten("todo \(node) { id text }") == [[" ...Check"]])
    #expect(forgotten("todo \(node) { ...Row }") == [])
    #expect(forgotten("edge @appendEdge(connections: $c) { node { id text } }") == [[" ...Check"]])
  }

  @Test("Fragments of the modules below that nest too deep do not count")
  func deepFragmentsOfModules() {
    let chain = (0..<20_000).map { "fragment F\($0) on Money { ...F\($0 + 1) }" }.joined(separator: "\n")
    let found = Self.find(
      "mutation M($id: ID!) { renameList(id: $id, name: \"a\") { list { id } } }",
      imported: [
        "fragment Deep on List { name total { ...F0 } } " + chain + " fragment F20000 on Money { amount }",
        "fragment Other on List { name }",
      ])
    #expect(found.count == 1)
    #expect(found.flatMap(\.notes).map(\.message).contains { $0.contains("Other") })
    #expect(!found.flatMap(\.notes).map(\.message).contains { $0.contains("Deep") })
  }

  @Test("Fragments of the modules below count, also those that the module does not use")
  func modules() {
    let mutation = "mutation M($id: ID!) { renameList(id: $id, name: \"a\") { list { id } } }"
    let found = Self.find(mutation, imported: ["fragment Below_list on List { name }", "fragment Other on Elsewhere { nothing }"])
    #expect(found.map { $0.fixIts.map(\.replacement) } == [[" ...Below_list"]])
  }

  // MARK: - Fixes

  /// The document after all fixes of its findings.
  private static func fixed(_ document: String, _ found: [Diagnostic]) -> String {
    var bytes = Array(document.utf8)
    for fix in found.flatMap(\.fixIts).sorted(by: { $0.range.start > $1.range.start }) {
      bytes.replaceSubrange(Int(fix.range.start)..<Int(fix.range.end), with: fix.replacement.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A fix spreads few fragments, compiles, and leaves nothing to find", .cases)
  func fixes() {
    eachCase(
      of: [
        ("renameList(id: $id, name: \"a\") { list { id } }", "fragment A on List { name }", " ...A"),
        // One fragment that shows all of it.
        (
          "renameList(id: $id, name: \"a\") { list { id state } }",
          "fragment A on List { name } fragment B on Named { name } fragment C on List { name state total { display amount } }", " ...A"
        ),
        ("completeTodo(id: $id) { todo { slug } }", "fragment A on Todo { complete } fragment B on Todo { completedAt complete }", " ...B"),
        // The object is not certainly of the fragment's type.
        ("checkTodo(id: $id) { ... on Todo { id } }", "fragment A on Todo { checked: complete }", nil),
        ("completeTodo(id: $id) { result { ... on Todo { slug } } }", "fragment A on Todo { completedAt }", " ...A @alias"),
        // It may be absent.
        (
          "completeTodo(id: $id) { todo { ... @include(if: true) { slug } } }", "fragment A on Todo { completedAt }", " ...A"
        ),
        // Another field has the name.
        ("completeTodo(id: $id) { todo { completedAt: text } }", "fragment A on Todo { completedAt }", nil),
        // It needs an argument, or a variable that the operation does not have.
        (
          "completeTodo(id: $id) { todo { slug } }",
          "fragment A on Todo @argumentDefinitions(x: {type: \"Boolean!\"}) { completedAt @include(if: $x) }", nil
        ),
        ("completeTodo(id: $id) { todo { slug } }", "fragment A on Todo { completedAt @include(if: $x) }", nil),
        ("completeTodo(id: $id) { todo { slug } }", "fragment A on Todo @relay(plural: true) { completedAt }", nil),
      ] as [(String, String, String?)]
    ) { item in
      let document = "mutation M($id: ID!) { \(item.0) }"
      let rest = item.1.contains("$x") ? item.1 + " query Q($x: Boolean = true) { node(id: 1) { ...A @alias } }" : item.1
      let fragments = item.1.contains("x: {type") ? item.1 : rest
      let found = Self.find(document, fragments)
      #expect(found.flatMap(\.fixIts).map(\.replacement) == (item.2.map { [$0] } ?? []), "\(item.0): \(found.map(\.message))")
      guard item.2 != nil else { return }
      let left = Self.compile([Self.fixed(document, found), fragments], .error).diagnostics
      #expect(left.isEmpty, "\(Self.fixed(document, found)): \(left.map(\.message))")
    }
  }

  @Test("A fix writes on a line of its own where the selections have lines")
  func layout() {
    let document = """
      mutation M($id: ID!) {
        renameList(id: $id, name: "a") {
          list {
            id # the list
          }
        }
      }
      """
    let fixed = Self.fixed(document, Self.find(document, "fragment A on List { name }"))
    #expect(fixed.contains("      id\n      ...A # the list\n    }"))
  }

  @Test("Words of names", .cases)
  func words() {
    eachCase(of: [
      ("isFollowed", ["is", "followed"]), ("internalID", ["internal", "id"]), ("HTMLText", ["html", "text"]), ("a_b", ["a", "b"]),
      ("x", ["x"]), ("", []),
    ]) { #expect(NameWords.split($0.0) == $0.1) }
    eachCase(of: [
      ("followed", "follow"), ("saved", "sav"), ("save", "sav"), ("submitted", "submit"), ("addresses", "address"), ("status", "status"),
      ("replies", "reply"), ("cancelling", "cancell"), ("is", "is"),
    ]) { #expect(NameWords.stem($0.0) == $0.1, "\($0.0)") }
  }
}

extension String {
  fileprivate func components(_ separator: Character) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
