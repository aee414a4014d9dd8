import Foundation
import Testing

@testable import RelayRuntime

@Suite("Previews")
@MainActor
struct PreviewTests {
  private let query = CurrentUserToDoListQuery(id: "u1")

  @Test("a query's payload is available immediately, with any fetch policy")
  func query() async throws {
    let environment = RelayEnvironment.preview(PreviewPayload(self.query, ToDoPayloads.user))
    #expect(environment.query(self.query).result.data?.user?.id == "u1")
    #expect(try await environment.fetch(self.query, fetchPolicy: .networkOnly).user?.id == "u1")
    RelayEnvironment.withCurrent(environment) {
      #expect(CurrentUserToDoList().body.first == "To-do List for u1")
    }
  }

  @Test("a payload may be a whole response, or a text; an error in the text is the operation's")
  func forms() async throws {
    let whole = RelayEnvironment.preview(PreviewPayload(query, ["data": ToDoPayloads.user]))
    #expect(whole.query(query).result.data?.user?.id == "u1")
    let text = RelayEnvironment.preview(PreviewPayload(query, json: #"{"user": {"id": "u1", "todos": null}}"#))
    #expect(text.query(query).result.data?.user?.id == "u1")
    let wrong = RelayEnvironment.preview(PreviewPayload(query, json: "{"))
    await #expect(throws: JSONParseError.self) { try await wrong.fetch(query) }
  }

  @Test("an operation without a payload fails with an explanation; different variables mean a different operation")
  func missing() async throws {
    let environment = RelayEnvironment.preview(PreviewPayload(query, ToDoPayloads.user))
    let error = await #expect(throws: RelayError.self) { try await environment.fetch(CurrentUserToDoListQuery(id: "u2")) }
    #expect(error?.localizedDescription.contains("CurrentUserToDoListQuery: the preview has no payload") == true)
    await #expect(throws: RelayError.self) { try await environment.commit(RenameTodoMutation(id: "t1", text: "x")) }
    let resource = RelayEnvironment.preview(PreviewPayload(query, resource: "Nowhere"))
    let absent = await #expect(throws: RelayError.self) { try await resource.fetch(query) }
    #expect(absent?.localizedDescription.contains("Nowhere.json") == true)
  }

  @Test("a mutation and a subscription are answered, too; the subscription stays open")
  func otherOperations() async throws {
    let mutation = RenameTodoMutation(id: "t1", text: "New")
    let environment = RelayEnvironment.preview(
      PreviewPayload(mutation, ["renameTodo": ["todo": ["id": "t1", "text": "New"]]]),
      PreviewPayload(TodoChangedSubscription(), ["change": ["kind": "added", "todo": nil]]))
    #expect(try await environment.commit(mutation).renameTodo?.todo?.id == "t1")
    var events = environment.subscribe(TodoChangedSubscription()).makeAsyncIterator()
    #expect(try await events.next()?.change?.kind == "added")
  }
}
