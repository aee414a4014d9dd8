import Testing

extension PluginTests {
  /// The location of the schema.
  struct Schema {
    @Test("Documents without a schema", arguments: BuildSystem.tested)
    func noSchema(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("no-schema", buildSystem)
      let build = try package.build()
      #expect(!build.succeeded)
      #expect(build.output.contains("FeedQuery.graphql:1:1: error: "), "\(build.output)")
      #expect(build.output.contains("schema"))
      // Following the message fixes the error.
      try package.write(
        "type Query { stories(first: Int): [Story!]! }\ntype Story { title: String! }\n", to: "Sources/NoSchema/schema.graphql")
      try package.changes()
    }

    @Test("A configured schema outside the target is an input of the build", arguments: BuildSystem.tested)
    func schemaByConfiguration(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      try package.changes()
      let changes = try package.changes {
        try package.replace("  title: String!\n", with: "  title: ID!\n  subtitle: String\n", in: "schema/schema.graphql")
        try package.replace("  title\n", with: "  title\n  subtitle\n", in: "Sources/Feed/Story.graphql")
      }
      #expect(changes.generated.contains("Story.graphql.swift"))
      try package.replace("  subtitle: String\n", with: "", in: "schema/schema.graphql")
      let broken = try package.build()
      #expect(!broken.succeeded)
      #expect(broken.output.contains("Sources/Feed/Story.graphql:3:3: error: "), "\(broken.output)")
    }

    /// A change of a file in the folder makes the schema be read again; the configuration itself is not a part of it.
    @Test("A schema as JSON in a configured folder is an input of the build", arguments: BuildSystem.tested)
    func schemaAsJSONInAFolder(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      try package.remove("schema/schema.graphql")
      try package.write(Self.introspection, to: "schema/schema.json")
      try package.write(#"{ "schema": "schema" }"#, to: "relay.config.json")
      // SwiftPM does not ask a plugin again because files outside of its target have other names.
      try package.write(try #require(try package.read("Package.swift")) + "\n", to: "Package.swift")
      try package.changes()
      #expect(try package.generated("Story.graphql.swift", of: "Feed").contains("/// The title."))
      let changes = try package.changes { try package.replace("The title.", with: "The headline.", in: "schema/schema.json") }
      #expect(changes.generated.contains("Story.graphql.swift"))
      #expect(try package.generated("Story.graphql.swift", of: "Feed").contains("/// The headline."))
      try package.replace(#""name": "title""#, with: #""name": "headline""#, in: "schema/schema.json")
      let broken = try package.build()
      #expect(!broken.succeeded)
      #expect(broken.output.contains("Sources/Feed/Story.graphql:2:3: error: "), "\(broken.output)")
    }

    /// The part of the package's schema that its documents need.
    private static let introspection = """
      {"__schema": {"queryType": {"name": "Query"}, "mutationType": null, "subscriptionType": null, "directives": [], "types": [
        {"kind": "SCALAR", "name": "Int"}, {"kind": "SCALAR", "name": "String"}, {"kind": "SCALAR", "name": "ID"},
        {"kind": "OBJECT", "name": "Query", "interfaces": [], "fields": [
          {"name": "stories", "args": [{"name": "first", "type": {"kind": "SCALAR", "name": "Int"}}],
            "type": {"kind": "NON_NULL", "ofType": {"kind": "LIST", "ofType":
              {"kind": "NON_NULL", "ofType": {"kind": "OBJECT", "name": "Story"}}}}}]},
        {"kind": "OBJECT", "name": "User", "interfaces": [], "fields": [
          {"name": "name", "args": [], "type": {"kind": "NON_NULL", "ofType": {"kind": "SCALAR", "name": "String"}}}]},
        {"kind": "OBJECT", "name": "Story", "interfaces": [], "fields": [
          {"name": "id", "args": [], "type": {"kind": "NON_NULL", "ofType": {"kind": "SCALAR", "name": "ID"}}},
          {"name": "author", "args": [], "type": {"kind": "NON_NULL", "ofType": {"kind": "OBJECT", "name": "User"}}},
          {"name": "title", "description": "The title.", "args": [],
            "type": {"kind": "NON_NULL", "ofType": {"kind": "SCALAR", "name": "String"}}}]}
      ]}}
      """

    @Test("A configuration that names missing files", arguments: BuildSystem.tested)
    func missingConfiguredSchema(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      try package.changes()
      try package.replace("schema/schema.graphql", with: "schema/missing.graphql", in: "relay.config.json")
      let build = try package.build()
      #expect(!build.succeeded)
      #expect(build.output.contains("relay.config.json:2:13: error: "), "\(build.output)")
    }

    @Test("A target without GraphQL", arguments: BuildSystem.tested)
    func noGraphQL(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("no-schema", buildSystem)
      try package.remove("Sources/NoSchema/FeedQuery.graphql")
      let changes = try package.changes()
      // Messages of the build system about files of an earlier state in the shared scratch folder do not concern the plugin.
      let warnings = changes.output.split(separator: "\n").filter { $0.contains("warning") && !$0.contains("Stale file") }
      #expect(warnings.isEmpty)
    }

    @Test("A target with the plugin and without the runtime", arguments: BuildSystem.tested)
    func noRuntime(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("no-schema", buildSystem)
      let dependency = #".product(name: "RelayRuntime", package: "relay-swift")"#
      try package.write(
        "type Query { stories(first: Int): [Story!]! }\ntype Story { title: String! }\n", to: "Sources/NoSchema/schema.graphql")
      try package.replace("dependencies: [\(dependency)],", with: "dependencies: [],", in: "Package.swift")
      let build = try package.build()
      #expect(!build.succeeded)
      #expect(build.output.contains("error: the target 'NoSchema' has documents and the plugin RelayCodegenPlugin"), "\(build.output)")
      #expect(build.output.contains("add \(dependency) to its dependencies"), "\(build.output)")
      // A module may have the schema and nothing else.
      try package.remove("Sources/NoSchema/FeedQuery.graphql")
      #expect(try package.build().succeeded)
      // Following the message fixes the error.
      try package.replace("dependencies: [],", with: "dependencies: [\(dependency)],", in: "Package.swift")
      try package.write("query FeedQuery { stories { title } }\n", to: "Sources/NoSchema/FeedQuery.graphql")
      try package.changes()
    }
  }
}
