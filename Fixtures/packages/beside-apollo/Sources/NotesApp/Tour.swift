import Foundation
import RelayRuntime

@main @MainActor enum Tour {
  static func main() async throws {
    guard let url = URL(string: "https://notes.example/graphql") else { return }
    let server = NotesServer()
    let clients = Clients(server: server, url: url)
    _ = try await clients.relay.fetch(NoteListQuery())

    let details = await NoteDetailsModel(id: "1", client: clients.apollo)
    for await title in details.titles {
      print("Apollo shows:", title)
      if title == "Oat milk" { break }
      try clients.relay.commitLocalUpdate { $0["Note:1"]?["title"] = "Oat milk" }
    }

    _ = try await clients.apollo.perform(mutation: NotesAPI.RenameNoteMutation(id: "2", title: "Rye bread"))
    let lines = RelayEnvironment.withCurrent(clients.relay) { NoteList().lines }
    print("Relay shows:", lines.joined(separator: ", "))
    print("requests:", await server.requests.joined(separator: ", "))
  }
}
