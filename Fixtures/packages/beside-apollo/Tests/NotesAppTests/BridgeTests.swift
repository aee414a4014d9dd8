import Apollo
import Foundation
import RelayRuntime
import Testing

@testable import NotesApp

/// Two clients in one app: each shows the changes of the other.
@MainActor @Suite("Beside Apollo", .timeLimit(.minutes(30)))
struct BridgeTests {
  private let server = NotesServer()
  private let clients: Clients

  init() throws {
    clients = Clients(server: server, url: try #require(URL(string: "https://notes.example/graphql")))
  }

  /// The contents of a screen after all changes have reached it.
  private func lines(_ list: NoteList) async -> [String] {
    await MockEnvironment.settle()
    return RelayEnvironment.withCurrent(clients.relay) { list.lines }
  }

  /// Whether a screen shows a title eventually.
  private func wait(for title: String, in details: NoteDetailsModel) async -> Bool {
    for await shown in details.titles where shown == title { return true }
    return false
  }

  @Test("An answer to Apollo is in Relay's store, and the screen that has moved shows it without a request")
  func apolloToRelay() async throws {
    let preloaded = clients.relay.preload(NoteListQuery())
    _ = try await preloaded.data()
    let list = NoteList()
    #expect(await lines(list) == ["Milk !", "Bread"])

    await server.rename("1", to: "Oat milk")
    _ = try await clients.apollo.fetch(query: NotesAPI.NoteDetailsQuery(id: "1"))
    #expect(await lines(list) == ["Oat milk !", "Bread"])

    _ = try await clients.apollo.perform(mutation: NotesAPI.RenameNoteMutation(id: "2", title: "Rye bread"))
    #expect(await lines(list) == ["Oat milk !", "Rye bread"])
    #expect(await server.requests == ["NoteListQuery", "NoteDetailsQuery", "RenameNoteMutation"])
  }

  @Test("A change in Relay's store notifies Apollo's watchers: by an updater, an optimistic update, or an answer")
  func relayToApollo() async throws {
    _ = try await clients.relay.fetch(NoteListQuery())
    let details = await NoteDetailsModel(id: "1", client: clients.apollo)
    #expect(await wait(for: "Milk", in: details))

    try clients.relay.commitLocalUpdate { $0["Note:1"]?["title"] = "Oat milk" }
    #expect(await wait(for: "Oat milk", in: details))

    let guess = clients.relay.applyOptimistic { $0["Note:1"]?["title"] = "Rice milk" }
    #expect(await wait(for: "Rice milk", in: details))
    guess.dispose()
    #expect(await wait(for: "Oat milk", in: details))

    await server.rename("1", to: "Soy milk")
    _ = try await clients.relay.fetch(NoteListQuery())
    #expect(await wait(for: "Soy milk", in: details))
  }

  @Test("A record is transferred with Apollo's key, its scalars and its links; records without a key in Apollo's cache are not")
  func records() throws {
    let change = RecordChange(
      dataID: "Note:1", typeName: "Note",
      fields: [
        "title": "Milk", "pinned": true, "size": 3, "owner": ["__ref": "User:2"], "tags": ["__refs": ["Tag:1", "client:Note:1:tags:1"]],
        "place": ["__ref": "client:Note:1:place"], "excerpt(length:10)": "Mi",
      ])
    let record = try #require(Record(change))
    #expect(record.key == "Note:1" && Set(record.fields.keys) == ["title", "pinned", "size", "owner", "tags"])
    #expect(record.fields["owner"] as? CacheReference == CacheReference("User:2"))
    #expect(record.fields["tags"] as? [CacheReference] == [CacheReference("Tag:1")])
    #expect(Record(RecordChange(dataID: "client:root", typeName: nil, fields: [:]))?.key == "QUERY_ROOT")
    #expect(Record(RecordChange(dataID: "client:Note:1:place", typeName: nil, fields: [:])) == nil)
    #expect(Record(RecordChange(dataID: "Note:1", typeName: nil, fields: nil)) == nil)
  }

  @Test("The tests of the screen that has moved: a mock, and data for a preview")
  func movedScreen() async throws {
    let mock = MockEnvironment()
    try await RelayEnvironment.withCurrent(mock.environment) {
      let list = NoteList()
      #expect(list.lines == ["Loading…"])
      try await mock.resolveMostRecentOperation(data: ["notes": [["id": "1", "title": "Milk", "priority": "LOW"]]])
      #expect(list.lines == ["Milk"])
    }
    let data = NoteListQuery.Data(json: ["notes": [["id": "1", "title": "Milk", "priority": "HIGH"]]])
    #expect(data.notes.map { NoteRow(note: $0.asFragment()).line } == ["Milk !"])
  }
}
