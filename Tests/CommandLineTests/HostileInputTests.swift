import Testing

/// Whatever the input is: an exit status of 0 or 1 within the time that a run may take, and an error with a place.
struct HostileInputTests {
  private static let deep = 200_000

  @Test(arguments: [
    ("empty", []),
    ("zero bytes", [UInt8](repeating: 0, count: 1000)),
    ("not UTF-8", [0xFF, 0xFE, 0x41, 0x00, 0xC3, 0x28]),
    ("mark of a UTF-16 file", [0xFE, 0xFF, 0x00, 0x7B]),
    ("open string", Array("query Q { a(b: \"".utf8)),
    ("open block string", Array("query Q { a(b: \"\"\"".utf8)),
    ("braces", [UInt8](repeating: 0x7B, count: deep)),
    ("closing braces", [UInt8](repeating: 0x7D, count: deep)),
    ("brackets", Array("query Q($a: ".utf8) + [UInt8](repeating: 0x5B, count: deep)),
    ("values", Array("query Q { a(b: ".utf8) + [UInt8](repeating: 0x5B, count: deep)),
    ("objects", Array("query Q { a(b: ".utf8) + Array(repeatElement(Array("{a:".utf8), count: deep).joined())),
    ("fields", Array("query Q ".utf8) + Array(repeatElement(Array("{a".utf8), count: deep).joined())),
    ("quotes", [UInt8](repeating: 0x22, count: deep)),
    ("numbers", Array("query Q { a(b: 1".utf8) + [UInt8](repeating: 0x30, count: deep) + Array(") }".utf8)),
    ("a long name", Array("query ".utf8) + [UInt8](repeating: 0x61, count: deep) + Array(" { viewer { id } }".utf8)),
    ("fragments in a ring", Array("query Q { viewer { ...A } } fragment A on User { ...B } fragment B on User { ...A }".utf8)),
    ("a fragment in itself", Array("query Q { viewer { ...A } } fragment A on User { ...A }".utf8)),
  ])
  func documents(_ name: String, _ bytes: [UInt8]) throws {
    let tool = try Tool(Sample.project)
    try tool.write(bytes, "src/Hostile.graphql")
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 0 || run.status == 1, "\(name): \(run.status) \(run.errors.prefix(400))")
    if run.status == 1 { #expect(run.errors.contains("Hostile.graphql:"), "\(name): \(run.errors.prefix(400))") }
    for line in run.errors.split(separator: "\n") { #expect(line.utf8.count < 2000, "\(name)") }
  }

  @Test(arguments: [
    ("empty", ""), ("no query", "type A { a: Int }"), ("ring of interfaces", "type Query implements A { a: Int } interface A implements A { a: Int }"),
    ("input in itself", "type Query { a(b: B): Int } input B { b: B! }"), ("twice", "type Query { a: Int } type Query { a: Int }"),
    ("unknown types", "type Query { a: Nowhere }"), ("a document", "query Q { a }"), ("an extension of nothing", "extend type Query { a: Int }"),
    ("union in itself", "type Query { a: U } union U = U"), ("JSON", "{}"), ("JSON that is no schema", "{\"data\": {\"__schema\": 1}}"),
  ])
  func schemas(_ name: String, _ text: String) throws {
    var files = Sample.project
    files["schema.graphql"] = text
    let run = try Tool(files).run("generate", "--config", "relay.config.json")
    #expect(run.status == 1, "\(name): \(run.status) \(run.errors)")
    #expect(run.errors.contains(": error: "), "\(name): \(run.errors)")
  }

  @Test func inputsThatAreNoFiles() throws {
    let tool = try Tool(Sample.project)
    for input in ["missing.graphql", "/dev/null/x", "schema.graphql/x", ""] {
      let run = try tool.run("generate", "--schema", "schema.graphql", "--output", "generated", input)
      #expect(run.status == 1, "\(input): \(run.errors)")
      #expect(run.errors.contains("error: "), "\(input)")
    }
  }

  @Test func configurationsNestedWithoutEnd() throws {
    let tool = try Tool(Sample.project)
    for opening in ["[", "{\"a\":"] {
      try tool.write(String(repeating: opening, count: Self.deep), "relay.config.json")
      let run = try tool.run("generate", "--config", "relay.config.json")
      #expect(run.status == 1)
      #expect(run.errors.contains("relay.config.json:1:"), "\(run.errors.prefix(400))")
    }
  }
}
