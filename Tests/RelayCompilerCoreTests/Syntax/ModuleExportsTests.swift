@testable import RelayCompilerCore
import TestSupport
import Testing

/// A module's exports change with what other modules use of its GraphQL, and with nothing else.
@Suite("Module exports")
struct ModuleExportsTests {
  private func text(_ files: [String: String]) -> String {
    let files = files.map { ModuleExports.File(path: $0.key, source: SourceFile(path: "/\($0.key)", text: $0.value)) }
    return String(decoding: ModuleExports.text(of: files), as: UTF8.self)
  }

  private static let files = [
    "Story.graphql": "fragment Story_story on Story { title }\nquery Q { a }\n",
    "View.swift": "let a = 1\nlet s = graphql(\"\"\"\nfragment View_story on Story { id }\n\"\"\")\n",
    "Plain.swift": "let b = 2\n", "Query.graphql": "query R { a }\n",
  ]

  @Test("They stay as they are", .cases)
  func unchanged() {
    eachCase(of: [
      ("View.swift", "let a = 1", "let a = 2\n\nlet more = 3"), ("Plain.swift", "2", "\"graphql\""), ("Story.graphql", "{ a }", "{ b }"),
      ("Query.graphql", "{ a }", "{ b c }"), ("Story.graphql", "query", "# a comment\nquery"),
    ]) { unchanged($0.0, $0.1, $0.2) }
  }

  func unchanged(_ file: String, _ old: String, _ new: String) {
    var files = Self.files
    files[file] = files[file]?.replacing(old, with: new)
    #expect(files[file] != Self.files[file])
    #expect(text(files) == text(Self.files))
  }

  @Test("They change", .cases)
  func changed() {
    eachCase(of: [
      ("View.swift", "{ id }", "{ title }"), ("Plain.swift", "2", "graphql(\"\"\"\nfragment P on Story { id }\n\"\"\")"),
      ("Story.graphql", "{ title }", "{ id }"), ("Story.graphql", "{ a }", "{ a"),
      ("Query.graphql", "query", "type Story { id: ID } query"),
      ("View.swift", "{ id }", "{ \\(x) }"),
    ]) { changed($0.0, $0.1, $0.2) }
  }

  func changed(_ file: String, _ old: String, _ new: String) {
    var files = Self.files
    files[file] = files[file]?.replacing(old, with: new)
    #expect(files[file] != Self.files[file])
    #expect(text(files) != text(Self.files))
  }

  @Test("They name the files that have something to import")
  func paths() {
    let bytes = Array(text(Self.files).utf8)
    #expect(ModuleExports.paths(in: bytes, of: "Feed") == [Array("Story.graphql".utf8), Array("View.swift".utf8)])
    #expect(ModuleExports.paths(in: Array("// exports 0\n".utf8), of: "Feed") == nil)
    #expect(ModuleExports.paths(in: bytes + Array("// x\n".utf8), of: "Feed") == nil)
    #expect(ModuleExports.paths(in: [], of: "Feed") == nil)
  }

  @Test("Those of several modules are read one by one")
  func modules() {
    let source = SourceFile(path: "Story.graphql", text: "fragment F on Story { id }")
    func file(_ path: String) -> ModuleExports.File { ModuleExports.File(path: path, source: source) }
    let bytes = ModuleExports.text(of: [("Model", [file("b.graphql"), file("a.graphql")]), ("Empty", []), ("Feed", [file("c.graphql")])])
    func paths(_ module: String) -> [String]? {
      ModuleExports.paths(in: bytes, of: module)?.map { String(decoding: $0, as: UTF8.self) }.sorted()
    }
    #expect(paths("Model") == ["a.graphql", "b.graphql"] && paths("Feed") == ["c.graphql"])
    #expect(paths("Empty") == [])
    #expect(paths("Mod") == nil && paths("") == nil)
    #expect(String(decoding: bytes, as: UTF8.self).split(separator: "\n").allSatisfy { $0.hasPrefix("// ") })
  }

  /// A line break in a name must not end the comment that it is in.
  @Test("Every line is a comment")
  func comments() {
    let names = ["a\nlet x = 1.graphql", "b\r\u{2028}\u{85}\u{7F}%0a.graphql", "é😀 .graphql"]
    let text = text(Dictionary(uniqueKeysWithValues: names.map { ($0, "fragment F on Story { id }") }))
    #expect(text.split(whereSeparator: \.isNewline).allSatisfy { $0.hasPrefix("// ") })
    #expect(ModuleExports.paths(in: Array(text.utf8), of: "Feed") == Set(names.map { Array(ModuleExports.escaped($0).utf8) }))
    #expect(Set(names.map(ModuleExports.escaped)).count == names.count)
  }
}
