import Foundation
import Testing

@testable import RelayCompilerCore

@Suite("Documentation of diagnostics")
struct DiagnosticDocumentationTests {
  /// Every string literal that becomes an id, in the files where messages are written.
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
    let entries = try DiagnosticPage.readAll().flatMap(\.entries).map(\.id)
    let documented = Set(entries)
    let used = try Self.used()
    #expect(used.count > 100)
    #expect(documented.count == entries.count, "an id is documented twice")
    #expect(used.subtracting(documented).sorted() == [])
    #expect(documented.subtracting(used).sorted() == [])
  }

  /// Diagnostics whose example would be too large, that depend on files, or that occur only in validation by the specification alone.
  private static let withoutExample: Set<String> = [
    "combining-marks", "default-value-cycle", "deprecated-interface-field", "deprecated-required-value", "file-too-large",
    "fragment-argument-too-large",
    "invalid-encoding", "nested-too-deeply", "nesting-depth", "not-executable", "out-of-date", "output-name",
    "persisting-failed", "selections-too-complex", "too-many-fragment-copies", "too-many-selections", "too-much-output",
    "unknown-custom-scalar", "unreadable-file",
    "unused-fragment",
    "unwritable-file", "wrong-default-value",
  ]

  @Test("The example of every entry contains one mistake, and the entry quotes the compiler's diagnostics for it")
  func examples() throws {
    let schema = try DiagnosticPage(DiagnosticPage.catalog.appending(path: "ExampleSchema.md")).incomplete
    #expect(schema.map(\.name) == ["schema.graphql", "client.graphql"])
    var withoutExample: Set<String> = []
    for var page in try DiagnosticPage.readAll() where !page.entries.isEmpty {
      #expect(page.incomplete.isEmpty, "\(page.url.lastPathComponent): an example without its output")
      var outputs: [String] = []
      for entry in page.entries {
        #expect(entry.hasNone == entry.examples.isEmpty, "\(entry.id): an example, or the reason why there is none")
        if entry.hasNone { withoutExample.insert(entry.id) }
        for example in entry.examples {
          let (ids, output) = example.compile(exampleSchema: schema)
          #expect(ids.map(\.rawValue) == [entry.id], "\(output)")
          outputs.append(output)
          if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != "1" { #expect(page.output(of: example) == output) }
        }
      }
      if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" {
        try page.write(outputs)
        Issue.record("wrote \(page.url.lastPathComponent): look at the difference")
      }
    }
    #expect(withoutExample.subtracting(Self.withoutExample).sorted() == [])
    #expect(Self.withoutExample.subtracting(withoutExample).sorted() == [])
  }

  @Test("The documentation shows the five typical mistakes as they are printed")
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
      var input = CompilerInput()
      input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
      input.add([SourceFile(path: "Queries.graphql", text: document)], as: .document)
      input.threads = 1
      let output = Compiler.compile(input)
      let rendered = DiagnosticRenderer.render(output.diagnostics, in: input.files, style: .human)
      #expect(output.diagnostics.count == 1, "one mistake, one error: \(title)")
      text += "\n## \(title)\n\n```\n\(String(decoding: rendered, as: UTF8.self).trimmingCharacters(in: .newlines))\n```\n"
    }
    let file = DiagnosticPage.catalog.appending(path: "TypicalMistakes.md")
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("wrote TypicalMistakes.md: look at the difference")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
