import Foundation
import TestSupport
import Testing

/// The samples in the documentation comments of public types compile. `DocumentationTests` has the test that every type has one.
@Suite("Reference", .serialized)
struct ReferenceTests {
  /// What a sample that is no declaration may use.
  private static let names =
    "environment: RelayEnvironment, mock: MockEnvironment, network: any RelayNetwork, outbox: Outbox, url: URL, file: URL, folder: URL, "
    + "picture: Data, key: Data, data: HomeQuery.Data, user: HomeQuery.Data.User_user"

  /// Types whose samples need what only Apple's systems have: CryptoKit, and the type itself. Elsewhere they are only parsed.
  private static let onlyOnApple: Set = ["DurableCipher", "PathReachability"]

  /// The samples as blocks of a page.
  private static func samples() throws -> [(type: PublicType, block: MarkdownPage.Block)] {
    try ["RelayRuntime", "RelayDurableStore", "RelayOutbox"].flatMap(PublicType.all).compactMap { type in
      guard let sample = type.sample else { return nil }
      var block = MarkdownPage.Block(language: "swift", text: sample.code, line: sample.line, check: nil)
      // A constant is one of a function: it may await.
      if !block.isDeclaration || block.text.hasPrefix("let ") { block.check = names }
      return (type, block)
    }
  }

  @Test("the samples compile")
  func samplesCompile() async throws {
    let samples = try Self.samples()
    #expect(samples.count > 140)
    let page = Workshop.folder.appending(path: "Reference.md")
    let workshop = try Workshop()
    let documents = try MarkdownPage(String(contentsOf: page, encoding: .utf8)).blocks("graphql")
    var files = try await workshop.generate(documents, page: page)
    for (index, (type, block)) in samples.enumerated() {
      let path = try workshop.write(
        block.swiftFile(page: type.file.path, imports: ["RelayDurableStore", "RelayOutbox"]), "sample\(index).swift")
      if Self.onlyOnApple.contains(type.name) {
        let run = try await workshop.parse([path])
        #expect(run.status == 0, "\(run.output)")
      } else {
        files.append(path)
      }
    }
    let run = try await workshop.typecheck(files)
    #expect(run.status == 0, "\(run.output)")
  }
}
