import Foundation
import TestSupport
import Testing

/// Each step of the tutorial that changes what is on the screen has a picture of it, drawn from the evaluated views of the step's project.
/// `UPDATE_FIXTURES=1 RELAY_TEST_EFFORT=nightly` writes them.
@Suite("Drawings of the tutorial", .serialized)
struct TutorialDrawingTests {
  /// What a picture shows: the screen after each of some actions, in the program of `Screen.md`.
  private struct Scene {
    let step: String
    let moments: [(title: String, actions: String)]
    var screen = "TodosScreen()"
  }

  private static let loaded = ("After the answer", ".answer")
  private static let tap = #".answer, .press("☐ Water the tomatoes")"#

  private static let scenes = [
    Scene(step: "01-03-TodosScreen", moments: [("At first", ""), loaded]),
    Scene(step: "02-02-TodosScreen", moments: [loaded]),
    Scene(step: "02-06-TodosScreen", moments: [loaded]),
    Scene(step: "03-04-TodosScreen", moments: [loaded, ("The end appears", ".reachTheEnd"), ("The page has arrived", ".answer")]),
    Scene(step: "04-02-TodoRow", moments: [("After a tap", tap), ("After the answer", ".answer")]),
    Scene(step: "04-03-TodoRow", moments: [("After a tap", tap), ("After the answer", ".answer")]),
    Scene(
      step: "04-07-TodoList",
      moments: [
        ("Typed", #".answer, .write("Buy punched cards", into: "New to-do")"#), ("Submitted", ".submit"), ("After the answer", ".answer"),
      ]),
    Scene(step: "05-01-TodosPreviews", moments: [("The preview", "")], screen: "TodosPreviews.previews"),
  ]

  private static let folder = Repository.url("Sources/RelayRuntime/RelayRuntime.docc")

  /// All of them at night, and otherwise the one of the whole app.
  private static let drawn = ProcessInfo.processInfo.environment["RELAY_TEST_EFFORT"] == "nightly" ? scenes.map(\.step) : ["04-07-TodoList"]

  @Test("a picture is that of its step", arguments: Self.drawn)
  func picture(step: String) async throws {
    let scene = try #require(Self.scenes.first { $0.step == step })
    let moments = scene.moments.map { "Moment(title: \"\($0.title)\", actions: [\($0.actions)])" }.joined(separator: ", ")
    let output = try await Self.output(
      through: step,
      "import SwiftUI\nlet script = [\(moments)]\n@MainActor func screen() -> some View { \(scene.screen) }\n")
    var drawing = ScreenDrawing()
    for line in output.split(separator: "\n") {
      if line.hasPrefix("# ") {
        drawing.moments.append((String(line.dropFirst(2)), []))
      } else if let tab = line.firstIndex(of: "\t"), let last = drawing.moments.indices.last {
        drawing.moments[last].lines.append((String(line[..<tab]), String(line[line.index(after: tab)...])))
      }
    }
    #expect(drawing.moments.count == scene.moments.count && drawing.moments.allSatisfy { !$0.lines.isEmpty }, "\(output)")
    let file = Self.folder.appending(path: "Resources/step-\(step.prefix(5)).svg")
    let svg = drawing.svg
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != nil { try Data(svg.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == svg, "\(output)")
  }

  @Test("the test of the last page passes", .enabled(if: Self.drawn.count > 1))
  func lastPage() async throws {
    let output = try await Self.output(
      through: "05-02-TodosTests",
      """
      import SwiftUI
      let script: [Moment] = []
      @MainActor func screen() -> some View { TodosScreen() }
      """, afterwards: "try await TodosTests().addsARow()\nprint(\"passed\")")
    #expect(output == "passed\n")
  }

  @Test("a step with a picture shows it, and its text says what is drawn")
  func places() throws {
    let contents = try FileManager.default.contentsOfDirectory(at: Self.folder.appending(path: "Tutorial"), includingPropertiesForKeys: nil)
    let text = try contents.filter { $0.pathExtension == "tutorial" }.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    for scene in Self.scenes {
      let name = NSRegularExpression.escapedPattern(for: scene.step)
      let place = try Regex("file: \"\(name)\\.swift\"\\) \\{\\s*@Image\\(source: step-\(scene.step.prefix(5)), alt: \"[^\"]{20,}\"\\)")
      #expect(text.contains(place), "\(scene.step) does not show its picture")
    }
  }

  /// What a program prints that has the files after a step, that of `Screen.md`, and another.
  private static func output(through step: String, _ program: String, afterwards: String = "") async throws -> String {
    let steps = try FileManager.default.contentsOfDirectory(at: folder.appending(path: "Tutorial/Steps"), includingPropertiesForKeys: nil)
      .filter { $0.deletingPathExtension().lastPathComponent <= step }.sorted { $0.path < $1.path }
    var files: [String: URL] = [:]
    // The program has an entry of its own.
    for file in steps where !file.path.hasSuffix("TodosApp.swift") { files[String(file.lastPathComponent.dropFirst(6))] = file }
    let documents = try files.filter { $0.key.hasSuffix(".graphql") }.map { name, url in
      MarkdownPage.Block(language: "graphql", text: "# \(name)\n" + (try String(contentsOf: url, encoding: .utf8)), line: 1, check: nil)
    }
    let workshop = try Workshop()
    let generated = try await workshop.generate(documents, page: folder)
    let page = MarkdownPage(try String(contentsOf: Workshop.folder.appending(path: "Screen.md"), encoding: .utf8))
    let screen = try #require(page.blocks.first).text.replacing("      try await show()\n", with: "      try await show()\n\(afterwards)\n")
    let sources = [try workshop.write(screen, "Screen.swift"), try workshop.write(program, "Script.swift")]
    let run = try await workshop.run(generated + files.values.filter { $0.pathExtension == "swift" }.map(\.path).sorted() + sources)
    #expect(run.status == 0, "\(run.output)")
    return run.output
  }
}
