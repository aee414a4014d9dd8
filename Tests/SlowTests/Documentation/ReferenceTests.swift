import Foundation
import TestSupport
import Testing

/// The samples in documentation comments that end in a link to a guide compile, and the types that every app meets have one.
@Suite("Reference", .serialized)
struct ReferenceTests {
  /// What a sample that is no declaration may use.
  private static let names =
    "environment: RelayEnvironment, network: any RelayNetwork, url: URL, file: URL, picture: Data, user: HomeQuery.Data.User_user"

  /// A sample as a block of a page, and the type that it belongs to.
  private struct Sample {
    let type: String
    let block: MarkdownPage.Block
    let file: String
  }

  private static func samples() throws -> [Sample] {
    var samples: [Sample] = []
    for file in Repository.swiftFiles(in: "Sources/RelayRuntime") {
      let text = try String(contentsOf: file, encoding: .utf8)
      let pattern =
        /\/\/\/ ```swift\n((?:\/\/\/.*\n)*?)\/\/\/ ```\n\/\/\/\n\/\/\/ See <doc:\w+>\.\n(?: *[@#\/].*\n)*public [^\n]*?(?:class|struct|enum|protocol) (\w+)/
      for match in text.matches(of: pattern) {
        let code = match.1.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0.dropFirst(4)) }
        let line = text[..<match.1.startIndex].count { $0 == "\n" } + 1
        var block = MarkdownPage.Block(language: "swift", text: code.joined(separator: "\n") + "\n", line: line, check: nil)
        // A constant is one of a function: it may await.
        if !block.isDeclaration || block.text.hasPrefix("let ") { block.check = names }
        samples.append(Sample(type: String(match.2), block: block, file: file.path))
      }
    }
    return samples
  }

  @Test("the samples compile")
  func samplesCompile() async throws {
    let samples = try Self.samples()
    #expect(Set(samples.map(\.type)).count >= 46, "\(samples.map(\.type).sorted())")
    let page = Workshop.folder.appending(path: "Reference.md")
    let workshop = try Workshop()
    let documents = try MarkdownPage(String(contentsOf: page, encoding: .utf8)).blocks("graphql")
    var files = try await workshop.generate(documents, page: page)
    for (index, sample) in samples.enumerated() {
      files.append(try workshop.write(sample.block.swiftFile(page: sample.file), "sample\(index).swift"))
    }
    let run = try await workshop.typecheck(files)
    #expect(run.status == 0, "\(run.output)")
  }
}
