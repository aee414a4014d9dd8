import Foundation
import TestSupport
import Testing

/// Every sample in the documentation works: its GraphQL goes through the compiler, and its Swift is type-checked together with the
/// generated code, the runtime and a stub of SwiftUI. Each page is a separate module, in Swift 5 mode and in Swift 6 mode.
@Suite("Documentation", .serialized)
struct DocumentationTests {
  static let pages: [URL] = {
    let guides = Repository.url("Sources/RelayRuntime/RelayRuntime.docc")
    let articles = (try? FileManager.default.contentsOfDirectory(at: guides, includingPropertiesForKeys: nil)) ?? []
    return [Repository.url("README.md"), Repository.url("SKILL.md"), Workshop.folder.appending(path: "CallShapes.md")]
      + articles.filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
  }()

  @Test("the samples of a page compile", arguments: Self.pages, Workshop.Mode.allCases)
  func samples(page: URL, mode: Workshop.Mode) async throws {
    let markdown = try MarkdownPage(String(decoding: Data(contentsOf: page), as: UTF8.self))
    guard !markdown.blocks.isEmpty else { return }
    let workshop = try Workshop()
    var files = try await workshop.generate(
      markdown.blocks("graphql"), configuration: markdown.blocks("json").first, page: page)
    for block in markdown.blocks("swift") {
      files.append(try workshop.write(block.swiftFile(page: page.path), "block\(block.line).swift"))
    }
    let run = try await workshop.typecheck(files, as: mode)
    // A sample may leave a value unused, but must compile.
    #expect(run.status == 0, "\(run.output)")
  }

  /// The functions of the page that make a mock environment of their own. Whatever they throw is the failure of a test that a reader copies.
  @Test("the tests in a page's samples pass", arguments: Self.pages)
  func sampleTests(page: URL) async throws {
    let markdown = try MarkdownPage(String(decoding: Data(contentsOf: page), as: UTF8.self))
    let tests = markdown.blocks("swift").flatMap(\.testFunctions)
    guard !tests.isEmpty else { return }
    let workshop = try Workshop()
    var files = try await workshop.generate(
      markdown.blocks("graphql"), configuration: markdown.blocks("json").first, page: page)
    for block in markdown.blocks("swift") {
      files.append(try workshop.write(block.swiftFile(page: page.path), "block\(block.line).swift"))
    }
    files.append(try workshop.write(MarkdownPage.program(running: tests), "Program.swift"))
    let run = try await workshop.run(files)
    #expect(run.status == 0, "\(page.path):\n\(run.output)")
    for test in tests { #expect(run.output.contains("passed: \(test)\n"), "\(page.path): \(test)\n\(run.output)") }
  }

  @Test("the guides have tests that are run, and one that fails is reported")
  func failingSampleTest() async throws {
    let tests = try Self.pages.flatMap { page in
      try MarkdownPage(String(decoding: Data(contentsOf: page), as: UTF8.self)).blocks("swift").flatMap(\.testFunctions)
    }
    #expect(Set(["greetsTheUser", "greetsAda", "greetsAnybody", "greetsGrace", "loadsTheNextPage", "takesOneRequest"]).isSubset(of: tests))
    let page = MarkdownPage(
      "```swift\n@MainActor\nfunc fails() async throws {\n  _ = try MockEnvironment().mostRecentOperation()\n}\n```\n")
    let workshop = try Workshop()
    let files = [
      try workshop.write(page.blocks[0].swiftFile(page: "Page.md"), "block.swift"),
      try workshop.write(MarkdownPage.program(running: page.blocks[0].testFunctions), "Program.swift"),
    ]
    let run = try await workshop.run(files)
    #expect(run.status != 0 && run.output.contains("failed: fails: No operation is pending."), "\(run.output)")
  }

  @Test("the guides exist and have samples")
  func guides() throws {
    let counts = try Self.pages.map { try MarkdownPage(String(decoding: Data(contentsOf: $0), as: UTF8.self)).blocks.count }
    #expect(counts.count >= 18 && counts.reduce(0, +) >= 120, "\(counts)")
  }

  @Test("what a page shows of a sample package is in the package", .cases)
  func excerpts() {
    eachCase(of: Self.pages) { try excerpts(page: $0) }
  }

  func excerpts(page: URL) throws {
    for (path, block) in MarkdownPage(try String(contentsOf: page, encoding: .utf8)).excerpts {
      let file = try String(contentsOf: Repository.url(path), encoding: .utf8)
      // In the file it may be further to the right.
      let isThere = stride(from: 0, through: 12, by: 2).contains { file.contains(Self.indented(block.text, by: $0)) }
      #expect(isThere, "\(page.path):\(block.line): error: this is not in \(path)")
    }
  }

  private static func indented(_ text: String, by count: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : String(repeating: " ", count: count) + $0 }.joined(separator: "\n")
  }

  @Test("the sample for credentials is the code that the server matrix runs")
  func credentials() throws {
    let file = try String(
      contentsOf: Repository.url("Tests/ServerMatrix/Sources/ServerMatrix/AuthenticatedNetwork.swift"), encoding: .utf8)
    let guide = try String(
      contentsOf: Repository.url("Sources/RelayRuntime/RelayRuntime.docc/Networking.md"), encoding: .utf8)
    let sample = try #require(file.range(of: "struct Tokens").map { file[$0.lowerBound...] })
    #expect(guide.contains("```swift\n\(sample)```"))
  }

  @Test("the two language modes differ")
  func modes() async throws {
    let page = MarkdownPage("```swift\npublic var count = 0\n```\n")
    let workshop = try Workshop()
    let file = try workshop.write(page.blocks[0].swiftFile(page: "Page.md"), "block.swift")
    #expect(try await workshop.typecheck([file], as: .swift5).status == 0)
    let run = try await workshop.typecheck([file], as: .swift6)
    #expect(run.status != 0 && run.output.contains("Page.md:2:"), "\(run.output)")
  }

  @Test("a sample that does not compile is reported at its line")
  func wrongSample() async throws {
    let page = MarkdownPage("Text\n\n<!-- check: count: Int -->\n```swift\nlet text: String = count\n_ = text\n```\n")
    let workshop = try Workshop()
    let file = try workshop.write(page.blocks[0].swiftFile(page: "Page.md"), "block.swift")
    let run = try await workshop.typecheck([file])
    #expect(run.status != 0 && run.output.contains("Page.md:5:"), "\(run.output)")
  }
}
