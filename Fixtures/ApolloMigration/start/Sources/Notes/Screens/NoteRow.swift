/// One note.
@MainActor
struct NoteRow {
  let note: NotesAPI.NoteRow

  var line: String { note.title + (note.priority == .case(.high) ? " !" : "") }
}
