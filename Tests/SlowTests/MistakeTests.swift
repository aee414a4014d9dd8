import Foundation
import TestSupport
import Testing

/// What the Swift compiler says of the commonest mistakes with generated code: what to write instead, in the app's own terms.
extension CompilationTests {
  @Test("Missing variables and @oneOf initializers say what to write", arguments: [[], ["-default-isolation", "MainActor"]])
  func missingVariablesSayWhatToWrite(_ options: [String]) async throws {
    let query = "_ q: QueryHandle<CurrentUserToDoListQuery>"
    let oneOf = "Exactly one field of 'PlaceBy' is set. Write its case, such as .id(…)"
    let wrong = [
      ("let e1 = CurrentUserToDoListQuery()", "missing argument for parameter 'id' in call"),
      ("func e2(_ e: RelayEnvironment) async throws { _ = try await e.fetch(CurrentUserToDoListQuery()) }", "parameter 'id' in call"),
      ("@MainActor func e3(\(query)) { _ = q.get() }", "This query has variables. Pass them to 'get', as in query.get(id: id)"),
      ("@MainActor func e4(\(query)) { switch q.get() { default: break } }", "Pass them to 'get', as in query.get(id: id)"),
      ("@MainActor func e5(_ m: Mutation<AddTodoMutation>.Mutator) { m.commit() }", "Pass them to 'commit', as in mutation.commit(id: id)"),
      (
        "@MainActor func e6(_ s: SubscriptionHandle<TodoChangedSubscription>) { _ = s.get() }",
        "Pass them to 'get', as in subscription.get(id: id)"
      ),
      ("let e7 = PlaceBy(id: \"1\")", oneOf), ("let e8 = PlaceBy(id: \"1\", name: \"a\")", oneOf), ("let e9: PlaceBy = .init()", oneOf),
    ]
    let right = [
      "let r1: PlaceBy = .id(\"1\")", "let r2 = PlaceBy(__fields: .init())", "@MainActor func r3(\(query)) { _ = q.get(id: \"1\") }",
      "@MainActor func r4(\(query)) { _ = q.get(CurrentUserToDoListQuery.Variables(id: \"1\")) }",
      "@MainActor func r5(_ q: QueryHandle<PlainQuery>) { _ = (q.get(), q.get(fetchKey: 1)) }",
    ]
    let said = try await typecheck(code: right + wrong.map(\.0), options: options)
    for (code, lines) in zip(right, said) { #expect(lines.isEmpty, "\(code)\n\(lines)") }
    for ((code, expected), lines) in zip(wrong, said.dropFirst(right.count)) {
      #expect(lines.count == 1 && lines[0].contains(" error: ") && lines[0].contains(expected), "\(code)\n\(lines)")
    }
  }

  @Test("A forgotten spread is told as one", arguments: [[], ["-default-isolation", "MainActor"]])
  func forgottenSpreadIsToldAsOne(_ options: [String]) async throws {
    let (data, list) = ("_ data: CurrentUserToDoListQuery.Data", "_ list: ToDoList_user.Data")
    let wrong = [
      ("func s1(\(data)) -> Any { data.fragments.toDoItem_todo }", "conform to 'ToDoItem_todo_Key'"),
      (
        "func s3(\(data)) -> Fragment<ToDoItem_todo> { data.asFragment() }",
        "spread the fragment 'Name' of 'Fragment<Name>' in the document"
      ),
      (
        "struct Row { init(todo: Fragment<ToDoItem_todo>) {} }; func s4(\(data)) -> Row? { data.user.map { Row(todo: $0.asFragment()) } }",
        "'asFragment()' is unavailable: spread the fragment"
      ),
      ("func s5(\(data)) -> PaginationFragment<ToDoList_user> { data.asFragment() }", "'PaginationFragment<Name>' in the document"),
      ("func s6(\(data)) -> ToDoItem_todo { ToDoItem_todo(key: data) }", "spread this fragment in the document"),
      (
        "func s7(_ all: [CurrentUserToDoListQuery.Data]) -> [Fragment<ToDoItem_todo>] { all.map { $0.asFragment() } }",
        "is unavailable: spread"
      ),
    ]
    let right = [
      "func t1(\(data)) -> PaginationFragment<ToDoList_user>? { data.user?.asFragment() }",
      "func t2(\(data)) -> ToDoList_user? { data.user?.fragments.toDoList_user }",
      "func t3(\(list)) -> [Fragment<ToDoItem_todo>] { (list.todos ?? []).map { $0.asFragment() } }",
      "func t4(\(data)) -> ToDoList_user? { data.user.map { ToDoList_user(key: $0) } }",
    ]
    let said = try await typecheck(code: right + wrong.map(\.0), options: options)
    for (code, lines) in zip(right, said) { #expect(lines.isEmpty, "\(code)\n\(lines)") }
    for ((code, expected), lines) in zip(wrong, said.dropFirst(right.count)) {
      let errors = lines.filter { $0.contains(" error: ") }
      #expect(errors.count == 1 && errors[0].contains(expected), "\(code)\n\(lines)")
    }
  }

  @Test("'.init(…)' beside an operation makes its payload", arguments: [[], ["-default-isolation", "MainActor"]])
  func initBesideAnOperationMakesItsPayload(_ options: [String]) async throws {
    let (mock, environment) = ("_ m: MockEnvironment) async throws", "_ e: RelayEnvironment) async throws")
    let right = [
      "func p1(\(mock) { try await m.resolve(PingMutation(), data: .init(ping: true)) }",
      "func p2(\(mock) { try await m.nextValue(PingMutation(), data: .init(ping: nil), errors: []) }",
      "func p3(\(mock) { try await m.cachePayload(SubjectsQuery(), data: .init(subjects: [.other(__typename: \"Cloud\")])) }",
      "func p4(\(environment) { try await e.commit(PingMutation(), optimisticResponse: .init(ping: true)) }",
      "func p5() -> PreviewPayload { PreviewPayload(PingMutation(), .init(ping: true)) }",
      // All other forms mean what they did.
      "func p6(\(mock) { try await m.resolve(PingMutation(), data: PingMutation.Payload(ping: true)) }",
      "func p7(\(mock) { try await m.resolve(PingMutation(), data: [\"ping\": true]) }",
      "func p8(\(mock) { try await m.cachePayload(SubjectsQuery(), data: SubjectsQuery.Payload(subjects: [])) }",
      "func p9(\(environment) { try await e.commit(PingMutation(), optimisticResponse: PingMutation.Payload(ping: nil)) }",
      "func p10(\(environment) { try await e.commit(PingMutation(), optimisticResponse: nil) }",
      "func p11(\(environment) { try await e.commit(PingMutation(), optimisticResponse: [\"ping\": true]) }",
      "func p12(\(environment) { try await e.commit(PingMutation()) }",
      "func p13() -> PreviewPayload { PreviewPayload(PingMutation(), [\"ping\": true]) }",
    ]
    let wrong = [
      ("func p14(\(mock) { try await m.resolve(PingMutation(), data: .init(ping: 1)) }", "as a boolean"),
      ("func p15(\(mock) { try await m.resolve(PingMutation(), data: .init(pong: true)) }", "pong"),
      (
        "func p16(\(environment) { try await e.commit(RenameMutation(id: \"\", name: \"\"), optimisticResponse: .init(rename: nil)) }",
        "'nil' is not compatible with expected argument type"
      ),
    ]
    let said = try await typecheck(code: right + wrong.map(\.0), beside: Self.golden("payloads"), options: options)
    for (code, lines) in zip(right, said) { #expect(lines.isEmpty, "\(code)\n\(lines)") }
    for ((code, expected), lines) in zip(wrong, said.dropFirst(right.count)) {
      #expect(lines.contains { $0.contains(" error: ") && $0.contains(expected) }, "\(code)\n\(lines)")
      #expect(!lines.contains { $0.contains("JSON") || $0.contains("json") }, "\(code)\n\(lines)")
    }
  }
}
