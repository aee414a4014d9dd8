import TestSupport
import Testing

@testable import RelayCompilerCore

/// The table of limits in SECURITY.md, and the constants of the compiler. A test of the runtime finds rows that no target compares.
@Suite("The limits in SECURITY.md")
struct SecurityLimitTests {
  private typealias Limits = SecurityLimits

  @Test("its numbers are those of the compiler")
  func numbers() throws {
    let table = try SecurityLimits()
    let output = OutputLimit()
    #expect(output.definition == CompilerInput().outputLimit.definition && output.total == CompilerInput().outputLimit.total)
    for (what, numbers) in [
      ("combining marks in a row, in JSON and GraphQL strings that the compiler reads", [Limits.number(CombiningMarks.limit)]),
      (
        "nesting of selections, values and types in a document or schema",
        ["\(Parser.maximumDepth) levels", Limits.number(Parser.maximumTypeDepth)]
      ),
      ("nesting of JSON that the compiler reads", ["\(JSONSyntax.maximumDepth) levels"]),
      ("nesting of selections, with fragments expanded, whose spreads count, too", ["\(NestingDepth.limit) levels"]),
      (
        "values in one argument, with the arguments of fragments inserted",
        [Limits.number(FragmentArgumentLimits.values), "\(FragmentArgumentLimits.depth) levels"]
      ),
      ("sets of arguments with which one fragment is spread", [Limits.number(FragmentArgumentLimits.copies)]),
      ("selections of one definition, with fragments expanded", [Limits.number(ExpandedSize.limit)]),
      ("fields that are compared for conflicts in one definition", [Limits.number(FieldSelectionMerging.maximumWork)]),
      ("texts of all operations of a module", [Limits.bytes(output.total)]),
      ("generated Swift of a module", [Limits.bytes(output.total), Limits.bytes(output.definition)]),
    ] { #expect(table.numbers(what) == numbers, "\(what)") }
  }

  @Test("the limit of nesting is exact")
  func nesting() {
    // Each fragment adds two levels: a field, and the spread of the next one.
    func diagnostics(last: String) -> [DiagnosticID] {
      let count = (NestingDepth.limit - 4) / 2
      var document = "query Q { me { ...F0 } }\n"
      for level in 0..<count { document += "fragment F\(level) on User { boss { ...F\(level + 1) } }\n" }
      document += "fragment F\(count) on User { \(last) }\n"
      var input = CompilerInput()
      input.add([SourceFile(path: "schema.graphql", text: "type Query { me: User } type User { id: ID! boss: User }")], as: .schema)
      input.add([SourceFile(path: "D.graphql", text: document)], as: .document(output: "D.swift"))
      input.swift = SwiftOutputs(schema: "Types.swift")
      return Compiler.compile(input).diagnostics.filter { $0.severity == .error }.map(\.id)
    }
    #expect(diagnostics(last: "boss { id }") == [])
    #expect(diagnostics(last: "boss { boss { id } }") == ["nesting-depth"])
  }
  @Test("the limit of compared fields is exact, and one of each definition")
  func comparedFields() throws {
    let text = "query A { a b c } query B { a b c d }"
    let schema = try Schema.built(from: "type Query { a: Int b: Int c: Int d: Int }")
    let context = ValidationContext(
      documents: [Parsed(text).document], unseen: UnseenDefinitions(), schema: schema, options: CompilerOptions(), profile: .relay)
    let index = LineIndex(Array(text.utf8))
    func diagnostics(maximumWork: Int) -> [String] {
      FieldSelectionMerging.check(context.mergeRoots[...], context, maximumWork: maximumWork).map { index.line(of: $0) }
    }
    #expect(diagnostics(maximumWork: 4) == [])
    #expect(diagnostics(maximumWork: 3) == ["1:25 selections-too-complex"])
    #expect(diagnostics(maximumWork: 2) == ["1:7 selections-too-complex", "1:25 selections-too-complex"])
  }
}
