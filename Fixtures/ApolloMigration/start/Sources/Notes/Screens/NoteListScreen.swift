/// The screen. In a SwiftUI app, it is a view, and its lines are views, too.
@MainActor
struct NoteListScreen {
  private let model: NoteListModel

  init(_ clients: Clients) { model = NoteListModel(client: clients.apollo) }

  /// What `.task` does in a SwiftUI app.
  func appear() async { await model.load() }

  var lines: [String] {
    guard let notes = model.notes else { return ["Loading…"] }
    return notes.map { NoteRow(note: $0.fragments.noteRow).line } + (model.failure.map { [$0] } ?? [])
  }

  func rename(_ id: String, to title: String) async { await model.rename(id, to: title) }
}
