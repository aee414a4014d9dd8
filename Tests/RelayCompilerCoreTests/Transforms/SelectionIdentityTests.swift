import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("Identity of selections")
struct SelectionIdentityTests {
  /// The selections of `me`.
  private func selections(_ text: String) throws -> [Selection] {
    let program = try Program.lowered(
      from:
        "query Q($a: Boolean, $b: Boolean, $n: Int) { me { \(text) } } fragment F on User @argumentDefinitions(size: {type: \"Int\"}) { picture(size: $size) { url } }",
      schema: PassSchema.schema)
    guard case .linkedField(let me)? = program.operations.first?.selections.first else { return [] }
    return me.selections
  }

  @Test("Identical selections", .cases)
  func same() {
    eachCase(of: [
      "name name", "name(times: 1) name(times: 2)", "x: name x: id", "name name @required(action: LOG)",
      "address { city } address { street }",
      "stories(first: 1) @connection(key: \"k\") { edges { cursor } } stories { pageInfo { endCursor } }",
      "...F @traced(by: \"a\") ...F @traced(by: \"a\")", "...F ...F @dangerously_unaliased_fixme",
      "... on User { id } ... on User { name }", "name @include(if: $a) id @include(if: $a)",
    ]) { try same($0) }
  }

  func same(_ text: String) throws {
    let selections = try selections(text)
    try #require(selections.count == 2)
    #expect(selections[0].hasSameIdentity(as: selections[1]))
    #expect(selections[0].identityHash == selections[1].identityHash)
  }

  @Test("Different selections", .cases)
  func different() {
    eachCase(of: [
      "name x: name", "name address { city }", "name name @traced", "name @traced(by: \"a\") name @traced(by: \"b\")",
      "...F ...F @traced", "...F @arguments(size: 1) ...F", "... on User { id } ... on Node { id }", "... on User { id } ... { id }",
      "... on User @traced { id } ... on User { id }", "name @include(if: $a) name @include(if: $b)",
      "name @include(if: $a) name @skip(if: $a)",
    ]) { try different($0) }
  }

  func different(_ text: String) throws {
    let selections = try selections(text)
    try #require(selections.count == 2)
    #expect(!selections[0].hasSameIdentity(as: selections[1]))
  }

  @Test("Read-time directives: a caught field has a different identity, an aliased fragment keeps that of the written fragment")
  func readTime() throws {
    var diagnostics: [Diagnostic] = []
    let program = transformFragmentAliases(
      try Program.lowered(
        from: "query Q { me { name name @catch ... on User @alias(as: \"a\") { id } ... on User @alias(as: \"a\") { id } } }",
        schema: PassSchema.schema), options: CompilerOptions(), diagnostics: &diagnostics)
    guard case .linkedField(let me)? = applyReadTimeDirectives(program).operations.first?.selections.first else {
      Issue.record("expected a linked field")
      return
    }
    #expect(!me.selections[0].hasSameIdentity(as: me.selections[1]))
    #expect(!me.selections[2].hasSameIdentity(as: me.selections[3]))
    #expect(me.selections[2].hasSameIdentity(as: me.selections[2]))
  }

  @Test("Spreads of an @inline fragment with arguments stay two, as in Relay; those without become one")
  func inlineData() throws {
    func count(_ spreads: String) throws -> Int {
      let document =
        "query Q { me { \(spreads) } } "
        + "fragment F on User @inline @argumentDefinitions(size: {type: \"Int\"}) { picture(size: $size) { url } }"
      var diagnostics: [Diagnostic] = []
      let options = CompilerOptions()
      let program = inlineDataFragments(try Program.lowered(from: document, schema: PassSchema.schema), diagnostics: &diagnostics)
      let flattened = flatten(program, for: .artifacts, options: options, diagnostics: &diagnostics)
      let result = skipRedundantNodes(flattened, options: options)
      guard case .linkedField(let me)? = result.operations.first?.selections.first else { return 0 }
      return me.selections.count
    }
    #expect(try count("...F @arguments(size: 1) ...F @arguments(size: 1)") == 2)
    #expect(try count("...F @arguments(size: 1) ...F @arguments(size: 2)") == 2)
    #expect(try count("...F ...F") == 1)
  }

  @Test("An index finds selections among few or many", .cases)
  func index() {
    eachCase(of: [1, 24, 25, 26, 60]) { try index(count: $0) }
  }

  func index(count: Int) throws {
    let list = try selections((0..<count).map { "f\($0): name" }.joined(separator: " "))
    let others = try selections((0..<count).map { "f\($0): id" }.joined(separator: " "))
    var index = SelectionIndex()
    for (position, selection) in list.enumerated() {
      #expect(index.find(selection, in: list) == nil)
      index.append(selection)
      #expect(index.find(others[position], in: list) == position)
    }
    #expect(others.map { index.find($0, in: list) } == Array(0..<count))
    #expect(try index.find(selections("name")[0], in: list) == nil)
  }
}
