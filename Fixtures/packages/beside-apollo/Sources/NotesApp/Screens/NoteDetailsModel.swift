import Apollo

/// The screen that has not moved yet.
final class NoteDetailsModel: Sendable {
  let titles: AsyncStream<String>
  private let watcher: GraphQLQueryWatcher<NotesAPI.NoteDetailsQuery>

  init(id: String, client: ApolloClient) async {
    let (titles, continuation) = AsyncStream<String>.makeStream()
    self.titles = titles
    watcher = await client.watch(query: NotesAPI.NoteDetailsQuery(id: id)) { result in
      if let note = try? result.get().data?.note { continuation.yield(note.title) }
    }
  }
}
