import Foundation
import Observation
import TestSupport
import Testing

@testable import RelayRuntime

/// What a server that does not propagate errors (`onError: NULL`) puts in place of a field that must not be null.
@Suite("Errors that the server does not propagate", .hangGuard)
struct ErrorBehaviorTests {
  private let test = TestStore()

  /// `{ me { id name! email age best! { name! } others { name! } } }`, where `!` is a non-null type in the schema.
  private static func operation(best: String = "O!", others: String = "[O!]", reader: [ReaderPlanNode]? = nil) -> OperationDescriptor {
    OperationDescriptor(
      Plans.operation(
        "MeQuery",
        normalization: [
          .linked(
            "me", of: "User",
            [
              .scalar("id", "D!"), .scalar("name", "S!"), .scalar("email", "S"), .scalar("tags", "[S!]"),
              .linked("best", best, of: "User", [.scalar("id", "D!"), .scalar("name", "S!")]),
              .linked("others", others, of: "User", [.scalar("id", "D!"), .scalar("name", "S!")]),
            ])
        ], reader: reader ?? [.linked("me", of: "User", [.scalar("email", "S")])]))
  }

  /// An answer in which the members of `me` are replaced by others.
  private static func answer(_ changes: [String: JSON] = [:], errorsAt paths: [[JSON]]) -> String {
    var me: [String: JSON] = [
      "id": "1", "name": "Ada", "email": "a@b.c", "tags": ["x"], "best": ["id": "2", "name": "Grace"],
      "others": [["id": "3", "name": "Alan"]],
    ]
    me.merge(changes) { $1 }
    let errors = paths.map { path -> JSON in ["message": .string(path.map(\.text).joined(separator: ".")), "path": .array(path)] }
    return JSON.object(["data": ["me": .object(me)], "errors": .array(errors)]).description
  }

  /// Writes a server's answer.
  private static func publish(_ operation: OperationDescriptor, _ answer: String, to test: TestStore) throws {
    try test.publish(operation, answer, options: Normalizer.Options(isResponse: true))
  }

  private func publish(_ answer: String, of operation: OperationDescriptor = Self.operation()) throws {
    try Self.publish(operation, answer, to: test)
  }

  private func read(_ selections: [ReaderPlanNode], metadata: JSON = .null) -> Snapshot {
    let fragment = Plans.fragment("F", on: "User", metadata: metadata, selections)
    let scope = FragmentScope(store: test.store, owner: Self.operation(), fragment: "F", arguments: [:], isUnmatched: false)
    return test.store.lookup(Selector(context: scope.context(for: fragment), dataID: "1", record: .missing))
  }

  @Test("A null with an error at its own path stays where it is, and so does everything around it")
  func stays() throws {
    try publish(Self.answer(["name": .null], errorsAt: [["me", "name"]]))
    #expect(test.record("client:root")?["me"] == ["__ref": "1"])
    #expect(test.record("1")?["name"] == .some(.null))
    #expect(test.record("1")?["email"] == "a@b.c")
    #expect(test.record("1")?["__errors"]?["name"]?.arrayValue?.count == 1)
    #expect(test.store.lookup(Self.operation()).row?.json == ["me": ["email": "a@b.c"]])
  }

  @Test("A null without such an error violates the schema as before", .cases)
  func violations() {
    eachCase(of: [[], [["me"]], [["me", "name", "deeper"]], [["me", "email"]]] as [[[JSON]]]) { paths in
      let test = TestStore()
      try Self.publish(Self.operation(), Self.answer(["name": .null], errorsAt: paths), to: test)
      #expect(test.record("client:root")?["me"] == .some(.null))
      #expect(test.record("1") == nil)
    }
  }

  @Test("Next to a violation of the schema, too, it stays where it is")
  func besideViolation() throws {
    let answer = Self.answer(["email": 7, "name": .null], errorsAt: [["me", "name"]])
    try publish(answer)
    #expect(test.record("1")?["email"] == .some(.null))
    #expect(test.record("1")?["name"] == .some(.null))
    #expect(test.record("1")?["best"] == ["__ref": "2"])
  }

  @Test("The nearest place that may be null is nil for those who read the field, and for nobody else")
  func propagation() throws {
    try publish(Self.answer(["best": ["id": "2", "name": .null]], errorsAt: [["me", "best", "name"]]))
    let required = read([.scalar("email", "S"), .linked("best", "O!", of: "User", [.scalar("name", "S!")])])
    #expect(required.row == nil)
    #expect(required.fieldErrors.map(\.path) == ["best.name"])
    #expect(required.thrownErrors is FieldErrors)
    let nullable = read([.scalar("email", "S"), .linked("best", "O", of: "User", [.scalar("name", "S!")])])
    #expect(nullable.row?.json == ["email": "a@b.c", "best": .null])
    #expect(nullable.thrownErrors == nil)
    #expect(nullable.fieldErrors.map(\.path) == ["best.name"])
    let other = read([.scalar("email", "S"), .linked("best", "O!", of: "User", [.scalar("id", "S!")])])
    #expect(other.row?.json == ["email": "a@b.c", "best": ["id": "2"]])
    #expect(other.fieldErrors == [])
  }

  @Test("Of a list, the item, the list or what is around it is nil, as the types say", .cases)
  func lists() {
    let bad: JSON = [["id": "3", "name": "Alan"], ["id": "4", "name": .null]]
    let cases: [(type: String, read: JSON?)] = [
      ("[O]", ["others": [["name": "Alan"], .null]]), ("[O!]", ["others": .null]), ("[O!]!", nil),
      ("[O]!", ["others": [["name": "Alan"], .null]]),
    ]
    eachCase(of: cases) { type, expected in
      let test = TestStore()
      let operation = Self.operation(
        others: type, reader: [.linked("me", of: "User", [.linked("others", type, of: "User", [.scalar("name", "S!")])])])
      try Self.publish(operation, Self.answer(["others": bad], errorsAt: [["me", "others", 1, "name"]]), to: test)
      #expect(test.record("1")?["others"] == ["__refs": ["3", "4"]])
      #expect(test.store.lookup(operation).row?.json["me"] == expected ?? .null)
    }
  }

  @Test("An item of a list of objects that is null by an error leaves the others in the store, and the list nil")
  func nullItem() throws {
    let operation = Self.operation(
      reader: [.linked("me", of: "User", [.scalar("email", "S"), .linked("others", "[O!]", of: "User", [.scalar("name", "S!")])])])
    let answer = Self.answer(["others": [["id": "3", "name": "Alan"], .null]], errorsAt: [["me", "others", 1]])
    try publish(answer, of: operation)
    #expect(test.record("3")?["name"] == "Alan")
    let snapshot = test.store.lookup(operation)
    #expect(snapshot.row?.json == ["me": ["email": "a@b.c", "others": .null]])
    #expect(snapshot.fieldErrors.map(\.path) == ["me.others"])
    try publish(Self.answer(errorsAt: []), of: operation)
    #expect(test.store.lookup(operation).row?.json["me"]?["others"] == [["name": "Alan"]])
  }

  @Test("An item of a list of scalars that is null by an error makes the list null, and nothing else")
  func nullScalarItem() throws {
    try publish(Self.answer(["tags": ["x", .null]], errorsAt: [["me", "tags", 1]]))
    #expect(test.record("1")?["tags"] == .some(.null))
    #expect(test.record("1")?["name"] == "Ada")
    #expect(read([.scalar("tags", "[S!]"), .scalar("name", "S!")]).fieldErrors.map(\.path) == ["tags"])
    #expect(read([.scalar("tags", "[S!]!"), .scalar("name", "S!")]).row == nil)
  }

  @Test("@catch, @required and @throwOnFieldError see the error of the field itself")
  func directives() throws {
    try publish(Self.answer(["name": .null, "best": ["id": "2", "name": .null]], errorsAt: [["me", "name"], ["me", "best", "name"]]))
    let caught = read([.scalar("email", "S"), .catch(.result, .scalar("name", "S!"))])
    #expect(caught.row?.json["email"] == "a@b.c")
    #expect(caught.fieldErrors.map(\.isHandled) == [true])
    let above = read([.scalar("email", "S"), .catch(.null, .linked("best", "O", of: "User", [.scalar("name", "S!")]))])
    #expect(above.row?.json == ["email": "a@b.c", "best": .null])
    #expect(above.fieldErrors.map(\.isHandled) == [true])
    let required = read([.linked("best", "O", of: "User", [.required(.log, .scalar("name", "S!"))])])
    #expect(required.row?.json == ["best": .null])
    #expect(required.fieldErrors.map(\.kind) == [.payloadError, .requiredFieldLogged])
    let thrown = read([.scalar("email", "S"), .scalar("name", "S!")], metadata: ["throwOnFieldError": true])
    let errors = try #require(thrown.thrownErrors as? FieldErrors)
    #expect(errors.errors.map(\.path) == ["name"])
  }

  @Test("An error that leaves nothing of a fragment cuts the data around it, until the field has a value")
  @MainActor func fragments() async throws {
    let mock = MockEnvironment()
    let query = mock.environment.query(CurrentUserToDoListQuery(id: "u1"))
    let todos = ToDoPayloads.todos(
      [["id": "t1", "text": .null, "complete": true, "__typename": "Todo"], ToDoPayloads.todo("t2", "Feed the cat")], end: nil,
      hasNext: false)
    let path: JSON = ["user", "todos", "edges", 0, "node", "text"]
    try await mock.resolveMostRecentOperation(
      data: ["user": ToDoPayloads.user(todos: todos)], errors: [["message": "no text", "path": path]])
    let user = try #require(query.result.data?.user)
    let handle = FragmentHandle(ToDoList_user(key: user))
    func nodes() -> [String?]? { handle.data?.todos?.edges?.map { $0?.node?.id } }
    let changes = Recorder<Bool>()
    withObservationTracking {
      #expect(nodes() == [nil, "t2"])
    } onChange: {
      changes.append(true)
    }
    try mock.environment.commitLocalUpdate { $0["t1"]?["text"] = "Buy milk" }
    #expect(nodes() == ["t1", "t2"])
    try await eventually { changes.values == [true] }
  }

  @Test("A view's fragment fails with the error, and explains it")
  @MainActor func view() async throws {
    let mock = MockEnvironment()
    let environment = mock.environment
    let query = environment.query(CurrentUserToDoListQuery(id: "u1"))
    try await mock.resolveMostRecentOperation(data: ToDoPayloads.user)
    let user = try #require(query.result.data?.user)
    let list = FragmentHandle(ToDoList_user(key: user))
    let node = try #require(list.data?.todos?.edges?.first??.node)
    let item = FragmentHandle(ToDoItem_todo(key: node))
    #expect(item.data?.text == "Buy milk")
    try environment.commitLocalUpdate { store in
      guard let todo = store["t1"] else { return }
      todo["text"] = .some(.null)
      todo.setError("no text", of: "text")
    }
    #expect(item.data == nil)
    #expect((item.error as? FieldErrors)?.errors.map(\.error?.message) == ["no text"])
    let data = try #require(list.data?.todos?.edges?.first ?? nil)
    #expect(data.node == nil)
    #expect(environment.explain(\.node, of: data).reason == .fieldError([GraphQLError(message: "no text")]))
  }
}

extension JSON {
  /// The text of a component of a path.
  fileprivate var text: String { stringValue ?? "\(self)" }
}
