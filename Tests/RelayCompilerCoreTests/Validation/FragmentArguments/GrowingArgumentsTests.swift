import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("Arguments that grow from fragment to fragment")
struct GrowingArgumentsTests {
  private static let schema = "type Query { f(x: In): Int q: Query } input In { a: In b: In c: [In] }"

  /// Fragments F0 to F`levels`. Each spreads the next one once for each of the given arguments.
  private static func chain(_ levels: Int, passing values: [String]) -> String {
    var text = "query Q($x: In) { ...F0 @arguments(x: $x) }\n"
    for level in 0..<levels {
      let spreads = values.enumerated().map { "q\($0): q { ...F\(level + 1) @arguments(x: \($1)) }" }.joined(separator: " ")
      text += "fragment F\(level) on Query @argumentDefinitions(x: {type: \"In\"}) { \(spreads) }\n"
    }
    return text + "fragment F\(levels) on Query @argumentDefinitions(x: {type: \"In\"}) { f(x: $x) }\n"
  }

  private static func errors(_ text: String) -> [String] {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    input.add([SourceFile(path: "a.graphql", text: text)], as: .document)
    input.threads = 1
    return Compiler.compile(input).diagnostics.map { "\($0.id) in \($0.range.file.rawValue)" }
  }

  /// With 200 levels and without a limit, the first case would need a value of 2^200 parts, and the second as many fragments. The limits come
  /// after 13 levels.
  @Test(
    "A value or a number of copies that doubles on every level is an immediate error",
    arguments: [
      (["{a: $x, b: $x}"], "fragment-argument-too-large in 1"),
      (["{a: $x, b: $x}", "{a: $x, c: [$x, $x]}"], "fragment-argument-too-large in 1"),
      (["{a: $x}", "{b: $x}"], "too-many-fragment-copies in 1"),
    ])
  func doubling(_ values: [String], _ expected: String) {
    let found = Self.errors(Self.chain(TestEffort.current == .quick ? 16 : 200, passing: values))
    #expect(found.contains(expected), "\(found.prefix(3))")
    #expect(found.count < 300)
  }

  @Test("Moderate growth is accepted")
  func small() {
    #expect(Self.errors(Self.chain(10, passing: ["{a: $x, b: $x}"])) == [])
    #expect(Self.errors(Self.chain(6, passing: ["{a: $x}", "{b: $x}"])) == [])
  }
}
