import Observation
import TerminalUI
import Testing

@MainActor @Observable
private final class Model {
  var names = ["a", "b", "c"]
}

private struct Name: View {
  let name: String
  @State private var isChosen = false

  var body: some View {
    HStack {
      Image(systemName: isChosen ? "checkmark.square" : "square")
      Text(name)
    }.onTapGesture { isChosen.toggle() }
  }
}

private struct Names: View {
  let model: Model
  @State private var newName = ""

  var body: some View {
    List {
      ForEach(model.names, id: \.self) { Name(name: $0) }
      if model.names.isEmpty { Text("Nobody") }
    }
    TextField("New name", text: self.$newName).onSubmit {
      model.names.append(newName)
      newName = ""
    }
    Button("Clear") { model.names = [] }
  }
}

/// The screen evaluates the same views as SwiftUI would: only those that have changed.
@MainActor
struct TerminalUITests {
  private let model = Model()

  @Test func drawsBodies() {
    let screen = Screen(Names(model: model))
    let update = screen.update()
    #expect(screen.text == "☐ a\n☐ b\n☐ c\n[ New name… ]\n[ Clear ]")
    #expect(update.evaluated.map(\.name) == ["Names", "Name", "Name", "Name"])
    #expect(screen.update().evaluated.isEmpty)
  }

  @Test func evaluatesOnlyTheViewWhoseStateChanged() async throws {
    let screen = Screen(Names(model: model))
    screen.update()
    try screen.tap("b")
    let update = try await screen.wait(for: "a tick") { $0.text.contains("☑ b") }
    #expect(update.evaluated.map(\.firstLine) == ["☑ b"])
    #expect(update.untouchedCount == 3)
  }

  @Test func keepsTheStateOfViewsThatStay() async throws {
    let screen = Screen(Names(model: model))
    screen.update()
    try screen.tap("b")
    try await screen.wait(for: "a tick") { $0.text.contains("☑ b") }
    model.names = ["c", "b", "d"]
    let update = try await screen.wait(for: "a new name") { $0.text.contains("☐ d") }
    #expect(screen.text.hasPrefix("☐ c\n☑ b\n☐ d\n"))
    #expect(update.evaluated.map(\.firstLine) == ["☐ c", "☐ d"])
    #expect(update.evaluated.map(\.name) == ["Names", "Name"])
  }

  @Test func takesTextAndTaps() async throws {
    let screen = Screen(Names(model: model))
    screen.update()
    try screen.type("d", into: "New name")
    try await screen.wait(for: "the new name") { $0.text.contains("☐ d\n[ New name… ]") }
    try screen.tap("Clear")
    try await screen.wait(for: "nobody") { $0.text.hasPrefix("Nobody\n") }
    #expect(throws: Screen.NotFound.self) { try screen.tap("☐ d") }
    await #expect(throws: Screen.TimedOut.self) {
      try await screen.wait(for: "a miracle", timeout: .milliseconds(20)) { $0.text.contains("miracle") }
    }
  }
}
