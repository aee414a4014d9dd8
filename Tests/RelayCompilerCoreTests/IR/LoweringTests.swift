import Testing

@testable import RelayCompilerCore

@Suite("Lowering")
struct LoweringTests {
  private func lowered(_ document: String) throws -> Program { try Program.lowered(from: document, schema: PassSchema.schema) }

  private func diagnostics(_ document: String) throws -> [String] {
    let marked = MarkedText(document)
    let lowered = Lowering.lower([Parsed(marked.text).document], schema: try PassSchema.schema, threads: 1)
    let index = LineIndex(Array(marked.text.utf8))
    #expect(lowered.diagnostics.map { index.place(of: $0.range) } == marked.ranges.map { index.place(of: $0) })
    return lowered.diagnostics.map { "\($0.id)" }
  }

  @Test("Fields have their definitions and types; __typename has no definition")
  func fields() throws {
    let program = try lowered("query Q { me { friends { __typename } } }")
    guard case .linkedField(let me)? = program.operations.first?.selections.first, case .linkedField(let friends)? = me.selections.first,
      case .scalarField(let typename)? = friends.selections.first
    else {
      Issue.record("expected me { friends { __typename } }: \(program.text)")
      return
    }
    let schema = program.schema
    #expect(schema.description(of: friends.head.type) == "[User]")
    #expect(friends.head.definition == schema.field("friends", on: try #require(schema.type(named: "User"))))
    #expect(typename.head.definition == nil)
    #expect(schema.description(of: typename.head.type) == "String!")
  }

  @Test("@skip and @include become conditions, the outer one first; @arguments and @argumentDefinitions arguments and variables")
  func directives() throws {
    let program = try lowered(
      """
      query Q($a: Boolean!) { me { name @include(if: $a) @skip(if: true) @traced ...F @arguments(n: 1) } }
      fragment F on User @argumentDefinitions(n: {type: "Int!", defaultValue: 2}) { name(times: $n) }
      """)
    guard case .linkedField(let me)? = program.operations.first?.selections.first else {
      Issue.record("expected a linked field")
      return
    }
    guard case .condition(let outer) = me.selections[0], case .condition(let inner) = outer.selections[0],
      case .scalarField(let name) = inner.selections[0]
    else {
      Issue.record("expected a field under two conditions: \(program.text)")
      return
    }
    #expect(Set([outer.passingValue, inner.passingValue]) == [true, false])
    #expect(name.head.directives.map(\.name) == ["traced"])
    guard case .fragmentSpread(let spread) = me.selections[1] else {
      Issue.record("expected a spread")
      return
    }
    #expect(spread.directives == [])
    #expect(spread.arguments == [Argument("n", .constant(.int(1)))])
    let variable = try #require(program.fragments.first?.variables.first)
    #expect(variable.name == "n")
    #expect(variable.defaultValue == .int(2))
    #expect(program.schema.description(of: variable.type) == "Int!")
    #expect(program.fragments.first?.directives == [])
  }

  @Test("A value without a variable is one constant; one with a variable is split into its parts")
  func values() throws {
    let program = try lowered(
      #"query Q($t: String) { search(filter: {tags: ["a", null]}) { __typename } b: search(filter: {tags: ["a", $t]}) { __typename } }"#)
    let values = (program.operations.first?.selections ?? []).compactMap { selection -> Value? in
      if case .linkedField(let field) = selection { field.head.arguments.first?.value } else { nil }
    }
    try #require(values.count == 2)
    guard case .constant(.object) = values[0] else {
      Issue.record("expected a constant: \(values[0])")
      return
    }
    guard case .object(let fields) = values[1], case .list(let items)? = fields.first?.value else {
      Issue.record("expected an object with a list: \(values[1])")
      return
    }
    #expect(items.first == .constant(.string("a")))
    #expect(items.last?.variableName == "t")
  }

  @Test("The globals of a fragment are the variables that it uses and does not declare, in order of first use")
  func globals() throws {
    let program = try lowered(
      """
      fragment F on User @argumentDefinitions(own: {type: "Int"}) {
        picture(size: $z) { url } name(times: $own, upper: $a) best { name(upper: $a) } ...G @arguments(n: $inArgument)
      }
      fragment G on User @argumentDefinitions(n: {type: "Int"}) { name(times: $n, upper: $notOfF) }
      """)
    #expect(program.fragments.map { $0.usedGlobalVariables.map(\.name) } == [["z", "a", "inArgument"], ["notOfF"]])
    #expect(program.fragments[0].usedGlobalVariables.map { program.schema.description(of: $0.type) } == ["Int", "Boolean", "Int"])
  }

  @Test("Unknown names are reported, and their definitions are left out")
  func problems() throws {
    #expect(try diagnostics("query Q { me { ...⟦F⟧ } }") == ["unknown-fragment"])
    #expect(try diagnostics("fragment F on ⟦Nobody⟧ { id }") == ["unknown-type"])
    #expect(try diagnostics("query Q { me { ⟦nobody⟧ } }") == ["unknown-field"])
  }
}
