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
