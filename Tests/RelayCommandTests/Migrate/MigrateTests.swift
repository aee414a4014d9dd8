import Foundation
@testable import RelayCompilerCore
import TestSupport
import Testing

@testable import relay

/// `relay migrate`: the configuration that it writes, and what it does to documents.
@Suite struct MigrateTests {
  private static let configuration = """
    {
      "schemaNamespace": "API",
      "input": {
        "operationSearchPaths": ["./Documents/**/*.graphql"],
        "schemaSearchPaths": ["./Schema/*.graphqls"]
      },
      "output": {
        "testMocks": {"none": {}},
        "schemaTypes": {"path": "./API", "moduleType": {"embeddedInTarget": {"name": "App", "accessModifier": "public"}}},
        "operations": {"inSchemaModule": {}}
      },
      "options": {"schemaCustomization": {"customTypeNames": {"A": "B"}}}
    }
    """

  private static let files = [
    "Package.swift": "// swift-tools-version: 6.2\n",
    "apollo-codegen-config.json": configuration,
    "Schema/schema.graphqls": """
    directive @typePolicy(keyFields: String!) on OBJECT | INTERFACE
    scalar Date
    type Query { hero: Character, book(isbn: String!): Book, date: Date }
    interface Character { id: ID!, name: String }
    type Droid implements Character { id: ID!, name: String, function: String }
    type Human implements Character { id: ID!, name: String, height: Float }
    type Book @typePolicy(keyFields: "isbn") { isbn: String!, title: String }

    """,
    "Schema/client.graphqls": "extend type Droid @typePolicy(keyFields: \"id\")\n",
    "API/Sources/CustomScalars/Date.swift": "public typealias Date = String\n",
    "Documents/Hero.graphql": """
    query HeroQuery @import(module: "Models") {
      hero { name   ...DroidDetails ... on Human { height } }
    }
    """,
    "Documents/DroidDetails.graphql": "fragment DroidDetails on Droid { function }\n",
    "Documents/Plain.graphql": "query PlainQuery { date }\n",
    "Documents/Details.graphql": "query BookDetails { book(isbn: \"1\") { ...BookDetails } }\nfragment BookDetails on Book { title }\n",
    "Documents/Local.graphql": "query LocalQuery @apollo_client_ios_localCacheMutation { hero { name } }\n",
    "Documents/Mixed.graphql": """
    query MixedQuery { hero { ...Name } }
    fragment Name on Character @apollo_client_ios_localCacheMutation { name }
    query SetName @apollo_client_ios_localCacheMutation { hero { name } }

    """,
    "App/App.swift": """
    import Apollo
    // ApolloClient in a comment
    let client = ApolloClient(url: url)
    client.fetch(query: HeroQuery()) { result in }
    let name: GraphQLNullable<String> = .none

    """,
  ]

  /// - Parameter changed: files that are others, or that there are more.
  private func migrate(_ arguments: String..., with changed: [String: String] = [:]) throws -> (folder: ProjectFolder, run: Run) {
    let folder = try ProjectFolder(Self.files.merging(changed) { $1 })
    return (folder, Run(["migrate", "apollo", "--config", folder.path("apollo-codegen-config.json")] + arguments))
  }

  @Test func aProjectOfApolloCompilesAfterwards() throws {
    let (folder, run) = try migrate()
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.output.hasSuffix("1 of 4 operations unchanged, 3 by tool, 4 places in Swift (by name).\n"))
    #expect(
      try folder.text("relay.config.json") == """
        {
          "customScalarTypes" : {
            "Date" : "String"
          },
          "excludes" : [
            "Local.graphql"
          ],
          "schema" : [
            "Schema/schema.graphqls"
          ],
          "schemaExtensions" : [
            "Schema/client.graphqls",
            "Schema/relay-keys.graphqls"
          ],
          "src" : "Documents",
          "swift" : {
            "accessLevel" : "public",
            "imports" : [
              "Models"
            ]
          }
        }

        """)
    #expect(try folder.text("Schema/relay-keys.graphqls").hasSuffix("extend type Book @key(fields: \"isbn\")\n"))
    #expect(
      try folder.text("Documents/Hero.graphql") == """
        query HeroQuery {
          hero { name   ...DroidDetails @alias ... on Human { height } }
        }
        """)
    #expect(try folder.text("Documents/Plain.graphql") == Self.files["Documents/Plain.graphql"])
    #expect(try folder.text("Documents/Details.graphql").hasPrefix("query BookDetailsQuery {"))
    let mixed = try folder.text("Documents/Mixed.graphql")
    #expect(mixed.contains("fragment Name on Character { name }\n# A local cache mutation"))
    #expect(mixed.contains("\n# query SetName @apollo_client_ios_localCacheMutation { hero { name } }\n"))
    #expect(run.output.contains("App.swift:4: .fetch(query:: environment.fetch(_:)\n"))
    #expect(Run("fix", "--config", folder.path("relay.config.json")).errors == "Nothing to fix.\n")
  }

  @Test func aDryRunWritesNothing() throws {
    let (folder, run) = try migrate("--dry-run")
    #expect(run.output.contains("+  hero { name   ...DroidDetails @alias"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("relay.config.json")))
    #expect(try folder.text("Documents/Hero.graphql") == Self.files["Documents/Hero.graphql"])
  }

  /// The text of each operation, as it is sent, is that of the unchanged documents. Both are compiled; the old ones without the rule that asks for
  /// aliases, and without Apollo's directives.
  @Test func whatIsSentStaysTheSame() throws {
    let folder = try ProjectFolder(Self.files)
    let migration = try ApolloMigration(configuration: folder.path("apollo-codegen-config.json"))
    func texts(_ sources: MigrationSources) -> [String: String] {
      var texts: [String: String] = [:]
      for case .operation(let operation) in sources.compile().output.artifacts { texts[operation.name.string] = operation.text }
      return texts
    }
    var old = migration.sources
    for index in old.files.indices where !old.files[index].original.isEmpty {
      let text = String(decoding: old.files[index].original, as: UTF8.self)
      let plain = text.replacing(" @import(module: \"Models\")", with: "").replacing(" @apollo_client_ios_localCacheMutation", with: "")
      old.files[index].bytes = Array(plain.replacing("query BookDetails {", with: "query BookDetailsQuery {").utf8)
    }
    old.options.featureFlags.enforceFragmentAliasWhereAmbiguous = .disabled
    let (before, after) = (texts(old), texts(migration.sources))
    #expect(after.count == 4)
    for (name, text) in after { #expect(before[name] == text, "\(name)") }
  }

  @Test func deferredSelectionsGetANameAndADeclaration() throws {
    let later = "query LaterQuery { hero { id ... on Droid @defer(label: \"later\") { function ... on Droid @defer { name } } } }\n"
    let (folder, run) = try migrate(with: ["Documents/Later.graphql": later])
    #expect(run.status == .success, "\(run.errors)")
    let text = try folder.text("Documents/Later.graphql")
    #expect(text.contains("fragment LaterQuery_later on Droid { function"))
    #expect(try folder.text("Schema/relay-directives.graphqls").contains("directive @defer("))
  }

  @Test func commentsOfDeferredSelectionsStay() throws {
    let later = """
      query LaterQuery {
        hero {
          id
          ... on Droid # slow at the server
            # and large
            @defer(label: "later") # soon
          {
            function # of the droid
          }
        }
      }

      """
    let (folder, run) = try migrate(with: ["Documents/Later.graphql": later])
    #expect(run.status == .success, "\(run.errors)")
    #expect(
      try folder.text("Documents/Later.graphql") == """
        query LaterQuery {
          hero {
            id
            # slow at the server
            # and large
            # soon
            ...LaterQuery_later @alias @defer(label: "later")
          }
        }

        fragment LaterQuery_later on Droid {
              function # of the droid
            }

        """)
  }

  /// What an earlier migration wrote is not replaced, and not taken for Apollo's.
  @Test func whatWasWrittenBeforeIsKept() throws {
    let config = Self.configuration.replacing("./Schema/*.graphqls", with: "**/*.graphqls")
    let later = "query LaterQuery { hero { id ... on Droid @defer { function } } }\n"
    let (folder, first) = try migrate(with: [
      "apollo-codegen-config.json": config, "Documents/Later.graphql": later,
      "Documents/Hero.graphql": "query HeroQuery { hero { name } }\n",
    ])
    #expect(first.status == .success, "\(first.errors)")
    let written = try folder.text("relay.config.json")
    func again() throws -> Run {
      try FileManager.default.removeItem(at: folder.url.appending(path: "relay.config.json"))
      return Run("migrate", "apollo", "--config", folder.path("apollo-codegen-config.json"))
    }
    let second = try again()
    #expect(second.status == .success, "\(second.errors)")
    #expect(try folder.text("relay.config.json") == written)
    for name in ["Schema/relay-keys.graphqls", "Schema/relay-directives.graphqls"] {
      let text = try folder.text(name)
      try folder.write(text + "# by hand\n", to: name)
      let third = try again()
      #expect(third.status == .environment && third.errors.contains("'\(folder.path(name))' exists already"), "\(third.errors)")
      #expect(try folder.text(name) == text + "# by hand\n")
      #expect(!FileManager.default.fileExists(atPath: folder.path("relay.config.json")))
      try folder.write(text, to: name)
      try folder.write(written, to: "relay.config.json")
    }
  }

  @Test(arguments: [
    ("{", "is not JSON"),
    (#"{"input": {"operationSearchPaths": 1}}"#, "'input.operationSearchPaths' has another type than expected"),
    (#"{"input": {"schemaSearchPaths": ["nothing/*.graphqls"]}}"#, "finds no schema: no file matches 'nothing/*.graphqls'"),
  ])
  func wrongConfigurationsAreExplained(text: String, message: String) throws {
    let (_, run) = try migrate(with: ["apollo-codegen-config.json": text])
    #expect(run.status == .environment)
    #expect(run.errors.contains(message))
  }

  @Test func anExistingConfigurationIsNotReplaced() throws {
    let (folder, run) = try migrate(with: ["relay.config.json": "{}"])
    #expect(run.status == .environment)
    #expect(try folder.text("relay.config.json") == "{}")
  }

  @Test func aProjectOfRelaySwiftCompilesAfterwards() throws {
    let folder = try ProjectFolder([
      "relay.config.json": """
      {
        "src": "App",
        "schema": "schema.graphql",
        "language": "swift",
        "artifactDirectory": "App/__generated__"
      }

      """,
      "schema.graphql": "type Query { me: Node }\ninterface Node { id: ID! }\ntype User implements Node { id: ID!, name: String }\n",
      "App/App.swift":
        "import RelaySwiftUI\nlet q = graphql(\"\"\"\n  query MeQuery { me { ...User_user } }\n  \"\"\")\nlet f = graphql(\"fragment User_user on User { name }\")\n",
    ])
    let run = Run("migrate", "relay-swift", "--config", folder.path("relay.config.json"))
    #expect(run.status == .success, "\(run.errors)")
    #expect(try folder.text("App/App.swift").contains("...User_user @alias }"))
    let config = try JSONSerialization.jsonObject(with: Data(try folder.text("relay.config.json").utf8)) as? [String: String]
    #expect(config == ["src": "App", "schema": "schema.graphql"])
    #expect(run.output.hasSuffix("0 of 1 operations unchanged, 1 by tool, 1 place in Swift (by name).\n"))
  }

  /// It would end at the quotes of `@alias(as: "…")`. What stays is an error.
  @Test func aLiteralOfOneLineGetsNoQuotes() throws {
    let folder = try ProjectFolder([
      "relay.config.json": "{\"src\": \"App\", \"schema\": \"schema.graphql\"}\n",
      "schema.graphql":
        "type Query { node: Node }\ninterface Node { id: ID! }\ntype User implements Node { id: ID!, name: String }\n",
      "App/App.swift": """
      let a = graphql("query AQuery { node { ...A_node @alias ... on User { ...A_node @alias } } }")
      let b = graphql("fragment A_node on User { name }")

      """,
    ])
    let text = try folder.text("App/App.swift")
    let run = Run("migrate", "relay-swift", "--config", folder.path("relay.config.json"))
    #expect(run.status == .findings)
    #expect(run.errors.contains("[alias-conflict]"), "\(run.errors)")
    #expect(try folder.text("App/App.swift") == text)
    // The aliases without quotes are added.
    try folder.write(text.replacing(" @alias", with: ""), to: "App/App.swift")
    let other = Run("migrate", "relay-swift", "--config", folder.path("relay.config.json"))
    #expect(other.status == .findings && other.errors.contains("[alias-conflict]"), "\(other.errors)")
    #expect(try folder.text("App/App.swift") == text)
  }

  /// The form of Relay.swift's own examples.
  @Test func aConfigurationInJavaScriptBecomesJSON() throws {
    let script = """
      // Of Relay's compiler.
      module.exports = {
        src: ".", 'schema': './schema.graphql', /* of the server */
        language: "swift",
        excludes: ['**/Pods/**',],
        artifactDirectory: "./__generated__",
      };

      """
    let folder = try ProjectFolder([
      "relay.config.js": script, "schema.graphql": "type Query { name: String }\n", "A.graphql": "query AQuery { name }\n",
    ])
    let run = Run("migrate", "relay-swift", "--config", folder.path("relay.config.js"))
    #expect(run.status == .success, "\(run.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(try folder.text("relay.config.json").utf8)) as? [String: Any]
    #expect(json?.keys.sorted() == ["excludes", "schema", "src"] && json?["excludes"] as? [String] == ["**/Pods/**"])
    #expect(try folder.text("relay.config.js") == script)
    #expect(run.output.contains("Remove 'relay.config.js'"), "\(run.output)")
    #expect(Run("check", "--config", folder.path("relay.config.json")).status == .success)
    let again = Run("migrate", "relay-swift", "--config", folder.path("relay.config.js"))
    #expect(again.status == .environment && again.errors.contains("exists already"))
  }

  @Test(arguments: [
    "module.exports = {...base, src: '.'}", "module.exports = {src: path.join('.')}", "module.exports = require('./base')",
    "module.exports = {src: `.`}", "const a = 1; module.exports = {}", "module.exports = {src: '.'", "", "module.exports = {src: 'a\\n'}",
    String(repeating: "[", count: 100_000), "module.exports = " + String(repeating: "[", count: 100_000),
  ])
  func otherScriptsAreLeftToPeople(script: String) throws {
    let folder = try ProjectFolder(["relay.config.js": script])
    let run = Run("migrate", "relay-swift", "--config", folder.path("relay.config.js"))
    #expect(run.status == .environment && run.errors.contains("does more than name values"), "\(run.errors)")
  }

  @Test func pathsThatApolloLeavesOutAreLeftOut() throws {
    let folder = try ProjectFolder([
      "apollo-codegen-config.json": """
      {"schemaNamespace": "API", "input": {"operationSearchPaths": ["**/*.graphql", "!**/Admin/**/*.graphql"],
       "schemaSearchPaths": ["schema.graphqls"]}, "output": {}}
      """,
      "schema.graphqls": "type Query { name: String }\n",
      "Shop/A.graphql": "query A { name }\n",
      "Admin/GraphQL/B.graphql": "query B { other }\n",
    ])
    let run = Run("migrate", "apollo", "--config", folder.path("apollo-codegen-config.json"))
    #expect(run.status == .success, "\(run.errors)")
    #expect(Run("check", "--config", folder.path("relay.config.json")).errors == "1 document compiles, nothing would change.\n")
  }

  // MARK: - What documents and configurations may contain

  /// Only fragments and operations in comments may be left of a local cache mutation, with each kind of line end.
  @Test(arguments: ["\n", "\r\n", "\r"])
  func eachLineOfALocalCacheMutationBecomesAComment(lineEnd: String) throws {
    let mixed = """
      query MixedQuery { hero { name } }
      query SetName @apollo_client_ios_localCacheMutation {
        hero { name }
      }

      """
    let app = "import Apollo\n\nlet client = MyApolloClient(ApolloClient(url: url))\n"
    let changed = ["Documents/Mixed.graphql": mixed, "App/App.swift": app].mapValues { $0.replacing("\n", with: lineEnd) }
    let (folder, run) = try migrate(with: changed)
    #expect(run.status == .success, "\(run.errors)")
    let lines = "\n# query SetName @apollo_client_ios_localCacheMutation {\n#   hero { name }\n# }\n"
    #expect(try folder.text("Documents/Mixed.graphql").contains(lines))
    #expect(run.output.contains("App.swift:1: import Apollo:") && run.output.contains("App.swift:3: ApolloClient:"), "\(run.output)")
    #expect(Run("check", "--config", folder.path("relay.config.json")).status == .success)
  }

  @Test func aCommentDoesNotSwallowWhatFollowsARemovedDirective() throws {
    let (folder, run) = try migrate(with: [
      "Documents/Plain.graphql": "query PlainQuery # the date\n  @import(module: \"Models\") {\n  date\n}\n",
      "Documents/Hero.graphql": "query HeroQuery\n  @import(module: \"Models\") {\n  hero { name }\n}\n",
    ])
    #expect(run.status == .success, "\(run.errors)")
    #expect(try folder.text("Documents/Plain.graphql") == "query PlainQuery # the date\n {\n  date\n}\n")
    #expect(try folder.text("Documents/Hero.graphql") == "query HeroQuery {\n  hero { name }\n}\n")
  }

  @Test func theServersDirectivesMayHaveAFileOfTheirOwn() throws {
    let (folder, run) = try migrate(with: [
      "Schema/directives.graphqls": "directive @defer(label: String, if: Boolean! = true) on FRAGMENT_SPREAD | INLINE_FRAGMENT\n",
      "Documents/Later.graphql": "query LaterQuery { hero { id ... on Droid @defer { function } } }\n",
    ])
    #expect(run.status == .success, "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("Schema/relay-directives.graphqls")))
    #expect(Run("check", "--config", folder.path("relay.config.json")).status == .success)
  }

  @Test func extensionsAloneAreNoSchema() throws {
    let (_, run) = try migrate(with: [
      "Schema/schema.graphqls": "extend type Query { date: Date }\n",
      "Documents/Later.graphql": "query LaterQuery { hero { ... on Droid @defer { function } } }\n",
    ])
    #expect(run.status == .environment)
    #expect(run.errors.contains("only extensions of a schema: 'client.graphqls', 'schema.graphqls'"), "\(run.errors)")
  }

  /// Members go wherever they stand, and nothing that looks like them.
  @Test(arguments: [
    (#"{"src": ".", "schema": "s.graphql", "language": "swift"}"#, #"{"src": ".", "schema": "s.graphql"}"#),
    (#"{"language": "swift", "eagerEsModules": true, "src": ".", "schema": "s.graphql"}"#, #"{"src": ".", "schema": "s.graphql"}"#),
    (
      #"{"src": ".", "language": "swift", "schema": "s.graphql", "artifactDirectory": "a\"b", "noSourceControl": null }"#,
      #"{"src": ".", "schema": "s.graphql" }"#
    ),
    (
      #"{"src": ".", "schema": "s.graphql", "excludes": ["**/{a,}"], "customScalarTypes": {"language": "String"}, "language": "swift"}"#,
      #"{"src": ".", "schema": "s.graphql", "excludes": ["**/{a,}"], "customScalarTypes": {"language": "String"}}"#
    ),
  ])
  func keysWithoutAMeaningAreRemoved(old: String, new: String) throws {
    let folder = try ProjectFolder([
      "relay.config.json": old, "s.graphql": "type Query { name: language }\nscalar language\n", "A.graphql": "query AQuery { name }\n",
    ])
    let run = Run("migrate", "relay-swift", "--config", folder.path("relay.config.json"))
    #expect(run.status == .success, "\(run.errors)")
    #expect(try folder.text("relay.config.json") == new)
  }

  // MARK: - The index of a build

  #if os(macOS) || os(Linux)
    /// Of the app, a stand-in for Apollo with the same names. The project is reached through a symbolic link.
    @Test func placesInSwiftAreKnownFromTheIndex() async throws {
      var files = Self.files.filter { $0.key != "App/App.swift" }.reduce(into: [String: String]()) { $0["real/" + $1.key] = $1.value }
      files["Apollo.swift"] = "public struct ApolloClient { public init() {}; public func fetch(query: Int) {} }\n"
      files["real/App/App.swift"] = """
        import Apollo
        let other = 1
        let client = ApolloClient()
        func load() { client.fetch(query: 1) }

        """
      let folder = try ProjectFolder(files)
      func compile(_ arguments: String...) async throws {
        let run = try await ProcessRun.result(of: URL(filePath: "/usr/bin/env"), ["swiftc"] + arguments, in: folder.url)
        try #require(run.status == 0, "\(run.output) \(run.errors)")
      }
      try await compile("-emit-module", "-parse-as-library", "-module-name", "Apollo", "Apollo.swift")
      try await compile("-c", "-parse-as-library", "-module-name", "App", "-I", ".", "-index-store-path", "index", "real/App/App.swift")
      try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "real")
      let config = folder.path("link/apollo-codegen-config.json")
      let run = Run("migrate", "apollo", "--config", config, "--dry-run", "--index-store", folder.path("index"))
      #expect(run.status == .success, "\(run.errors)")
      let places = run.output.split(separator: "\n").filter { $0.contains("App.swift:") }.map { $0.split(separator: "/").last ?? "" }
      #expect(places == ["App.swift:3: ApolloClient: RelayEnvironment", "App.swift:4: fetch(query:): environment.fetch(_:)"])
      #expect(run.output.hasSuffix(", 2 places in Swift.\n"))
    }
  #endif
}
