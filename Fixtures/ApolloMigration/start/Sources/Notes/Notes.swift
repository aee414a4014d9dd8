import Foundation

/// Shows the screen, renames a note, and shows it again.
@main @MainActor
enum Notes {
  static func main() async throws {
    guard let url = URL(string: "https://notes.example/graphql") else { return }
    let screen = NoteListScreen(Clients(server: NotesServer(), url: url))
    await screen.appear()
    while screen.lines == ["Loading…"] { try await Task.sleep(for: .milliseconds(1)) }
    print(screen.lines.joined(separator: ", "))
    await screen.rename("1", to: "Oat milk")
    while !screen.lines.contains("Oat milk !") { try await Task.sleep(for: .milliseconds(1)) }
    print(screen.lines.joined(separator: ", "))
  }
}
