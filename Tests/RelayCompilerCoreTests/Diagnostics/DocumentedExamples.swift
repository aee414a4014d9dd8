import Foundation
import TestSupport

@testable import RelayCompilerCore

/// The examples of a page of the documentation of diagnostics.
///
/// An entry is a heading `## id` and the text below it. Its fenced blocks with a language are the files of an example; a comment in the
/// first line may name the file. The block without a language after them contains the compiler's diagnostics for these files. An entry
/// that cannot have an example says `No example: ` and why.
struct DiagnosticPage {
  struct Entry {
    var id: String
    var examples: [Example] = []
    var hasNone = false
  }

  struct Example {
    var files: [(name: String, text: String)] = []
    /// The lines of the output, between the fences.
    var output: Range<Int>
  }

  let url: URL
  private(set) var lines: [String]
  private(set) var entries: [Entry] = []
  /// Example files without an output.
  private(set) var incomplete: [(name: String, text: String)] = []

  static let catalog = Repository.url("Sources/RelayCompilerCore/RelayCompilerCore.docc")

  /// Those without entries: the index, and what the rendered form looks like.
  private static let others: Set<String> = ["RelayCompilerCore.md", "TypicalMistakes.md"]

  static func readAll() throws -> [DiagnosticPage] {
    try FileManager.default.contentsOfDirectory(at: catalog, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" && !others.contains($0.lastPathComponent) }
      .sorted { $0.path < $1.path }.map(DiagnosticPage.init)
  }

  init(_ url: URL) throws {
    self.url = url
    lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var files: [(name: String, text: String)] = []
    var fence: (language: String, start: Int)?
    for (index, line) in lines.enumerated() {
      if let open = fence, line == "```" {
        let text = lines[open.start..<index].joined(separator: "\n") + "\n"
        fence = nil
        if !open.language.isEmpty {
          files.append((fileName(text, language: open.language), text))
        } else if !entries.isEmpty {
          entries[entries.count - 1].examples.append(Example(files: files, output: open.start..<index))
          files = []
        }
      } else if fence == nil, line.hasPrefix("```") {
        fence = (String(line.dropFirst(3)), index + 1)
      } else if fence == nil, line.hasPrefix("## ") {
        incomplete += files
        files = []
        entries.append(Entry(id: String(line.dropFirst(3))))
      } else if fence == nil, line.hasPrefix("No example: "), !entries.isEmpty {
        entries[entries.count - 1].hasNone = true
      }
    }
    incomplete += files
  }

  private func fileName(_ text: String, language: String) -> String {
    let first = text.prefix { $0 != "\n" }
    if first.hasPrefix("# "), first.hasSuffix(".graphql") { return String(first.dropFirst(2)) }
    switch language {
    case "json": return url.lastPathComponent.hasPrefix("Schema") ? "schema.json" : "relay.config.json"
    case "swift": return "View.swift"
    default:
      let isSchema = ["type ", "interface ", "union ", "enum ", "input ", "scalar ", "directive ", "schema ", "extend "].contains {
        text.hasPrefix($0)
      }
      return isSchema ? "schema.graphql" : "Queries.graphql"
    }
  }

  func output(of example: Example) -> String { lines[example.output].joined(separator: "\n") }

  /// Writes the outputs of the examples into the page, in order.
  mutating func write(_ outputs: [String]) throws {
    let examples = entries.flatMap(\.examples)
    for (example, output) in zip(examples, outputs).reversed() {
      lines.replaceSubrange(example.output, with: output.split(separator: "\n").map(String.init))
    }
    try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
  }
}

extension DiagnosticPage.Example {
  /// The compiler's diagnostics for the files, to which the example schema is added if they have none.
  func compile(exampleSchema: [(name: String, text: String)]) -> (ids: [DiagnosticID], output: String) {
    let (diagnostics, files) = diagnose(exampleSchema: exampleSchema)
    let output = String(decoding: DiagnosticRenderer.render(diagnostics, in: files, style: .plain), as: UTF8.self)
    return (diagnostics.map(\.id), output.trimmingCharacters(in: .newlines))
  }

  /// The same, and the files in which they are.
  func diagnose(exampleSchema: [(name: String, text: String)]) -> (diagnostics: [Diagnostic], files: [SourceFile]) {
    var files = files
    if !files.contains(where: { $0.name.hasPrefix("schema.") }) { files = exampleSchema + files }
    var input = CompilerInput()
    input.threads = 1
    if let config = files.first(where: { $0.name == "relay.config.json" }) {
      let source = SourceFile(path: config.name, text: config.text)
      let (parsed, problems) = ConfigParser.parse(source, file: FileID(rawValue: 0))
      if !problems.isEmpty { return (problems, [source]) }
      input.options = parsed.options
    }
    var sources: [(file: SourceFile, role: Source.Role)] = []
    for file in files {
      let source = SourceFile(path: file.name, text: file.text)
      switch file.name {
      case "schema.graphql", "schema.json":
        // A file with only a name is a placeholder for no file.
        if file.text.split(separator: "\n").count == 1, file.text.hasPrefix("#") { continue }
        sources.append((source, .schema))
        if file.name.hasSuffix(".graphql"), !file.text.contains("type Query"), !file.text.contains("schema {") {
          sources.append((SourceFile(path: "query.graphql", text: "type Query { ok: Boolean }"), .schema))
        }
      case "client.graphql": sources.append((source, .clientSchema))
      case "relay.config.json": continue
      case let name where name.hasSuffix(".swift"):
        let (literals, problems) = GraphQLLiterals.find(in: source)
        if !problems.isEmpty { return (problems, [source]) }
        sources += literals.map { ($0, .document) }
      default: sources.append((source, .document))
      }
    }
    for role in [Source.Role.schema, .clientSchema, .document] { input.add(sources.filter { $0.role == role }.map(\.file), as: role) }
    return (Compiler.compile(input).diagnostics, input.files)
  }

  /// The example after the first fix of a diagnostic; nil if it has none, or none in a file of the example.
  func fixed(_ diagnostic: Diagnostic, in sources: [SourceFile]) -> DiagnosticPage.Example? {
    guard let fix = diagnostic.fixIts.first else { return nil }
    let source = sources[Int(fix.range.file.rawValue)]
    guard let index = files.firstIndex(where: { $0.name == source.path }) else { return nil }
    var bytes = Array(files[index].text.utf8)
    bytes.replaceSubrange(Int(fix.range.start)..<Int(fix.range.end), with: Array(fix.replacement.utf8))
    var example = self
    example.files[index].text = String(decoding: bytes, as: UTF8.self)
    return example
  }
}
