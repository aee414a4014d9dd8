@testable import RelayCompilerCore
import TestSupport
import Testing

/// A schema's compact form: what is read of it is what was written, and what cannot be read is nothing.
@Suite("Schema archives")
struct SchemaArchiveTests {
  static let schema = #"""
    """Where everything starts."""
    schema { query: Root mutation: Changes }
    directive @cost(weight: Float = 1.5, of: [String!] = ["a", "b"]) repeatable on FIELD_DEFINITION | OBJECT
    interface Node @cost @cacheControl(inheritMaxAge: true) { id: ID! @cacheControl(scope: PUBLIC) }
    interface Named implements Node { id: ID! "The \"name\"" name(short: Boolean = false, filter: Filter = { text: "x", kinds: [NEW], limit: 3 }): String! }
    type Root @cost(weight: 2) @cost(weight: 3) { node(id: ID!): Node all(first: Int, after: String): [[Thing!]]! old: Int @deprecated(reason: "no") }
    type Changes { add(input: Input!): User }
    type User implements Node & Named { id: ID! name(short: Boolean = false, filter: Filter): String! kind: Kind }
    union Thing = User | Book
    type Book @cacheControl(maxAge: 2147483647) { isbn: String! @cacheControl(maxAge: 0, scope: PRIVATE) title: String }
    enum Kind { "Fresh" NEW OLD @deprecated }
    input Filter { text: String = null kinds: [Kind!] limit: Int = -7 }
    input Input @oneOf { a: String b: Time }
    scalar Time @specifiedBy(url: "https://example.com/time")
    """#
  static let extensions = """
    extend type Book @key(fields: "isbn") @cacheControlField(name: "title", maxAge: 7) { isRead: Boolean! } interface Local { id: ID! }
    """

  static func sources(_ schema: String = schema, _ extensions: String? = extensions) -> CompilerInput {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    if let extensions { input.add([SourceFile(path: "client.graphql", text: extensions)], as: .clientSchema) }
    return input
  }

  static func archive(_ input: CompilerInput = sources()) throws -> [UInt8] {
    let (schema, files, diagnostics) = Compiler.schema(of: input)
    #expect(!diagnostics.contains { $0.severity == .error }, "\(diagnostics.map(\.message))")
    let built = try #require(schema)
    return try #require(SchemaArchive.encode(built, of: input.sources, files: files, options: input.options))
  }

  @Test("What is read is what was written")
  func roundTrip() throws {
    let input = Self.sources()
    let archive = try Self.archive()
    #expect(try Self.archive() == archive)
    let contents = try #require(SchemaArchive.decode(archive, for: input.sources, options: input.options))
    let read = contents.schema
    #expect(SchemaArchive.encode(read, of: input.sources, files: contents.files, options: input.options) == archive)
    let built = try #require(Compiler.schema(of: input).schema)
    #expect(read.types.map(\.name) == built.types.map(\.name))
    // The definitions of built-in types are in no file.
    #expect(read.types.filter { !$0.isBuiltIn }.map(\.range) == built.types.filter { !$0.isBuiltIn }.map(\.range))
    #expect(read.types.map(\.possibleTypes) == built.types.map(\.possibleTypes) && read.types.map(\.kind) == built.types.map(\.kind))
    #expect(read.fields.map(\.type) == built.fields.map(\.type) && read.fields.map(\.directives) == built.fields.map(\.directives))
    #expect(read.fields.map { $0.arguments.map(\.defaultValue) } == built.fields.map { $0.arguments.map(\.defaultValue) })
    #expect(read.directives.count == built.directives.count)
    #expect(read.queryType == built.queryType && read.mutationType == built.mutationType && read.subscriptionType == nil)
    #expect(read.hasKeys && read.hasClientAbstractTypes && read.hasCacheControl)
    #expect(read.types.map(\.cacheControl) == built.types.map(\.cacheControl))
    #expect(read.fields.map(\.cacheControl) == built.fields.map(\.cacheControl))
    #expect(Set(read.fields.map(\.cacheControl)).count == 4)
  }

  @Test("A compilation gives the same with the archive", .cases)
  func sameOutput() {
    eachCase(of: [
      "query Q { all { ...B } } fragment B on Book { title isRead }", "mutation M($input: Input!) { add(input: $input) { name kind } }",
      "query Q { node(id: 1) { idd } }", "fragment F on Usr { id }",
    ]) { try sameOutput($0) }
  }

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

  // MARK: - A schema among the documents

  private static let mutation = "mutation M($input: Input!) { add(input: $input) { name kind } }"

  /// The module `App`, whose schema is among its own documents, or among those of a module below.
  private static func documents(_ own: [String], imported: [String] = []) -> CompilerInput {
    var input = CompilerInput()
    for (index, text) in own.enumerated() {
      input.add([SourceFile(path: "App/\(index).graphql", text: text)], as: .document(output: "\(index).swift"))
    }
    for (index, text) in imported.enumerated() {
      input.add([SourceFile(path: "Model/\(index).graphql", text: text)], as: .imported(module: "Model"))
    }
    input.module = "App"
    input.swift = SwiftOutputs(schema: "Types.swift")
    return input
  }

  /// What the command `schema` makes of the documents with type definitions.
  private static func archive(_ documents: [String]) throws -> [UInt8] { try archive(self.documents(documents)) }

  private static func check(
    _ input: CompilerInput, with archive: [UInt8], isUsed: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let plain = Compiler.compile(input)
    var input = input
    input.schemaArchive = archive
    let archived = Compiler.compile(input)
    #expect(archived.diagnostics == plain.diagnostics, sourceLocation: sourceLocation)
    #expect(archived.files.map(\.bytes) == plain.files.map(\.bytes), sourceLocation: sourceLocation)
    // If it is used, no file of the schema has been parsed.
    #expect(archived.schemaFiles.isEmpty == isUsed, sourceLocation: sourceLocation)
  }

  @Test("A schema in the module, or in one below, is read from its archive")
  func amongDocuments() throws {
    let archive = try Self.archive([Self.schema])
    let fragment = "fragment F on User { id }"
    Self.check(Self.documents([Self.schema, Self.mutation]), with: archive, isUsed: true)
    Self.check(Self.documents([Self.mutation, Self.schema, "query Q { wrong }"]), with: archive, isUsed: true)
    Self.check(Self.documents([Self.mutation, "query {", Self.schema]), with: archive, isUsed: true)
    Self.check(
      Self.documents(["query Q { node(id: 1) { ...F } }"], imported: [fragment, Self.schema]), with: archive, isUsed: true)
    // The module's own types are the schema, whatever a module below has.
    Self.check(
      Self.documents([Self.schema, Self.mutation], imported: ["type Query { other: Int }"]), with: archive, isUsed: true)
    let second = "type Query { a: Int }"
    let extensions = "extend type Query { b: Int }"
    let both = try Self.archive([second, extensions])
    Self.check(Self.documents(["query Q { a b }"], imported: [second, fragment, extensions]), with: both, isUsed: true)
  }

  @Test("An archive of documents is not used if another document belongs to the schema, or one of them has changed")
  func notAmongDocuments() throws {
    let archive = try Self.archive([Self.schema])
    let extensions = "extend type Book { more: Int }"
    Self.check(Self.documents([Self.schema, Self.mutation, extensions]), with: archive, isUsed: false)
    Self.check(Self.documents([Self.schema + " ", Self.mutation]), with: archive, isUsed: false)
    Self.check(Self.documents([Self.mutation], imported: [Self.schema, extensions]), with: archive, isUsed: false)
    Self.check(Self.documents([Self.mutation], imported: [Self.schema + " "]), with: archive, isUsed: false)
    Self.check(Self.documents(["type Query { a: Int }", "query Q { a }"], imported: [Self.schema]), with: archive, isUsed: false)
    var named = Self.documents([Self.mutation, Self.schema])
    named.add([SourceFile(path: "schema.graphql", text: Self.schema + " ")], as: .schema)
    Self.check(named, with: archive, isUsed: false)
    let both = try Self.archive(["type Query { a: Int }", "extend type Query { b: Int }"])
    Self.check(Self.documents(["extend type Query { b: Int }", "type Query { a: Int }"]), with: both, isUsed: false)
    Self.check(Self.documents(["type Query { a: Int }", "query Q { a }"]), with: both, isUsed: false)
  }

  @Test("Documents that also have operations, or extend a schema that is elsewhere, have no archive")
  func noArchive() {
    for documents in [[Self.schema + " query Q { node(id: 1) { id } }"], ["extend type Query { a: Int }"], ["query Q { a }"], []] {
      #expect(Compiler.schema(of: Self.documents(documents)).schema == nil)
    }
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
    for round in 0..<TestEffort.repetitions(1_000) {
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
