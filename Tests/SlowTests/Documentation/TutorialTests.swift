import Foundation
import TestSupport
import Testing

/// The files of the tutorial's steps: `04-02-TodoRow.swift` is the file `TodoRow.swift` after the second step of the fourth page.
@Suite("Tutorial", .serialized)
struct TutorialTests {
  private static let folder = Repository.url("Sources/RelayRuntime/RelayRuntime.docc/Tutorial")

  private static let steps: [URL] = {
    let files = try? FileManager.default.contentsOfDirectory(at: folder.appending(path: "Steps"), includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }()

  /// The steps after which the whole project is compiled: those that change Swift; at night all of them, and otherwise the last of a page.
  private static let compiled: [Int] = {
    let swift = steps.indices.filter { steps[$0].pathExtension == "swift" }
    if ProcessInfo.processInfo.environment["RELAY_TEST_EFFORT"] == "nightly" { return swift }
    return swift.filter { index in
      index + 1 == steps.count || steps[index + 1].lastPathComponent.prefix(2) != steps[index].lastPathComponent.prefix(2)
    }
  }()

  @Test("the project compiles after each step", arguments: Self.compiled)
  func project(step: Int) async throws {
    var files: [String: URL] = [:]
    for file in Self.steps[...step] { files[String(file.lastPathComponent.dropFirst(6))] = file }
    let documents = try files.filter { $0.key.hasSuffix(".graphql") }.map { name, url in
      MarkdownPage.Block(language: "graphql", text: "# \(name)\n" + (try String(contentsOf: url, encoding: .utf8)), line: 1, check: nil)
    }
    let workshop = try Workshop()
    let generated = try await workshop.generate(documents, page: Self.steps[step])
    let run = try await workshop.typecheck(generated + files.values.filter { $0.pathExtension == "swift" }.map(\.path).sorted())
    #expect(run.status == 0, "\(Self.steps[step].lastPathComponent):\n\(run.output)")
  }

  @Test("each step is shown, in order, and each file that is shown exists")
  func order() throws {
    let contents = try String(contentsOf: Self.folder.appending(path: "Relay.tutorial"), encoding: .utf8)
    let pages = contents.matches(of: /tutorial: "doc:(\w+)"/).map { String($0.1) }
    let shown = try pages.flatMap { page in
      try String(contentsOf: Self.folder.appending(path: "\(page).tutorial"), encoding: .utf8).matches(of: /file: "([^"]+)"/).map {
        String($0.1)
      }
    }
    #expect(shown == Self.steps.map(\.lastPathComponent) && shown.count > 15)
  }
}
