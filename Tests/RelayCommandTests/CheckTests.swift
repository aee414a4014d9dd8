import Foundation
import TestSupport
import Testing

@testable import relay

/// `relay check`, with and without a new schema.
@Suite struct CheckTests {
  /// A folder with files.
  private static func folder(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder("relay-check")
    for (name, text) in files {
      let file = folder.url.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return folder
  }

  private static let files = [
    "old.graphql": "type Query { a: Int b(x: Kind): Int c: Item } enum Kind { A B } type Item { id: ID name: String }",
    "new.graphql": "type Query { b(x: Kind): Int c: Item } enum Kind { A } type Item { id: ID name: String }",
    "documents/A.graphql": "query A { a }",
    "documents/B.graphql": "query B { b(x: B) }",
    "documents/C.graphql": "query C { c { ...Item_c } }",
    "documents/Item.graphql": "fragment Item_c on Item @argumentDefinitions(x: {type: \"Int\"}) { name }",
    "released.json": #"{"0a": "query Old { a }", "0b": "query Fine { c { id } }"}"#,
    "manifest.json":
      ##"{"format": "apollo-persisted-query-manifest", "version": 1, "operations": [{"id": "1", "name": "M", "type": "query", "body": "query M { a }"}]}"##,
  ]

  private static func check(_ folder: TemporaryFolder, _ more: String...) -> Run {
    let path = folder.url.path
    return Run(
      ["check", "--schema", "\(path)/old.graphql", "--against", "\(path)/new.graphql"] + more.map { $0.replacing("@", with: path) })
  }

  @Test func documentsThatBreakComeFirst() throws {
    let folder = try Self.folder(Self.files)
    let run = Self.check(folder, "--documents", "@/documents")
    #expect(run.status == .findings)
    #expect(run.output.hasPrefix("2 of 4 documents and released operations break:\n"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("documents/A.graphql:1:11: 'Query' has no field 'a'"))
    #expect(run.output.contains("documents/B.graphql:1:16: "))
    #expect(run.output.contains("2 breaking changes:\n  Enum value Kind.B was removed.\n  Field Query.a was removed.\n"))
  }

  @Test func theReportAsJSONHasCoordinates() throws {
    let folder = try Self.folder(Self.files)
    let run = Self.check(folder, "--documents", "@/documents", "--json")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let changes = try #require(json["changes"] as? [[String: String]])
    #expect(changes.map { $0["coordinate"] } == ["Kind.B", "Query.a"])
    #expect(changes.map { $0["type"] } == ["VALUE_REMOVED_FROM_ENUM", "FIELD_REMOVED"])
    #expect((json["broken"] as? [Any])?.count == 2)
  }

  @Test func breakingChangesFailOnlyWhereNothingElseCan() throws {
    var files = Self.files
    files["documents/A.graphql"] = nil
    files["documents/B.graphql"] = nil
    let folder = try Self.folder(files)
    #expect(Self.check(folder, "--documents", "@/documents").status == .success)
    #expect(Self.check(folder, "--documents", "@/documents", "--strict").status == .findings)
    #expect(Self.check(folder).status == .findings)
  }

  @Test(arguments: ["released.json", "manifest.json"])
  func releasedOperationsAreValidated(file: String) throws {
    let folder = try Self.folder(Self.files)
    let run = Self.check(folder, "--released", "@/\(file)")
    #expect(run.status == .findings)
    #expect(run.output.contains("\(file): \(file == "released.json" ? "Old" : "M")\n    'Query' has no field 'a'"), "\(run.output)")
  }

  @Test(arguments: ["[]", "{\"a\": 1}", "{", "{\"a\": \"query {\"}"])
  func filesThatAreNotOfReleasesAreRefused(text: String) throws {
    var files = Self.files
    files["released.json"] = text
    let run = Self.check(try Self.folder(files), "--released", "@/released.json")
    #expect(run.status == .environment)
    #expect(run.errors.hasPrefix("error: '"))
  }

  @Test func anInvalidSchemaIsReportedAtItsPlace() throws {
    var files = Self.files
    files["new.graphql"] = "type Query { a: Itn }"
    let run = Self.check(try Self.folder(files))
    #expect(run.status == .environment)
    #expect(run.errors.contains("new.graphql:1:17: error: "), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  /// Defaults that contain one another, each twice, would otherwise be written 2^32 times.
  @Test func defaultsThatContainOneAnotherAreCutOff() throws {
    var files = Self.files
    files["old.graphql"] = "type Query { a(x: I = {}): Int } input I { a: I = {}, b: I = {}, c: Int }"
    files["new.graphql"] = "type Query { a(x: I = {}): Int } input I { a: I = {}, b: I = {}, c: Int = 1 }"
    let run = Self.check(try Self.folder(files), "--json")
    #expect(run.status == .success)
    #expect(run.output.contains("ARG_DEFAULT_VALUE_CHANGE"))
  }

  @Test func mistakesAreUsageErrors() throws {
    let folder = try Self.folder(Self.files)
    #expect(Run("check", "--strict").errors == "error: '--strict' needs '--against'\n")
    #expect(Run("check", "--schema", "\(folder.url.path)/no", "--against", "x").status == .environment)
  }

  // MARK: - Without a new schema

  @Test func documentsCompileAndQueriesAreCurrent() throws {
    let folder = try Self.folder([
      "schema.graphql": "type Query { a: Int }",
      "relay.config.json": #"{"schema": "schema.graphql", "src": "documents", "persistConfig": {"file": "queries.json"}}"#,
      "documents/A.graphql": "query A { a }",
      "queries.json": "",
    ])
    let config = "\(folder.url.path)/relay.config.json"
    #expect(Run("check", "--config", config).status == .findings)
    let lacking = Run("persist", "--check", "--config", config)
    #expect(lacking.status == .findings)
    #expect(lacking.errors.contains("queries.json lacks some of the 1 operations."), "\(lacking.errors)")
    #expect(Run("persist", "--config", config).status == .success)
    let run = Run("check", "--config", config)
    #expect(run.status == .success)
    #expect(run.errors == "1 document compiles, nothing would change.\n")
    // The file of queries may be a link, which stays one.
    let (queries, link) = ("\(folder.url.path)/shared.json", "\(folder.url.path)/queries.json")
    try FileManager.default.moveItem(atPath: link, toPath: queries)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "shared.json")
    #expect(Run("persist", "--check", "--config", config).status == .success)
    #expect(Run("check", "--config", config).status == .success)
    try Data().write(to: URL(filePath: queries))
    #expect(Run("persist", "--config", config).status == .success)
    #expect(Run("persist", "--check", "--config", config).status == .success)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "shared.json")
    try Data("query A { b }".utf8).write(to: folder.url.appendingPathComponent("documents/A.graphql"))
    let broken = Run("check", "--config", config)
    #expect(broken.status == .findings)
    #expect(broken.errors.contains("documents/A.graphql:1:11: error: 'Query' has no field 'b'"))
    let json = try JSONSerialization.jsonObject(with: Data(Run("check", "--config", config, "--json").output.utf8)) as? [String: Any]
    #expect((json?["diagnostics"] as? [[String: Any]])?.first?["id"] as? String == "unknown-field")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.url.path)/documents/__generated__"))
  }

  @Test("The modules of a package are compiled one by one, as in a build: each has its schema, and names may be the same")
  func modulesOfAPackage() throws {
    func target(_ name: String) -> String {
      """
      {"name": "\(name)", "c99name": "\(name)", "module_type": "SwiftTarget", "type": "library", "path": "Sources/\(name)",
        "sources": [], "target_dependencies": [], "product_dependencies": ["RelayRuntime", "RelayCodegenPlugin"]}
      """
    }
    let folder = try Self.folder([
      "Sources/A/schema.graphql": "type Query { a: Int }",
      "Sources/A/Home.graphql": "query HomeQuery { a }",
      "Sources/B/schema.graphql": "type Query { b: Int }",
      "Sources/B/Home.graphql": "query HomeQuery { b }",
    ])
    let description = folder.url.appendingPathComponent("package.json")
    let text = #"{"name": "p", "path": "\#(folder.url.path)", "products": [], "targets": ["# + "\(target("A")), \(target("B"))]}"
    try Data(text.utf8).write(to: description)
    let run = Run("check", "--package", description.path)
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.errors.contains("nothing would change."))
    try Data("query HomeQuery { a }".utf8).write(to: folder.url.appendingPathComponent("Sources/B/Home.graphql"))
    let broken = Run("check", "--package", description.path)
    #expect(broken.status == .findings)
    #expect(broken.errors.contains("B/Home.graphql:1:19: error: 'Query' has no field 'a'"), "\(broken.errors)")
    #expect(Run("check", "--package", description.path, "--against", description.path).status == .usage)
  }
}
