import Foundation
import TestSupport
import Testing

/// For any input: an exit status of 0 or 1 within the time limit for a run, and an error with a position.
@Suite("Hostile input")
struct HostileInputTests {
  private static let deep = 200_000

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }

    /// `start`, then `item` extremely many times, then `end`.
    init(_ name: String, _ start: String = "", repeating item: String, end: String = "") {
      self.init(name, Array((start + String(repeating: item, count: deep) + end).utf8))
    }

    init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
  }

  static let documents: [Case] = [
    Case("empty", ""),
    Case("zero bytes", repeating: "\0"),
    Case("not UTF-8", [0xFF, 0xFE, 0x41, 0x00, 0xC3, 0x28]),
    Case("mark of a UTF-16 file", [0xFE, 0xFF, 0x00, 0x7B]),
    Case("open string", "query Q { a(b: \""),
    Case("open block string", "query Q { a(b: \"\"\""),
    Case("braces", repeating: "{"),
    Case("closing braces", repeating: "}"),
    Case("brackets", "query Q($a: ", repeating: "["),
    Case("lists", "query Q { a(b: ", repeating: "["),
    Case("objects", "query Q { a(b: ", repeating: "{a:"),
    Case("fields", "query Q ", repeating: "{a"),
    Case("quotes", repeating: "\""),
    Case("apostrophes", repeating: "'\n"),
    Case("a long number", "query Q { a(b: 1", repeating: "0", end: ") }"),
    Case("a long name", "query ", repeating: "a", end: " { viewer { id } }"),
    Case("fragments in a ring", "query Q { viewer { ...A } } fragment A on User { ...B } fragment B on User { ...A }"),
    Case("a fragment in itself", "query Q { viewer { ...A } } fragment A on User { ...A }"),
  ]

  @Test("Document", .cases)
  func document() {
    eachCase(of: Self.documents) { try document($0) }
  }

  func document(_ input: Case) throws {
    let tool = try Tool(Sample.project)
    try tool.write(input.bytes, "src/Hostile.graphql")
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 0 || run.status == 1, "\(input.name): \(run.status) \(run.errors.prefix(400))")
    if run.status == 1 { #expect(run.errors.contains("Hostile.graphql:"), "\(input.name): \(run.errors.prefix(400))") }
    for line in run.errors.split(separator: "\n") { #expect(line.utf8.count < 2000, "\(input.name)") }
  }

  static let schemas: [Case] = [
    Case("empty", ""),
    Case("no query", "type A { a: Int }"),
    Case("ring of interfaces", "type Query implements A { a: Int } interface A implements A { a: Int }"),
    Case("input in itself", "type Query { a(b: B): Int } input B { b: B! }"),
    Case("twice", "type Query { a: Int } type Query { a: Int }"),
    Case("unknown types", "type Query { a: Nowhere }"),
    Case("a document", "query Q { a }"),
    Case("an extension of nothing", "extend type Query { a: Int }"),
    Case("union in itself", "type Query { a: U } union U = U"),
    Case("JSON", "{}"),
    Case("JSON that is no schema", "{\"data\": {\"__schema\": 1}}"),
  ]

  @Test("Schema", .cases)
  func schema() {
    eachCase(of: Self.schemas) { try schema($0) }
  }

  func schema(_ input: Case) throws {
    let name = input.name
    var files = Sample.project
    files["schema.graphql"] = String(decoding: input.bytes, as: UTF8.self)
    let run = try Tool(files).run("generate", "--config", "relay.config.json")
    #expect(run.status == 1, "\(name): \(run.status) \(run.errors)")
    #expect(run.errors.contains(": error: "), "\(name): \(run.errors)")
  }

  @Test("Inputs that are not files")
  func inputsThatAreNoFiles() throws {
    let tool = try Tool(Sample.project)
    for input in ["missing.graphql", "/dev/null/x", "schema.graphql/x", ""] {
      let run = try tool.run("generate", "--schema", "schema.graphql", "--output", "generated", input)
      #expect(run.status == 1, "\(input): \(run.errors)")
      #expect(run.errors.contains("error: "), "\(input)")
    }
  }

  @Test("Configurations with endless nesting")
  func configurationsNestedWithoutEnd() throws {
    let tool = try Tool(Sample.project)
    for opening in ["[", "{\"a\":"] {
      try tool.write(String(repeating: opening, count: Self.deep), "relay.config.json")
      let run = try tool.run("generate", "--config", "relay.config.json")
      #expect(run.status == 1)
      #expect(run.errors.contains("relay.config.json:1:"), "\(run.errors.prefix(400))")
    }
  }

  /// Sparse files, so that they take no space.
  @Test("Files that are too large are errors before they are read", .cases)
  func filesThatAreTooLarge() {
    eachCase(of: ["schema.graphql", "schema.json", "src/Large.graphql", "relay.config.json", "src/A.swift"] as [String]) { name in
      let tool = try Tool(Sample.project)
      if name == "schema.json" { try tool.write(Sample.config.replacing("schema.graphql", with: name), "relay.config.json") }
      if !tool.exists(name) { try tool.write("", name) }
      #expect(truncate(tool.path(name), 1 << 40) == 0)
      let run = try tool.run("generate", "--config", "relay.config.json")
      #expect(run.status == 1)
      let limit = name == "relay.config.json" ? 16 : 64
      #expect(
        run.errors.contains("\(name):1:1: error: Cannot read this file: it has 1099511627776 bytes, and at most \(limit) MB are read"),
        "\(run.errors)")
      #expect(tool.files(in: "generated").isEmpty)
    }
  }

  @Test("Outputs that have become too large are written again")
  func outputsThatAreTooLarge() throws {
    let tool = try Tool(Sample.project)
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 0)
    let written = try tool.contents(of: "generated")
    let name = try #require(written.keys.sorted().first)
    #expect(truncate(tool.path("generated/\(name)"), 1 << 40) == 0)
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 0)
    #expect(try tool.contents(of: "generated") == written)
  }

  @Test("Names that are not UTF-8 are shown escaped", .enabled(if: Self.hasBytesAsNames, "this file system has only UTF-8"))
  func namesThatAreNotText() throws {
    let tool = try Tool(Sample.project)
    func create(_ name: String) {
      close(open(Self.bytes(ofName: tool.path("src/cafX" + name)), O_CREAT | O_WRONLY, 0o600))
    }
    create(".png")
    let picture = try tool.run("generate", "--config", "relay.config.json")
    #expect(picture.status == 0 && picture.errors.isEmpty, "\(picture.errors)")
    create(".graphql")
    let file = try tool.run("generate", "--config", "relay.config.json")
    #expect(file.status == 1)
    #expect(file.errors.contains(#"src/caf\xE9.graphql:1:1: error: The name of this file is not UTF-8"#), "\(file.errors)")
  }

  @Test("A folder whose name is not UTF-8", .enabled(if: Self.hasBytesAsNames, "this file system has only UTF-8"))
  func foldersThatAreNotText() throws {
    let tool = try Tool(Sample.project)
    #expect(mkdir(Self.bytes(ofName: tool.path("src/cafX")), 0o700) == 0)
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 0)
    #expect(run.errors.contains(#"src/caf\xE9:1:1: warning: The name of this folder is not UTF-8"#), "\(run.errors)")
  }

  /// A name that is not UTF-8: it has another byte in place of each `X`.
  private static func bytes(ofName name: String) -> [CChar] {
    name.utf8CString.map { $0 == 88 ? CChar(truncatingIfNeeded: 0xE9) : $0 }
  }

  private static let hasBytesAsNames: Bool = {
    #if os(Linux)
      true
    #else
      false
    #endif
  }()

  @Test("A link to itself is skipped")
  func aLinkThatLeadsToItselfIsPassedOver() throws {
    let tool = try Tool(Sample.project)
    try FileManager.default.createSymbolicLink(atPath: tool.path("src/loop"), withDestinationPath: ".")
    try FileManager.default.createSymbolicLink(atPath: tool.path("src/Ring.graphql"), withDestinationPath: "Ring.graphql")
    try FileManager.default.createSymbolicLink(atPath: tool.path("src/Nowhere.graphql"), withDestinationPath: "nothing.graphql")
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 0, "\(run.errors)")
    let named = try tool.run("generate", "--schema", "schema.graphql", "--output", "generated", "src/Ring.graphql")
    #expect(named.status == 1 && named.errors.contains("src/Ring.graphql:1:1: error: "), "\(named.errors)")
  }

  @Test("Folders and pipes instead of files")
  func foldersAndPipesInPlaceOfFiles() throws {
    let tool = try Tool(Sample.project)
    try tool.write("", "folder.graphql/file")
    #expect(mkfifo(tool.path("pipe.graphql"), 0o600) == 0)
    for file in ["folder.graphql", "pipe.graphql"] {
      let schema = try tool.run("generate", "--schema", file, "--output", "generated", "src")
      #expect(schema.status == 1 && schema.errors.contains("error: "), "\(file): \(schema.errors)")
      let config = try tool.run("generate", "--config", file)
      #expect(config.status == 1 && config.errors.contains("\(file):1:1: error: "), "\(file): \(config.errors)")
    }
    let document = try tool.run("generate", "--schema", "schema.graphql", "--output", "generated", "pipe.graphql")
    #expect(document.status == 1 && document.errors.contains("pipe.graphql:1:1: error: "), "\(document.errors)")
  }

  @Test("A file without read permission", .disabled(if: geteuid() == 0, "the superuser can read everything"))
  func aFileThatMayNotBeRead() throws {
    let tool = try Tool(Sample.project)
    try tool.write("query Q { viewer { id } }", "src/Secret.graphql")
    try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: tool.path("src/Secret.graphql"))
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 1 && run.errors.contains("src/Secret.graphql:1:1: error: "), "\(run.errors)")
  }

  /// One without errors, and one with an error on every line: of fifty megabytes before a change lands, and of five otherwise.
  @Test("Large files")
  func largeFiles() throws {
    let lines = TestEffort.current == .quick ? 50_000 : 500_000
    let tool = try Tool(Sample.project)
    let comment = "# " + String(repeating: "x", count: 97) + "\n"
    try tool.write(String(repeating: comment, count: lines) + "query Large { viewer { id } }\n", "src/Large.graphql")
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 0, "\(run.errors.prefix(400))")
    #expect(tool.files(in: "generated").contains { $0.contains("Large") })

    let mistake = String(repeating: ")", count: 99) + "\n"
    try tool.write(String(repeating: mistake, count: lines), "src/Large.graphql")
    let broken = try tool.run("generate", "--config", "relay.config.json")
    #expect(broken.status == 1)
    #expect(broken.errors.contains("src/Large.graphql:1:1: error: "), "\(broken.errors.prefix(400))")
    #expect(broken.errors.utf8.count < 1_000_000)
  }
}
