import Foundation
import Testing

/// Every example in the documentation is code that works: its GraphQL goes through the compiler, and its Swift is type-checked together with
/// what was generated, the runtime and a stub of SwiftUI.
@Suite("Documentation", .serialized) struct DocumentationTests {
  static let guide = Workshop.root.appending(path: "Sources/RelayRuntime/RelayRuntime.docc")

  static let pages: [URL] = {
    let articles = (try? FileManager.default.contentsOfDirectory(at: Self.guide, includingPropertiesForKeys: nil)) ?? []
    return [Workshop.root.appending(path: "README.md"), Workshop.pages.appending(path: "CallShapes.md")]
      + articles.filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
  }()

  @Test("the examples of a page compile without a warning", arguments: Self.pages)
  func examples(page: URL) throws {
    let markdown = try MarkdownPage(String(decoding: Data(contentsOf: page), as: UTF8.self))
    let workshop = try Workshop()
    var files = try workshop.generate(markdown.blocks("graphql").map(\.text))
    let context = Workshop.pages.appending(path: "Context")
    files.append(context.appending(path: "Context.swift").path)
    var count = 0
    for (index, block) in markdown.blocks("swift").enumerated() where !block.text.hasPrefix("// Package.swift") {
      files.append(try workshop.write(block.swiftFile(page: page.lastPathComponent, index: index), "block\(index).swift"))
      count += 1
    }
    let run = try workshop.typecheck(files)
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    #expect(count > 0 || page.lastPathComponent == "RelayRuntime.md", "\(page.lastPathComponent) has no example")
  }

  @Test("the guide is there")
  func guideExists() { #expect(Self.pages.count > 8) }

  @Test("an example that does not compile is found, at its line")
  func wrongExample() throws {
    let page = MarkdownPage("Text\n\n```swift\nlet number: Int = \"text\"\n_ = number\n```\n")
    let workshop = try Workshop()
    let file = try workshop.write(page.blocks[0].swiftFile(page: "Page.md", index: 0), "block.swift")
    let run = try workshop.typecheck([file])
    #expect(run.status != 0 && run.output.contains("Page.md:4:"), "\(run.output)")
  }
}
