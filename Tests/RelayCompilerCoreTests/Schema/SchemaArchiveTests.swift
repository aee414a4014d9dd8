import RelayCompilerCore
import Testing

/// A schema's compact form: what is read of it is what was written, and what cannot be read is nothing.
@Suite("Schema archives")
struct SchemaArchiveTests {
  static let schema = #"""
    """Where everything starts."""
    schema { query: Root mutation: Changes }
    directive @cost(weight: Float = 1.5, of: [String!] = ["a", "b"]) repeatable on FIELD_DEFINITION | OBJECT
    interface Node @cost { id: ID! }
    interface Named implements Node { id: ID! "The \"name\"" name(short: Boolean = false, filter: Filter = { text: "x", kinds: [NEW], limit: 3 }): String! }
    type Root @cost(weight: 2) @cost(weight: 3) { node(id: ID!): Node all(first: Int, after: String): [[Thing!]]! old: Int @deprecated(reason: "no") }
    type Changes { add(input: Input!): User }
    type User implements Node & Named { id: ID! name(short: Boolean = false, filter: Filter): String! kind: Kind }
    union Thing = User | Book
    type Book { isbn: String! title: String }
    enum Kind { "Fresh" NEW OLD @deprecated }
    input Filter { text: String = null kinds: [Kind!] limit: Int = -7 }
    input Input @oneOf { a: String b: Time }
    scalar Time @specifiedBy(url: "https://example.com/time")
    """#
  static let extensions = "extend type Book @key(fields: \"isbn\") { isRead: Boolean! } interface Local { id: ID! }"

  static func sources(_ schema: String = schema, _ extensions: String? = extensions) -> CompilerInput {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    if let extensions { input.add([SourceFile(path: "client.graphql", text: extensions)], as: .clientSchema) }
    return input
  }

  static func archive(_ input: CompilerInput = sources()) throws -> [UInt8] {
    let (schema, diagnostics) = Compiler.schema(of: input)
    #expect(!diagnostics.contains { $0.severity == .error }, "\(diagnostics.map(\.message))")
    let built = try #require(schema)
    return try #require(SchemaArchive.encode(built, of: input.sources, options: input.options))
  }

  @Test("What is read is what was written")
  func roundTrip() throws {
    let input = Self.sources()
    let archive = try Self.archive()
    #expect(try Self.archive() == archive)
    let read = try #require(SchemaArchive.decode(archive, for: input.sources, options: input.options))
    #expect(SchemaArchive.encode(read, of: input.sources, options: input.options) == archive)
    let built = try #require(Compiler.schema(of: input).schema)
    #expect(read.types.map(\.name) == built.types.map(\.name))
    // The definitions of built-in types are in no file.
    #expect(read.types.filter { !$0.isBuiltIn }.map(\.range) == built.types.filter { !$0.isBuiltIn }.map(\.range))
    #expect(read.types.map(\.possibleTypes) == built.types.map(\.possibleTypes) && read.types.map(\.kind) == built.types.map(\.kind))
    #expect(read.fields.map(\.type) == built.fields.map(\.type) && read.fields.map(\.directives) == built.fields.map(\.directives))
    #expect(read.fields.map { $0.arguments.map(\.defaultValue) } == built.fields.map { $0.arguments.map(\.defaultValue) })
    #expect(read.directives.count == built.directives.count)
    #expect(read.queryType == built.queryType && read.mutationType == built.mutationType && read.subscriptionType == nil)
    #expect(read.hasKeys && read.hasClientAbstractTypes)
  }

  @Test(
    "A compilation gives the same with the archive",
    arguments: [
      "query Q { all { ...B } } fragment B on Book { title isRead }", "mutation M($input: Input!) { add(input: $input) { name kind } }",
      "query Q { node(id: 1) { idd } }", "fragment F on Usr { id }",
    ])
  func sameOutput(_ document: String) throws {
    var input = Self.sources()
    input.add([SourceFile(path: "Q.graphql", text: document)], as: .document(output: "Q.swift"))
    input.swift = SwiftOutputs(schema: "Types.swift")
    let plain = Compiler.compile(input)
    input.schemaArchive = try Self.archive()
    let archived = Compiler.compile(input)
    #expect(archived.diagnostics == plain.diagnostics)
    #expect(archived.files.map(\.bytes) == plain.files.map(\.bytes))
    #expect(plain.files.isEmpty == plain.diagnostics.contains { $0.severity == .error })
  }

  @Test("An archive of another schema, or made with other options, is not used")
  func otherSchema() throws {
    let archive = try Self.archive()
    for other in [Self.sources(Self.schema + " "), Self.sources(Self.schema, Self.extensions + " "), Self.sources(Self.schema, nil)] {
      #expect(SchemaArchive.decode(archive, for: other.sources, options: other.options) == nil)
    }
    let input = Self.sources()
    var options = input.options
    options.schema.deferStreamInterface.labelArgument = "name"
    #expect(SchemaArchive.decode(archive, for: input.sources, options: options) == nil)
    options = input.options
    options.featureFlags.disableSchemaValidation = .enabled
    #expect(SchemaArchive.decode(archive, for: input.sources, options: options) == nil)
    #expect(SchemaArchive.decode(archive, for: input.sources, options: input.options) != nil)
  }

  @Test("A damaged archive is none")
  func damaged() throws {
    let archive = try Self.archive()
    let input = Self.sources()
    for position in archive.indices {
      var damaged = archive
      damaged[position] ^= 1 << UInt8(position % 8)
      #expect(SchemaArchive.decode(damaged, for: input.sources, options: input.options) == nil, "byte \(position)")
    }
    for count in stride(from: 0, to: archive.count, by: 7) {
      #expect(SchemaArchive.decode(Array(archive.prefix(count)), for: input.sources, options: input.options) == nil)
    }
  }

  /// The fingerprint of the whole is made right again, so that only the checks of single values are left.
  @Test("An archive that says nonsense gives a consistent schema or none")
  func nonsense() throws {
    let archive = try Self.archive()
    let input = Self.sources()
    let start = SchemaArchive.magic.count
    var generator = SystemRandomNumberGenerator()
    for round in 0..<4000 {
      var content = Array(archive[(start + 16)...])
      for _ in 0...(round % 3) {
        content[Int.random(in: content.indices, using: &generator)] =
          [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255)][Int.random(in: 0..<6)]
      }
      if round % 5 == 0 { content.removeLast(Int.random(in: 1..<content.count)) }
      let fingerprint = Fingerprint(content)
      var bytes = SchemaArchive.magic
      for part in [fingerprint.high, fingerprint.low] {
        for offset in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: part >> UInt64(offset * 8))) }
      }
      var compilation = input
      compilation.add([SourceFile(path: "Q.graphql", text: "query Q { all { ... on User { name } } }")], as: .document(output: "Q.swift"))
      compilation.swift = SwiftOutputs(schema: "Types.swift")
      compilation.schemaArchive = bytes + content
      compilation.threads = 1
      _ = Compiler.compile(compilation)
    }
  }
}
