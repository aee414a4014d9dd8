import Foundation
import Testing

@testable import RelayCompilerCore

/// The package's root, found from this file.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

@Suite("Documentation of diagnostics")
struct DiagnosticDocumentationTests {
  private static let catalog = packageRoot.appending(path: "Sources/RelayCompilerCore/RelayCompilerCore.docc")

  private static func documented() throws -> Set<String> {
    var ids: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(at: catalog, includingPropertiesForKeys: nil) where file.pathExtension == "md" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where line.hasPrefix("## ") {
        #expect(ids.insert(String(line.dropFirst(3))).inserted, "documented twice: \(line)")
      }
    }
    return ids
  }

  /// Every string literal that becomes an id, where messages are written.
  private static func used() throws -> Set<String> {
    var ids: Set<String> = []
    let made = try Regex(#"(?:Diagnostic\(|DiagnosticID =)\s*(?:role == \.argument \? "([a-z-]+)" : )?"([a-z]+(?:-[a-z]+)+)""#)
    for file in try DiagnosticSources.read() where file.holdsMessages {
      for match in file.text.matches(of: made) {
        for index in 1...2 { if let id = match.output[index].substring { ids.insert(String(id)) } }
      }
    }
    return ids
  }

  @Test("Every id has an entry, and every entry an id")
  func complete() throws {
    let documented = try Self.documented()
    let used = try Self.used()
    #expect(used.count > 100)
    #expect(used.subtracting(documented).sorted() == [])
    #expect(documented.subtracting(used).sorted() == [])
  }

  @Test("The five typical mistakes stand in the documentation as they are printed")
  func mistakes() throws {
    let schema = """
      type Query { user(id: ID!): User, search(text: String!, first: Int = 10): [Result!]! }
      union Result = User | Photo
      type User { id: ID!, name: String, friends(first: Int): [User!] }
      type Photo { url: String! }

      """
    let documents: [(title: String, text: String)] = [
      ("An unknown field", "query UserQuery($id: ID!) {\n  user(id: $id) {\n    nam\n  }\n}\n"),
      ("A value of the wrong type", "query FriendsQuery($id: ID!) {\n  user(id: $id) {\n    friends(first: \"ten\") { name }\n  }\n}\n"),
      ("A required argument is missing", "query SearchQuery {\n  search(first: 3) { __typename }\n}\n"),
      ("A fragment that cannot match", "query PhotoQuery($id: ID!) {\n  user(id: $id) {\n    ... on Photo { url }\n  }\n}\n"),
      ("A closing brace is missing", "query NameQuery($id: ID!) {\n  user(id: $id) {\n    name\n}\n\nfragment Name on User {\n  name\n}\n"),
    ]
    var text = "# Five typical mistakes\n\nWhat `relay-compiler-swift generate --diagnostics human` prints for them.\n"
    for (title, document) in documents {
      var input = Compilation.Input()
      input.schema = [SourceFile(path: "schema.graphql", text: schema)]
      input.documents = [SourceFile(path: "Queries.graphql", text: document)]
      input.threads = 1
      let output = Compilation.run(input)
      let rendered = DiagnosticRenderer.render(output.diagnostics, in: input.files, style: .human)
      #expect(output.diagnostics.count == 1, "one mistake, one error: \(title)")
      text += "\n## \(title)\n\n```\n\(String(decoding: rendered, as: UTF8.self).trimmingCharacters(in: .newlines))\n```\n"
    }
    text = text.replacing("\n## ", with: "\n### ")
    let file = Self.catalog.appending(path: "TypicalMistakes.md")
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("wrote TypicalMistakes.md: look at the difference")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
