import Testing

@testable import RelayCompilerCore

@Suite("Number of selections")
struct ExpandedSizeTests {
  /// A program with one operation and one fragment that have the same selections.
  private static func program(_ selections: (_ scalar: Selection, _ linked: LinkedField) -> [Selection]) throws -> Program {
    let schema = try Schema.built(from: "type Query { me: User } type User { name: String me: User }")
    let program = try Program.lowered(from: "query Q { me { name } } fragment F on Query { me { name } }", schema: schema)
    let operation = try #require(program.operations.first)
    guard case .linkedField(let linked) = try #require(operation.selections.first) else { throw WrongShape() }
    let made = selections(try #require(linked.selections.first), linked)
    return program.with(operations: [operation.with(selections: made)], fragments: program.fragments.map { $0.with(selections: made) })
  }

  private struct WrongShape: Error {}

  @Test("As many selections as the limit says are compiled, and one more is an error")
  func limit() throws {
    #expect(ExpandedSize.limit == 500_000)
    for excess in [0, 1] {
      let program = try Self.program { scalar, linked in
        // The object is shared, and counts at each place.
        let object = linked.with(selections: Array(repeating: scalar, count: 499))
        return Array(repeating: .linkedField(object), count: 1000) + Array(repeating: scalar, count: excess)
      }
      var diagnostics: [Diagnostic] = []
      let limited = ExpandedSize.limited(program, diagnostics: &diagnostics)
      #expect(diagnostics.map(\.id.rawValue) == Array(repeating: "too-many-selections", count: 2 * excess))
      #expect(limited.operations.count == 1 - excess && limited.fragments.count == 1 - excess)
    }
  }

  @Test("The largest counts do not overflow")
  func overflow() throws {
    let program = try Self.program { scalar, linked in
      (0..<64).reduce([scalar]) { selections, _ in Array(repeating: .linkedField(linked.with(selections: selections)), count: 400) }
    }
    var diagnostics: [Diagnostic] = []
    #expect(ExpandedSize.limited(program, diagnostics: &diagnostics).operations.isEmpty)
    #expect(diagnostics.count == 2)
  }
}
