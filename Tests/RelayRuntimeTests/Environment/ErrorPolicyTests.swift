import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// The handling of errors that the server sends along with data.
@Suite("Errors along with data are not lost", .hangGuard)
struct ErrorPolicyTests {
  private let logged: Recorder<String>
  private let mock: MockEnvironment

  init() {
    let logged = Recorder<String>()
    self.logged = logged
    mock = MockEnvironment(configuration: Self.configuration(logged))
  }

  private static func configuration(_ logged: Recorder<String>, _ errorPolicy: ErrorPolicy = .returnData) -> RelayEnvironment.Configuration
  {
    RelayEnvironment.Configuration(
      errorPolicy: errorPolicy,
      log: { event in
        guard case .payloadErrors(_, let operation, let errors) = event else { return }
        logged.append("\(operation): \(errors.map(\.message).joined(separator: ", "))")
      })
  }

  private let query = CurrentUserToDoListQuery(id: "u1")
  private let errors: [JSON] = [["message": "Broken", "path": ["user", "todos"]], ["message": "Slow"]]
  private let data: JSON = ["user": ToDoPayloads.user(todos: nil)]
  private let renamed: JSON = ["renameTodo": ["todo": ["id": "t1", "text": "New"]]]

  @Test("they are logged, whether or not the field is read")
  func log() async throws {
    let request = Task { try await mock.environment.fetch(query) }
    try await mock.resolve(mock.nextOperation(CurrentUserToDoListQuery.self), data: data, errors: errors)
    #expect(try await request.value.user?.id == "u1")
    #expect(logged.values == ["CurrentUserToDoListQuery: Broken, Slow"])
  }

  @Test("those of views, mutations and subscription events are logged, too")
  @MainActor func logElsewhere() async throws {
    let handle = mock.environment.query(query)
    try await mock.resolveMostRecentOperation(data: data, errors: errors)
    #expect(handle.result.data?.user?.id == "u1")
    let mutation = Task { try await mock.environment.commit(RenameTodoMutation(id: "t1", text: "New")) }
    try await mock.resolve(mock.nextOperation(RenameTodoMutation.self), data: renamed, errors: [["message": "Late"]])
    _ = try await mutation.value
    let events = mock.environment.subscribe(TodoChangedSubscription())
    let operation = try await mock.nextOperation(TodoChangedSubscription.self)
    try await mock.nextValue(operation, data: ["change": nil], errors: [["message": "Gone"]])
    #expect(
      logged.values
        == ["CurrentUserToDoListQuery: Broken, Slow", "RenameTodoMutation: Late", "TodoChangedSubscription: Gone"])
    withExtendedLifetime(events) {}
  }

  @Test("those of a streamed list's items are reported once, and so are those of parts without items")
  func incrementalParts() async throws {
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    var response = IncrementalResponse(
      environment.descriptor(StreamedActorsQuery(variables: Generated.EmptyVariables())), in: environment, updater: nil)
    func errors(_ body: JSON) throws -> [String] {
      try response.take(NetworkPayload(body), revertingOptimism: { nil }).flatMap { $0.errors.map(\.message) }
    }
    let place: JSON = ["id": "0", "path": ["feed", "actors"], "label": "StreamedActorsQuery$stream$actors"]
    let actors: [JSON] = ["a", "b"].map { ["__typename": "Actor", "id": .string($0), "name": "Ada"] }
    #expect(try errors(["data": ["feed": ["id": "f", "actors": []]], "pending": [place], "hasNext": true]) == [])
    #expect(try errors(["incremental": [["id": "0", "items": .array(actors), "errors": [["message": "A"]]]], "hasNext": true]) == ["A"])
    #expect(try errors(["incremental": [["id": "0", "items": [], "errors": [["message": "B"]]]], "hasNext": true]) == ["B"])
  }

  @Test("those of a deferred part that never gets its place are reported at the end")
  func errorsWithoutPlace() throws {
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    var response = IncrementalResponse(
      environment.descriptor(DeferredUserQuery(variables: Generated.EmptyVariables())), in: environment, updater: nil)
    let place: JSON = ["id": "0", "path": ["me"], "label": "DeferredUserQuery$defer$UserName_user"]
    let first: JSON = ["data": ["me": ["id": "u", "__typename": "User"]], "pending": [place], "hasNext": true]
    _ = try response.take(NetworkPayload(first), revertingOptimism: { nil })
    let part: JSON = ["incremental": [["id": "0", "data": ["name": "Ada"], "errors": [["message": "A"]]]], "hasNext": true]
    _ = try response.take(NetworkPayload(part), revertingOptimism: { nil })
    let lost: JSON = ["label": "unknown", "path": ["me"], "data": ["name": nil], "errors": [["message": "B"]], "hasNext": true]
    _ = try response.take(NetworkPayload(lost), revertingOptimism: { nil })
    #expect(try response.finish().flatMap { $0.errors.map(\.message) }.sorted() == ["A", "B"])
  }

  @Test("fetch throws all of them if asked to, and the data is in the store")
  func fetchThrows() async throws {
    let request = Task { try await mock.environment.fetch(query, errorPolicy: .throwErrors) }
    try await mock.resolve(mock.nextOperation(CurrentUserToDoListQuery.self), data: data, errors: errors)
    await #expect(throws: RelayError.fieldErrors(errors.map { GraphQLError(json: $0) })) { try await request.value }
    #expect(mock.environment.store.json["u1"] != nil)
    #expect(logged.values.count == 1)
  }

  @Test("commit throws them if asked to, after the updater has run")
  func commitThrows() async throws {
    let updated = Recorder<String>()
    let request = Task {
      try await mock.environment.commit(
        RenameTodoMutation(id: "t1", text: "New"), options: MutationOptions(errorPolicy: .throwErrors)
      ) { _ in updated.append("updated") }
    }
    try await mock.resolve(mock.nextOperation(RenameTodoMutation.self), data: renamed, errors: errors)
    await #expect(throws: RelayError.fieldErrors(errors.map { GraphQLError(json: $0) })) { try await request.value }
    #expect(updated.values == ["updated"])
  }

  @Test("the configuration is the default for calls; response(to:) returns both")
  @MainActor func configured() async throws {
    let mock = MockEnvironment(configuration: Self.configuration(logged, .throwErrors))
    let (data, errors) = (self.data, self.errors)
    let request = Task { try await mock.environment.fetch(query) }
    try await mock.resolve(mock.nextOperation(CurrentUserToDoListQuery.self), data: data, errors: errors)
    await #expect(throws: RelayError.self) { try await request.value }

    let lenient = Task { try await mock.environment.fetch(query, errorPolicy: .returnData) }
    try await mock.resolve(mock.nextOperation(CurrentUserToDoListQuery.self), data: data, errors: errors)
    #expect(try await lenient.value.user?.id == "u1")

    let response = Task { try await mock.environment.response(to: query) }
    try await mock.resolve(mock.nextOperation(CurrentUserToDoListQuery.self), data: data, errors: errors)
    #expect(try await response.value.errors.map(\.message) == ["Broken", "Slow"])

    let handle = MutationHandle<RenameTodoMutation>(environment: mock.environment)
    let failing = handle.commit(RenameTodoMutation(id: "t1", text: "New"))
    try await mock.resolve(mock.nextOperation(RenameTodoMutation.self), data: renamed, errors: errors)
    await #expect(throws: RelayError.self) { try await failing.value }
    #expect(handle.failure?.error as? RelayError == .fieldErrors(errors.map { GraphQLError(json: $0) }))
    #expect(handle.payloadErrors.count == 2)

    let passing = handle.commit(RenameTodoMutation(id: "t1", text: "New"), options: MutationOptions(errorPolicy: .returnData))
    try await mock.resolve(mock.nextOperation(RenameTodoMutation.self), data: renamed, errors: errors)
    #expect(try await passing.value.renameTodo?.todo?.text == "New")
    #expect(handle.failure == nil)
    #expect(handle.payloadErrors.count == 2)
  }

  @Test("an answer without errors throws none, and neither does data from the store")
  func nothingToThrow() async throws {
    let request = Task { try await mock.environment.fetch(query, errorPolicy: .throwErrors) }
    try await mock.resolve(mock.nextOperation(CurrentUserToDoListQuery.self), data: ToDoPayloads.user)
    _ = try await request.value
    _ = try await mock.environment.fetch(query, fetchPolicy: .storeOrNetwork, errorPolicy: .throwErrors)
    #expect(logged.values.isEmpty)
  }

  @Test("the trailing closure of a commit is the updater, not the optimistic updater")
  @MainActor func trailingClosure() async throws {
    let ran = Recorder<String>()
    let mutation = RenameTodoMutation(id: "t1", text: "New")
    let optimism: JSON = ["renameTodo": ["todo": ["id": "t1", "text": "New?"]]]
    let handle = MutationHandle<RenameTodoMutation>(environment: mock.environment)
    let mutator = Mutation<RenameTodoMutation>(environment: mock.environment).wrappedValue
    let environment = mock.environment
    let commits: [@Sendable @MainActor () async throws -> Void] = [
      { try await environment.commit(mutation) { _ in ran.append("commit") } },
      { try await environment.commit(mutation, optimisticResponse: optimism) { _ in ran.append("optimistic") } },
      { _ = try await environment.response(to: mutation) { _ in ran.append("response") } },
      { _ = try await handle.commit(mutation) { _ in ran.append("handle") }.value },
      { _ = try await mutator.commit(mutation) { _ in ran.append("mutator") }.value },
      { _ = try await mutator.commit(variables: mutation.variables) { _ in ran.append("variables") }.value },
    ]
    for (index, commit) in commits.enumerated() {
      let done = Task { try await commit() }
      let operation = try await mock.nextOperation(RenameTodoMutation.self)
      #expect(ran.values.count == index)
      try await mock.resolve(operation, data: renamed)
      try await done.value
      #expect(ran.values.count == index + 1)
    }
    #expect(ran.values == ["commit", "optimistic", "response", "handle", "mutator", "variables"])
  }
}
