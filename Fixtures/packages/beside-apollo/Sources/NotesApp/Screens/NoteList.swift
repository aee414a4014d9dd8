import RelayRuntime

/// The screen that has moved. In a SwiftUI app these are views.
@MainActor struct NoteList {
  @Query<NoteListQuery> private var query

  var lines: [String] {
    switch query.get() {
    case .loading: ["Loading…"]
    case .failure(let error): ["Error: \(error.localizedDescription)"]
    case .success(let data): (data?.notes ?? []).map { NoteRow(note: $0.asFragment()).line }
    }
  }
}

@MainActor struct NoteRow {
  @Fragment<NoteRow_note> private var note

  init(note: Fragment<NoteRow_note>) { _note = note }

  var line: String { note.map { $0.title + ($0.priority == .high ? " !" : "") } ?? "" }
}
