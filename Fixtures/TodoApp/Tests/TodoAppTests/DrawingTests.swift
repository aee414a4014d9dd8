import Foundation
import RelayRuntime
import TerminalUI
import Testing
import TodoServer

@testable import TodoApp

/// The picture in the README is drawn from the app: its documents, the lines of its screen with the views that draw them, and what is
/// evaluated when a row is completed. `UPDATE_FIXTURES=1` writes it.
@MainActor
struct DrawingTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..").standardized
  private static let picture = root.appending(path: "Sources/RelayRuntime/RelayRuntime.docc/Resources/todo-app.svg")

  @Test func thePictureIsThatOfTheApp() async throws {
    let gate = Gate()
    let environment = RelayEnvironment(network: GatedNetwork(base: TodoServer().network(), gate: gate))
    let screen = Screen(CurrentUserToDoList())
    var drawing = Drawing()
    for name in ["ToDoSummary_user", "ToDoItem_todo", "ToDoList_user"] {
      let file = Self.root.appending(path: "Fixtures/TodoApp/Sources/TodoApp/Views/\(name).graphql")
      drawing.documents.append((name, try String(contentsOf: file, encoding: .utf8)))
    }
    try await RelayEnvironment.withCurrent(environment) {
      try await screen.wait(for: "the list", settle: MockEnvironment.settle) { $0.text.contains("Load more…") }
      drawing.lines = screen.lines()
      let row = try #require(screen.lines().first { $0.text.hasPrefix("☐ ") }?.text)
      gate.close()
      try screen.tap(row)
      let optimistic = try await screen.wait(for: "the change") { !$0.text.contains(row) }
      gate.open()
      let answered = try await screen.wait(for: "the answer", settle: MockEnvironment.settle) { $0.text.contains("4 of 12") }
      drawing.caption = [
        "Tap “\(row.dropFirst(2))”. These views are evaluated:",
        "at once \(Self.sentence(optimistic)),",
        "and after the answer \(Self.sentence(answered)).",
      ]
    }
    let svg = drawing.svg
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != nil { try Data(svg.utf8).write(to: Self.picture) }
    #expect(try String(contentsOf: Self.picture, encoding: .utf8) == svg)
  }

  private static func sentence(_ update: Screen.Update) -> String {
    let names = update.evaluated.map(\.name).joined(separator: ", ")
    return "\(update.evaluated.count) of \(update.evaluated.count + update.untouchedCount) (\(names))"
  }
}

/// A picture with documents on the left and a screen on the right.
private struct Drawing {
  var documents: [(name: String, text: String)] = []
  var lines: [Screen.Line] = []
  var caption: [String] = []

  private static let colors = ["ToDoSummary": "#b45309", "ToDoItem": "#0f766e", "ToDoList": "#4338ca"]

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  private static func text(_ text: String, _ x: Int, _ y: Int, _ attributes: String) -> String {
    "<text x=\"\(x)\" y=\"\(y)\" xml:space=\"preserve\" \(attributes)>\(escaped(text))</text>\n"
  }

  var svg: String {
    var body = ""
    var y = 40
    for document in documents {
      let color = Self.colors[String(document.name.prefix { $0 != "_" })] ?? "#374151"
      let lines = document.text.split(separator: "\n").map(String.init)
      let height = lines.count * 16 + 18
      body +=
        "<rect x=\"16\" y=\"\(y)\" width=\"540\" height=\"\(height)\" rx=\"6\" fill=\"#ffffff\" stroke=\"\(color)\" stroke-width=\"1.5\"/>\n"
      body += Self.text("\(document.name).graphql", 24, y - 6, "font-weight=\"600\" fill=\"\(color)\"")
      for (index, line) in lines.enumerated() {
        body += Self.text(line, 28, y + 20 + index * 16, "class=\"code\"")
      }
      y += height + 30
    }
    let left = y
    y = 40
    body += Self.text("What the views draw, after one request", 590, y - 6, "font-weight=\"600\" fill=\"#374151\"")
    body += "<rect x=\"582\" y=\"\(y)\" width=\"382\" height=\"\(lines.count * 26 + 12)\" rx=\"6\" fill=\"#ffffff\" stroke=\"#9ca3af\"/>\n"
    for (index, line) in lines.enumerated() {
      let color = Self.colors[line.view] ?? "#6b7280"
      let top = y + 8 + index * 26
      body += "<rect x=\"590\" y=\"\(top)\" width=\"366\" height=\"22\" rx=\"3\" fill=\"\(color)\" fill-opacity=\"0.10\"/>\n"
      body += "<rect x=\"590\" y=\"\(top)\" width=\"4\" height=\"22\" fill=\"\(color)\"/>\n"
      body += Self.text(line.text, 602, top + 16, "")
      body += Self.text(line.view, 948, top + 16, "text-anchor=\"end\" font-size=\"11\" fill=\"\(color)\"")
    }
    y += lines.count * 26 + 40
    for line in caption {
      body += Self.text(line, 582, y, "fill=\"#374151\" font-size=\"12\"")
      y += 18
    }
    let height = max(left, y) - 6
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="980" height="\(height)" viewBox="0 0 980 \(height)" \
      font-family="system-ui, sans-serif" font-size="13" fill="#111827">
      <style>.code { font-family: ui-monospace, monospace; font-size: 11px; }</style>
      <rect width="980" height="\(height)" rx="8" fill="#f9fafb" stroke="#e5e7eb"/>
      \(body)</svg>

      """
  }
}
