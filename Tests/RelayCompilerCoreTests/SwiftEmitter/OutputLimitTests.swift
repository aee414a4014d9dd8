import Testing

@testable import RelayCompilerCore

@Suite("How much a run may write")
struct OutputLimitTests {
  private static let schema =
    "type Query { user: User } type User { user: User a: Int \"\"\"\(String(repeating: "x", count: 1000))\"\"\" b: Int }"
  /// A fragment that spreads the next one twice, and operations that spread it.
  private static func documents(operations: Int, levels: Int) -> String {
    times(operations) { "query Q\($0) { user { ...F0 } }" }
      + times(levels) { "fragment F\($0) on User { u: user { ...F\($0 + 1) } v: user { ...F\($0 + 1) } }" }
      + "fragment F\(levels) on User { a }"
  }

  private static func compile(_ document: String, _ limit: OutputLimit = OutputLimit(), threads: Int = 2) -> CompilerOutput {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    input.add([SourceFile(path: "D.graphql", text: document)], as: .document(output: "D.swift"))
    input.swift = SwiftOutputs(schema: "Types.swift")
    input.outputLimit = limit
    input.threads = threads
    return Compiler.compile(input)
  }

  private static func size(_ output: CompilerOutput) -> Int { output.files.reduce(0) { $0 + $1.bytes.count } }

  @Test("Generated Swift in sum", arguments: [1, 2, 8])
  func sum(_ threads: Int) {
    let document = Self.documents(operations: 20, levels: 6)
    let whole = Self.compile(document)
    #expect(whole.diagnostics.isEmpty)
    let size = Self.size(whole)
    let enough = Self.compile(document, OutputLimit(total: size), threads: threads)
    #expect(enough.diagnostics.isEmpty && enough.files.map(\.bytes) == whole.files.map(\.bytes))
    let limited = Self.compile(document, OutputLimit(total: size / 2), threads: threads)
    #expect(limited.diagnostics.map(\.id) == ["too-much-output"])
    #expect(limited.diagnostics.first?.range.file == FileID(rawValue: 1))
    #expect(limited.diagnostics.first?.message.hasPrefix("The generated Swift is more than ") == true)
    #expect(limited.files.isEmpty)
  }

  @Test("The Swift of one definition")
  func definition() {
    let document = Self.documents(operations: 1, levels: 10)
    let size = Self.size(Self.compile(document))
    #expect(Self.compile(document, OutputLimit(definition: size / 2)).diagnostics.map(\.id) == ["too-much-output"])
    #expect(Self.compile(document, OutputLimit(definition: size)).diagnostics.isEmpty)
  }

  @Test("The texts of operations in sum", arguments: [1, 8])
  func texts(_ threads: Int) {
    // Each text has the whole fragment, and none is much of the generated Swift.
    let document = times(10) { "query Q\($0) { user { ...F } }" } + "fragment F on User { " + times(100) { "a\($0): a" } + " }"
    let limited = Self.compile(document, OutputLimit(total: 5000), threads: threads)
    #expect(limited.diagnostics.map(\.id) == ["too-much-output"])
    #expect(limited.diagnostics.first?.message.hasPrefix("The texts of all operations are more than ") == true)
    #expect(limited.files.isEmpty && limited.artifacts.isEmpty)
  }

  @Test("A description that is repeated counts each time")
  func descriptions() {
    let document = "query Q { user { " + times(100) { "b\($0): b" } + " } }"
    #expect(Self.compile(document, OutputLimit(total: 50_000)).diagnostics.map(\.id) == ["too-much-output"])
    #expect(Self.compile(document).diagnostics.isEmpty)
  }

  @Test("A plan stops to grow at its limit")
  func plan() {
    var json = JSONWriter.plan(limit: 1000)
    json.array { json in for _ in 0..<100_000 { json.string("text") } }
    #expect(json.isFull && json.bytes.count == 1000)
    var exact = JSONWriter.plan(limit: 8)
    exact.array { $0.string("text") }
    #expect(!exact.isFull && exact.bytes == Array(#"["text"]"#.utf8))
  }
}
