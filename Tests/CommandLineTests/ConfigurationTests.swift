import Foundation
import TestSupport
import Testing

/// `relay.config.json`: errors are reported at their position.
@Suite("Configuration files")
struct ConfigurationTests {
  static let mistakes: [(text: String, line: Int, column: Int, first: String, second: String)] = [
    ("{\n  \"schemas\": \"a\"\n}", 2, 3, "'schemas'", "Did you mean 'schema'?"),
    ("{\n  \"schema\": 1\n}", 2, 13, "a string", "a number"),
    ("{\n  \"excludes\": \"a\"\n}", 2, 15, "an array of strings", "a string"),
    (
      "{\n  \"featureFlags\": {\n    \"compact_query_txt\": true\n  }\n}", 3, 5, "'compact_query_txt'", "Did you mean 'compact_query_text'?"
    ),
    ("{\n  \"persistConfig\": { \"fil\": \"a\", \"file\": \"b\" }\n}", 2, 22, "'fil'", "'persistConfig'"),
    ("{\n  \"projects\": {}\n}", 2, 3, "'projects'", "relay.config.json"),
    ("{\n  \"schemaConfig\": { \"nonNodeIdFields\": { \"allowedIdTypes\": [] } }\n}", 2, 60, "an object", "an array"),
    ("{\n  \"persistConfig\": { \"file\": \"a.json\", \"algorithm\": \"MD4\" }\n}", 2, 53, "'MD4'", "'MD5', 'SHA1', 'SHA256'"),
    ("{\n  \"schema\": \"a\",\n  \"schema\": \"b\"\n}", 3, 3, "'schema'", "is repeated"),
    ("{\n  \"schema\": \"a\",\n}", 2, 16, "Remove this comma", "nothing follows"),
    ("{\n  \"schema\": \"a\"", 2, 16, "'}'", "the end of the file"),
    (
      "{\n  \"customScalarTypes\": { \"Date\": \"string\" }\n}", 2, 34, "a type of TypeScript or Flow",
      "If an app on the web has this type, name Swift's in 'swift.customScalarTypes'"
    ),
    ("{\n  \"swift\": { \"customScalarTypes\": { \"Date\": \"string\" } }\n}", 2, 45, "'string', a type of TypeScript", "'String'?"),
    ("{\n  \"swift\": { \"acronyms\": [\"url\"] }\n}", 2, 27, "such as 'URL'", "found 'url'. Did you mean 'URL'?"),
    ("{\n  \"swift\": { \"acronyms\": [\"U-L\"] }\n}", 2, 27, "such as 'URL'", "found 'U-L'"),
    ("{\n  \"swift\": { \"acronym\": [] }\n}", 2, 14, "'acronym'", "Did you mean 'acronyms'?"),
    ("{\n  \"extra\": { \"swift\": { \"acronym\": [] } }\n}", 2, 25, "'acronym' in 'extra.swift'", "Did you mean 'acronyms'?"),
    ("{\n  \"swift\": {},\n  \"extra\": { \"swift\": {} }\n}", 3, 14, "in 'swift' already", "Keep one"),
    ("", 1, 1, "a value", "the end of the file"),
    ("[]", 1, 1, "an object", "an array"),
  ]

  @Test("Errors have positions", .cases)
  func mistakesHavePlaces() {
    eachCase(of: Self.mistakes) { try mistakesHavePlaces($0.0, line: $0.1, column: $0.2, first: $0.3, second: $0.4) }
  }

  func mistakesHavePlaces(_ text: String, line: Int, column: Int, first: String, second: String) throws {
    var files = Sample.project
    files["relay.config.json"] = text
    let tool = try Tool(files)
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 1)
    let place = "\(tool.path("relay.config.json")):\(line):\(column): error: "
    let message = run.errors.split(separator: "\n").first { $0.hasPrefix(place) }
    #expect(message?.contains(first) == true && message?.contains(second) == true, "\(run.errors)")
    #expect(!tool.exists("generated"))
  }

  @Test("Missing files")
  func filesThatAreNotThere() throws {
    var files = Sample.project
    files["relay.config.json"] = """
      {
        "schema": "missing.graphql",
        "schemaExtensions": ["client.graphql"],
        "src": "sources"
      }
      """
    let tool = try Tool(files)
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 1)
    for (line, column) in [(2, 13), (3, 24), (4, 10)] {
      #expect(run.errors.contains("\(tool.path("relay.config.json")):\(line):\(column): error: "), "\(run.errors)")
    }
    let missing = try tool.run("generate", "--config", "other.json")
    #expect(missing.status == 1)
    #expect(missing.errors.hasPrefix("\(tool.path("other.json")):1:1: error: "), "\(missing.errors)")
  }

  /// A file that Relay's own compiler also reads.
  @Test("Keys of Relay are known")
  func keysOfRelayAreKnown() throws {
    var files = Sample.project
    files["relay.config.json"] = """
      {
        "$schema": "https://example.com/schema.json",
        "language": "typescript",
        "eagerEsModules": true,
        "schema": "schema.graphql",
        "src": "src",
        "artifactDirectory": "generated",
        "noFutureProofEnums": false,
        "customScalarTypes": { "DateTime": "String" },
        "schemaConfig": {
          "nodeInterfaceIdField": "id",
          "nonNodeIdFields": { "allowedIdTypes": { "Legacy": "Int" } }
        },
        "featureFlags": { "enforce_fragment_alias_where_ambiguous": { "kind": "limited", "allowlist": ["A_b"] }, "compact_query_text": true },
        "persistConfig": null
      }
      """
    let run = try Tool(files).run("generate", "--config", "relay.config.json")
    #expect(run.status == 0, "\(run.errors)")
  }

  /// A warning does not prevent writing.
  @Test("Keys without meaning are warnings")
  func keysWithoutMeaningAreWarnings() throws {
    var files = Sample.project
    files["relay.config.json"] = Sample.config.replacing(
      "\n}", with: ",\n  \"noFutureProofEnums\": true,\n  \"schemaConfig\": { \"nodeInterfaceField\": \"id\" }\n}")
    let tool = try Tool(files)
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 0, "\(run.errors)")
    for place in ["5:3: warning: 'noFutureProofEnums'", "6:21: warning: Unknown key 'nodeInterfaceField'"] {
      #expect(run.errors.components(separatedBy: "\(tool.path("relay.config.json")):\(place)").count == 2, "\(run.errors)")
    }
    #expect(tool.exists("generated"))
  }

  /// Other JSON files in it are introspections.
  @Test("A configuration in the folder of the schema is no part of the schema")
  func configurationInTheFolderOfTheSchema() throws {
    let tool = try Tool([
      "server/relay.config.json": #"{ "schema": ".", "src": "../src", "artifactDirectory": "../generated" }"#,
      "server/schema.graphql": Sample.schema, "src/ToDoItem.graphql": Sample.item, "src/ToDoList.graphql": Sample.list,
    ])
    let run = try tool.run("generate", "--config", "server/relay.config.json")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(tool.files(in: "generated") == Sample.generated)
  }

  @Test("The access level")
  func accessLevel() throws {
    var files = Sample.project
    files["relay.config.json"] = Sample.config.replacing("\n}", with: ",\n  \"swift\": { \"accessLevel\": \"internal\" }\n}")
    let tool = try Tool(files)
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 0, "\(run.errors)")
    let text = try tool.read("generated/ToDoItem.graphql.swift")
    #expect(text.contains("\nstruct ToDoItem_todo"))
    #expect(!text.contains("public "))
  }

  @Test("A type for a scalar that the schema does not have is a warning with a suggestion")
  func unknownScalars() throws {
    var files = Sample.project
    files["schema.graphql", default: ""] += "scalar DateTime\n"
    let tool = try Tool(files)
    func errors(_ scalars: String) throws -> String {
      try tool.write(
        "{ \"schema\": \"schema.graphql\", \"src\": \"src\", \"artifactDirectory\": \"generated\",\n\"customScalarTypes\": { \(scalars) } }",
        "relay.config.json")
      let run = try tool.run("generate", "--config", "relay.config.json", "--diagnostics", "xcode")
      #expect(run.status == 0)
      return run.errors
    }
    #expect(
      try errors("\"DateTme\": \"Date\"").contains(
        "relay.config.json:2:24: warning: The schema has no scalar 'DateTme'. Did you mean 'DateTime'?"))
    #expect(try errors("\"DateTime\": \"Date\", \"ID\": \"String\"") == "")
    // With types for Swift alone, the others are those of an app on the web.
    #expect(
      try errors("\"DateTme\": \"string\" }, \"swift\": { \"customScalarTypes\": { \"DateTim\": \"Date\" }")
        .contains(
          "relay.config.json:2:81: warning: The schema has no scalar 'DateTim'. Did you mean 'DateTime'?"))
    #expect(try errors("\"DateTme\": \"string\" }, \"swift\": { \"customScalarTypes\": { \"DateTime\": \"Date\" }") == "")
  }
}
