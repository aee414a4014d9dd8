import Testing

@testable import RelayCompilerCore

@Suite("ReaderBuilder")
struct ReaderBuilderTests {
  /// The reader AST of a document's first fragment, or of its first operation if there is none, after the passes for aliases, connections
  /// and reading.
  private func built(_ document: String) throws -> ReaderFragment {
    var diagnostics: [Diagnostic] = []
    let options = CompilerOptions()
    var program = try Program.lowered(from: document, schema: PassSchema.schema)
    program = transformFragmentAliases(program, options: options, diagnostics: &diagnostics)
    program = transformConnections(program, options: options)
    program = transformDeferStream(program, options: options, diagnostics: &diagnostics)
    program = groupClientExtensions(applyReadTimeDirectives(program))
    program = inlineDataFragments(program, diagnostics: &diagnostics)
    try #require(diagnostics.map(\.message) == [])
    let builder = ReaderBuilder(program: program, options: options)
    if let fragment = program.fragments.first { return builder.build(fragment) }
    return builder.build(try #require(program.operations.first))
  }

  private func outline(_ document: String) throws -> String { try built(document).selections.outline }

  @Test("Fields have their arguments sorted, without nulls, and a storage key where all are literals")
  func fields() throws {
    #expect(
      try outline(
        """
        fragment F on User {
          loud: name(upper: true, times: 2)
          name(upper: null)
          picture(size: $size) { url }
          friends { id }
          best { name }
        }
        """) == """
          scalar loud: name(times: 2, upper: true) stored as name(times:2,upper:true)
          scalar name
          linked picture(size: $size) of Image
            scalar url
          linked friends of User plural
            scalar id
          linked best
            scalar name
          """)
  }

  @Test("@required is inside @catch, and both wrap their field")
  func annotations() throws {
    #expect(
      try outline("fragment F on User { name @required(action: LOG) @catch(to: NULL) address @catch { city } }") == """
        catch NULL
          required LOG
            scalar name
        catch RESULT
          linked address of Address
            scalar city
        """)
  }

  @Test("A refinement of an abstract type has its key; one without a type is flattened")
  func refinements() throws {
    #expect(
      try outline("fragment F on Actor { ... on User { id } ... on Node { id } ... { name } }") == """
        fragment on User
          scalar id
        fragment on Node __isNode
          scalar id
        scalar name
        """)
  }

  @Test("A spread is conditional inside a condition and if its type may not match")
  func spreads() throws {
    #expect(
      try outline(
        """
        fragment F on Actor {
          ...Same
          ...Narrower @dangerously_unaliased_fixme
          ... on User { ...Narrower @dangerously_unaliased_fixme }
          ...Same @include(if: $a) @dangerously_unaliased_fixme
          ...Same @arguments(size: 1)
        }
        fragment Same on Actor @argumentDefinitions(size: {type: "Int"}) { picture(size: $size) { url } }
        fragment Narrower on User { name }
        """) == """
          spread Same
          spread Narrower conditional
          fragment on User
            spread Narrower conditional
          condition $a is true
            spread Same conditional
          spread Same(size: 1)
          """)
  }

  @Test("Aliased fragments, deferred and streamed selections, client extensions and inline data have separate nodes")
  func groups() throws {
    #expect(
      try outline(
        """
        fragment F on User {
          ...G @alias
          ... on Actor @alias(as: "actor") @catch { name }
          ...H @defer
          friends @stream(initialCount: 1) { id }
          isSelected
          ...I @arguments(size: $n)
        }
        fragment G on Page { id }
        fragment H on User { id }
        fragment I on User @inline @argumentDefinitions(size: {type: "Int"}) { picture(size: $size) { url } }
        """) == """
          aliased G
            fragment on Page
              spread G
          catch RESULT
            aliased actor always
              fragment on Actor __isActor
                scalar name
          defer
            spread H
          stream
            linked friends of User plural
              scalar id
          inline data I(size: $n)
            fragment on User
              linked picture(size: $size) of Image
                scalar url
          client extension
            scalar isSelected
          """)
  }

  @Test("A connection is identified by its directive or by its type, and selections that only paging needs are hidden")
  func connections() throws {
    #expect(
      try outline("fragment F on User { stories { edges { cursor } } }") == """
        linked stories of StoryConnection connection
          linked edges of StoryEdge plural
            scalar cursor
        """)
    #expect(
      try outline(#"fragment F on User { stories(last: 1) @connection(key: "F_stories") { edges { cursor } } }"#) == """
        linked stories(last: 1) stored as stories(last:1) of StoryConnection connection
          linked edges of StoryEdge plural
            scalar cursor
            fragment on StoryEdge
              hidden cursor
              hidden linked node of Story
                hidden __typename
          hidden linked pageInfo of PageInfo
            fragment on PageInfo
              hidden hasPreviousPage
              hidden startCursor
        """)
  }

  @Test("The arguments of a fragment are its own and the globals that it uses, sorted; an operation's are its variables")
  func argumentDefinitions() throws {
    let fragment = try built(
      #"fragment F on User @argumentDefinitions(m: {type: "Int", defaultValue: 3}) { name(times: $m, upper: $z) picture(size: $a) { url } }"#
    )
    #expect(fragment.argumentDefinitions.map(\.name) == ["a", "m", "z"])
    guard case .local(_, .int(3), _) = fragment.argumentDefinitions[1] else {
      Issue.record("'m' should be an argument of the fragment with its default: \(fragment.argumentDefinitions[1])")
      return
    }
    let operation = try built("query Q($z: Int = 1, $a: Int) { me { name(times: $z) picture(size: $a) { url } } }")
    #expect(operation.argumentDefinitions.map(\.name) == ["a", "z"])
  }

  @Test("Directives of the definition become metadata")
  func metadata() throws {
    let plain = try built("fragment F on Actor { name }")
    #expect(plain.metadata == nil)
    #expect(plain.abstractKey == "__isActor")
    let marked = try #require(
      try built("fragment F on User @relay(plural: true, mask: false) @throwOnFieldError @catch(to: NULL) { name }").metadata)
    #expect(marked.plural)
    #expect(marked.isUnmasked)
    #expect(marked.throwOnFieldError)
    #expect(marked.catchTo == .null)
  }
}
