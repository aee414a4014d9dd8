import Foundation
import Testing

@testable import Notes

@Suite("The list of notes") @MainActor
struct NoteListTests {
  private let screen: NoteListScreen

  init() throws {
    screen = NoteListScreen(Clients(server: NotesServer(), url: try #require(URL(string: "https://notes.example/graphql"))))
  }

  private func see(_ lines: [String], _ sourceLocation: SourceLocation = #_sourceLocation) async throws {
    // Only what hangs takes longer.
    let deadline = ContinuousClock.now + .seconds(1800)
    while screen.lines != lines, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(1)) }
    #expect(screen.lines == lines, sourceLocation: sourceLocation)
  }

  @Test("It shows the notes, and a renamed one")
  func rename() async throws {
    await screen.appear()
    try await see(["Milk !", "Bread"])
    await screen.rename("2", to: "Rye bread")
    try await see(["Milk !", "Rye bread"])
  }

  @Test("A name that the server refuses is not shown")
  func refused() async throws {
    await screen.appear()
    try await see(["Milk !", "Bread"])
    await screen.rename("2", to: "")
    try await see(["Milk !", "Bread", "Not renamed."])
  }
}
