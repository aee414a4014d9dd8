import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("Fragment variables, with the feature flag")
struct FragmentVariablesTests {
  private static let schema = "directive @d on VARIABLE_DEFINITION type Query { count(n: Int, tags: [String!]): Int q: Query }"

  private static func compile(_ text: String, flag: FeatureFlag = .enabled) -> CompilerOutput {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    input.add([SourceFile(path: "a.graphql", text: text)], as: .document)
    input.options.featureFlags.enableFragmentArgumentTransform = flag
    input.threads = 1
    return Compiler.compile(input)
  }

  private static func places(_ text: String, flag: FeatureFlag = .enabled) -> [String] {
    let index = LineIndex(Array(text.utf8))
    return compile(text, flag: flag).diagnostics.map { index.line(of: $0) }
  }

  @Test("They are equivalent to the directives")
  func meaning() {
    let short = "query Q { ...F(n: 3) } fragment F($n: Int = 1 @d, $tags: [String!]) on Query { count(n: $n, tags: $tags) }"
    let long = """
      query Q { ...F @arguments(n: 3) } fragment F on Query @argumentDefinitions(
        n: {type: "Int", defaultValue: 1, directives: ["@d"]}, tags: {type: "[String!]"}) { count(n: $n, tags: $tags) }
      """
    let artifacts = [short, long].map { text in
      Self.compile(text).artifacts.map { artifact in
        switch artifact {
        case .operation(let operation): "\(operation.text ?? "")\n\(operation.normalization?.selections.count ?? 0)"
        case .fragment(let fragment): "\(fragment.reader.argumentDefinitions)"
        }
      }
    }
    #expect(artifacts[0].count == 2)
    #expect(artifacts[0] == artifacts[1])
  }

  @Test("Mistakes in them are reported at their location", .cases)
  func mistakes() {
    eachCase(of: [
      ("query Q { ...F(n: \"1\") } fragment F($n: Int) on Query { count(n: $n) }", "1:19 wrong-value"),
      ("query Q { ...F(m: 1) } fragment F($n: Int) on Query { count(n: $n) }", "1:16 unknown-argument"),
      ("query Q { ...F } fragment F($n: Int!) on Query { count(n: $n) }", "1:14 missing-argument"),
      ("query Q { ...F } fragment F($n: Intt) on Query { count(n: $n) }", "1:33 unknown-type"),
      ("query Q { ...F } fragment F($n: Int @e) on Query { count(n: $n) }", "1:37 unknown-directive"),
      ("query Q { ...F } fragment F($n: Int = \"x\") on Query { count(n: $n) }", "1:39 wrong-value"),
      ("query Q { ...F } fragment F() on Query { count }", "1:29 unexpected-token"),
      ("query Q { ...F() } fragment F on Query { count }", "1:15 empty-block"),
    ]) { mistakes($0.0, $0.1) }
  }

  func mistakes(_ text: String, _ expected: String) {
    #expect(Self.places(text) == [expected])
  }

  @Test("Without the flag, each is one error that explains the fix")
  func disabled() {
    #expect(
      Self.places("query Q { ...F(n: 3) } fragment F($n: Int = 1) on Query { count(n: $n) }", flag: .disabled)
        == ["1:15 arguments-on-spread", "1:34 variables-on-fragment"])
  }
}
