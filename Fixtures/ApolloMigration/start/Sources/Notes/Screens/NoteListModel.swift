import Apollo
import Observation

/// What the screen shows, kept up to date by a watcher.
@MainActor @Observable
final class NoteListModel {
  private(set) var notes: [NotesAPI.NoteListQuery.Data.Note]?
  private(set) var failure: String?
  @ObservationIgnored private let client: ApolloClient
  @ObservationIgnored private var watcher: GraphQLQueryWatcher<NotesAPI.NoteListQuery>?

  init(client: ApolloClient) { self.client = client }

  func load() async {
    watcher = await client.watch(query: NotesAPI.NoteListQuery()) { [weak self] result in
      Task { @MainActor in self?.show(result) }
    }
  }

  func rename(_ id: String, to title: String) async {
    do {
      _ = try await client.perform(mutation: NotesAPI.RenameNoteMutation(id: id, title: title))
      failure = nil
    } catch {
      failure = "Not renamed."
    }
  }

  private func show(_ result: Result<GraphQLResponse<NotesAPI.NoteListQuery>, any Error>) {
    switch result {
    case .success(let response): notes = response.data?.notes
    case .failure: failure = "Not loaded."
    }
  }
}
