import Testing

@testable import RelayCompilerCore

@Suite("NormalizationBuilder")
struct NormalizationBuilderTests {
  /// The normalization AST of the first operation of a document, after the passes for connections, mutations and client fields.
  private func built(_ document: String) throws -> NormalizationOperation {
    let options = CompilerOptions()
    var program = transformConnections(try Program.lowered(from: document, schema: PassSchema.schema), options: options)
    program = groupClientExtensions(transformDeclarativeConnections(program))
    var builder = NormalizationBuilder(schema: program.schema, options: options)
    return builder.build(try #require(program.operations.first), clientAbstractTypes: [])
  }

  private func outline(_ document: String) throws -> String { try built(document).selections.outline }

  @Test("Fields have their arguments sorted, without nulls, and a storage key where all are literals")
  func fields() throws {
    #expect(
      try outline(
        "query Q($n: Int) { me { loud: name(upper: true, times: 2) name(upper: null) picture(size: $n) { url } friends { id } } }") == """
          linked me of User
            scalar loud: name(times: 2, upper: true) stored as name(times:2,upper:true)
            scalar name
            linked picture(size: $n) of Image
              scalar url
            linked friends of User plural
              scalar id
          """)
  }

  @Test("Null items of a list are kept, members of an object are sorted")
  func values() throws {
    #expect(
      try outline(#"query Q($n: String) { search(filter: {text: $n, tags: ["a", $n, null]}) { __typename } }"#) == """
        linked search(filter: {tags: ["a", $n, null], text: $n}) plural
          scalar __typename
        """)
  }

  @Test("A storage key is known where arguments of a fragment have made a list or an object constant")
  func constantParts() throws {
    let fragment =
      "fragment F on Query @argumentDefinitions(n: {type: \"String\"}) { search(filter: {text: $n, tags: [\"a\", $n, null]}) { __typename } }"
    func key(_ spread: String, variables: String = "") throws -> String? {
      let program = try Program.lowered(from: "query Q\(variables) { ...F \(spread) } \(fragment)", schema: PassSchema.schema)
      var diagnostics: [Diagnostic] = []
      let inlined = inlineFragments(applyFragmentArguments(program, diagnostics: &diagnostics))
      #expect(diagnostics.isEmpty)
      var builder = NormalizationBuilder(schema: program.schema, options: CompilerOptions())
      let operation = builder.build(try #require(inlined.operations.first), clientAbstractTypes: [])
      return operation.selections.outline.split(separator: "stored as ").dropFirst().first.map { String($0.prefix { $0 != " " }) }
    }
    #expect(try key("@arguments(n: \"\")") == #"search(filter:{"tags":["a","",null],"text":""})"#)
    #expect(try key("") == #"search(filter:{"tags":["a",null,null],"text":null})"#)
    #expect(try key("@arguments(n: $v)", variables: "($v: String)") == nil)
  }

  @Test("A handle directly follows its field, with its filters, the variable part of its key and its arguments")
  func handles() throws {
    #expect(
      try outline(
        """
        query Q($key: String) { me {
          name(times: 1) @__clientField(handle: "shout", key: "k")
          stories(order: "new") @__clientField(handle: "connection", key: "s", filters: ["order"]) { edges { cursor } }
        } }
        """) == """
          linked me of User
            scalar name(times: 1) stored as name(times:1)
            scalar handle shout name(times: 1) key "k"
            linked stories(order: "new") stored as stories(order:"new") of StoryConnection
              linked edges of StoryEdge plural
                scalar cursor
            linked handle connection stories(order: "new") key "s" filters [order]
          """)
    #expect(
      try outline("mutation M($c: [ID!]!) { deleteStory(id: 1) { deleted @deleteEdge(connections: $c) } }") == """
        linked deleteStory(id: 1) stored as deleteStory(id:1) of DeleteStoryPayload
          scalar deleted
          scalar handle deleteEdge deleted key "" with (connections: $c)
        """)
  }

  @Test("A field with @deleteEdge is another one than the same field without it; with another handle, it is one")
  func fieldsWithAndWithoutHandle() throws {
    func outline(_ fields: String) throws -> String {
      var diagnostics: [Diagnostic] = []
      let options = CompilerOptions()
      let document = "mutation M($c: [ID!]!) { deleteStory(id: 1) { \(fields) } }"
      var program = transformDeclarativeConnections(try Program.lowered(from: document, schema: PassSchema.schema))
      program = skipRedundantNodes(flatten(program, for: .artifacts, options: options, diagnostics: &diagnostics), options: options)
      var builder = NormalizationBuilder(schema: program.schema, options: options)
      return builder.build(try #require(program.operations.first), clientAbstractTypes: []).selections.outline
    }
    #expect(
      try outline("deleted deleted @deleteEdge(connections: $c)").split(separator: "\n").dropFirst() == [
        "  scalar deleted", "  scalar deleted", "  scalar handle deleteEdge deleted key \"\" with (connections: $c)",
      ])
    #expect(
      try outline("deleted deleted @deleteRecord").split(separator: "\n").dropFirst() == [
        "  scalar deleted", "  scalar handle deleteRecord deleted key \"\"",
      ])
  }

  @Test("Deferred fragments and streamed fields have their label and variable; streamed selections include their handles")
  func incremental() throws {
    #expect(
      try outline(
        """
        query Q($on: Boolean) { me {
          ... @defer(label: "d", if: $on) { name }
          friends @stream(label: "s", initialCount: 1) @__clientField(handle: "h") { id }
        } }
        """) == """
          linked me of User
            defer d if $on
              scalar name
            stream s
              linked friends of User plural
                scalar id
              linked handle h friends key ""
          """)
  }

  @Test("Refinements of abstract types have a key, which implies their discriminator unless nothing else is selected")
  func refinements() throws {
    let options = CompilerOptions()
    let program = generateTypename(
      try Program.lowered(
        from: "query Q { actor { __typename ... on User { id } ... on Node { id ... on Actor { __typename } } } }",
        schema: PassSchema.schema),
      options: options)
    var builder = NormalizationBuilder(schema: program.schema, options: options)
    #expect(
      builder.build(try #require(program.operations.first), clientAbstractTypes: []).selections.outline == """
        linked actor
          scalar __typename
          fragment on User
            scalar id
          fragment on Node __isNode
            scalar id
            fragment on Actor __isActor
              scalar __typename
        """)
    let node = try #require(program.schema.type(named: "Node"))
    let string = try #require(program.schema.type(named: "String"))
    let head = FieldHead(alias: "__isNode", name: "__typename", definition: nil, type: TypeReference(string))
    let bare = InlineFragment(typeCondition: node, selections: [.scalarField(ScalarField(head, isTypeDiscriminator: true))])
    let operation = try #require(program.operations.first).with(selections: [.inlineFragment(bare)])
    #expect(builder.build(operation, clientAbstractTypes: []).selections.outline == "discriminator __isNode")
  }

  @Test("Conditions on variables and groups of client fields have nodes of their own")
  func groups() throws {
    #expect(
      try outline("query Q($a: Boolean!) { me { name @include(if: $a) id @skip(if: $a) isSelected } }") == """
        linked me of User
          condition $a is true
            scalar name
          condition $a is false
            scalar id
          client extension
            scalar isSelected
        """)
  }

  @Test("The arguments are the variables, with null as the implicit default")
  func variables() throws {
    let definitions = try built("query Q($b: Int = 2, $a: Int) { me { name(times: $a) picture(size: $b) { url } } }").argumentDefinitions
    #expect(definitions.map(\.name) == ["b", "a"])
    #expect(definitions.map(\.defaultValue) == [.int(2), .null])
  }
}
