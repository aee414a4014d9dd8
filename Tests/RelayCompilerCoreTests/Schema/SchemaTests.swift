import Testing
@testable import RelayCompilerCore

@Suite("Schemas")
struct SchemaTests {
  static func build(_ text: String, extensions: String = "", profile: ValidationProfile = .relay) -> (Schema, [String]) {
    let (schema, diagnostics) = SchemaBuilder.build(
      server: [Parsed(text).document], clientExtensions: [Parsed(extensions, file: FileID(rawValue: 1)).document],
      options: CompilerOptions(),
      profile: profile)
    let indices = [LineIndex(Array(text.utf8)), LineIndex(Array(extensions.utf8))]
    return (schema, diagnostics.map { indices[min(1, Int($0.range.file.rawValue))].line(of: $0) })
  }

  @Test("Types, extensions and client extensions form one schema")
  func builds() throws {
    let (schema, problems) = Self.build(
      """
      schema { query: Root }
      interface Node { id: ID! }
      type Root { node(id: ID!, first: [Int!]! = [1]): Node! all: [Thing] @semanticNonNull(levels: [0, 1]) }
      type User implements Node { id: ID! old: Int @deprecated }
      union Thing = User
      extend type User { age: Int }
      scalar Date @specifiedBy(url: "u")
      """,
      extensions: "extend type User { draft: Draft } type Draft { text: String }")
    #expect(problems == [])
    let user = try #require(schema.type(named: "User"))
    let node = try #require(schema.type(named: "Node"))
    let thing = try #require(schema.type(named: "Thing"))
    #expect(schema.queryType == schema.type(named: "Root"))
    #expect(schema[user].fieldList.map { schema[$0].name } == ["id", "old", "age", "draft"])
    #expect(schema[user].fieldList.map { schema[$0].isClientOnly } == [false, false, false, true])
    #expect(schema.possibleTypes(of: node) == [user] && schema.possibleTypes(of: thing) == [user])
    #expect(schema.doTypesOverlap(node, thing) && schema.isSubtype(user, of: node))
    let old = try #require(schema.field("old", on: user))
    #expect(schema[old].deprecation == "No longer supported")
    let nodeField = try #require(schema.field("node", on: schema.queryType!))
    #expect(schema.description(of: schema[nodeField].arguments[1].type) == "[Int!]!")
    #expect(schema[nodeField].arguments[1].defaultValue == .list([.int(1)]))
    let all = try #require(schema.field("all", on: schema.queryType!))
    #expect(schema[all].semanticNonNullLevels == [0, 1])
    #expect(schema.directives["connection"]?.isClientOnly == true && schema.directives["include"]?.isBuiltIn == true)
  }

  @Test("Introspection JSON is read as the schema that it describes")
  func introspection() throws {
    let json = """
      {"data": {"__schema": {"queryType": {"name": "Query"}, "mutationType": null, "subscriptionType": null, "directives": [],
        "types": [
          {"kind": "OBJECT", "name": "Query", "description": "root", "interfaces": [], "fields": [
            {"name": "users", "args": [{"name": "first", "defaultValue": "[RED]", "type": {"kind": "LIST", "ofType": {"kind": "ENUM", "name": "Color"}}}],
             "type": {"kind": "NON_NULL", "ofType": {"kind": "SCALAR", "name": "Int"}}, "isDeprecated": true, "deprecationReason": "old"}]},
          {"kind": "ENUM", "name": "Color", "enumValues": [{"name": "RED", "isDeprecated": false}]},
          {"kind": "SCALAR", "name": "Int"}, {"kind": "OBJECT", "name": "__Type", "fields": []}]}}}
      """
    let (document, problems) = IntrospectionReader.parseSchema(SourceFile(path: "schema.json", text: json), file: FileID(rawValue: 0))
    #expect(problems == [])
    let (schema, diagnostics) = SchemaBuilder.build(server: [document], clientExtensions: [], options: CompilerOptions())
    #expect(diagnostics == [])
    let field = try #require(schema.field("users", on: schema.queryType!))
    #expect(schema.description(of: schema[field].type) == "Int!" && schema[field].deprecation == "old")
    #expect(schema[field].arguments[0].defaultValue == .list([.enum("RED")]))
    for broken in ["{", "{}", "{\"__schema\": {\"types\": [{\"kind\": \"X\", \"name\": \"A\"}, {\"name\": 1}]}}"] {
      #expect(!IntrospectionReader.parseSchema(SourceFile(path: "s.json", text: broken), file: FileID(rawValue: 0)).1.isEmpty)
    }
  }
}
