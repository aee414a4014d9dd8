import Foundation
import Testing

extension PluginTests {
  /// Which commands run in the modules of a package after a change in one of them.
  ///
  /// A first build may leave something for the second to do: SwiftPM's own build system links the tool again then, and all commands follow.
  struct Workspace {
    static let fragment = "Sources/Feed/Story.graphql"
    static let view = "Sources/Feed/StoryView.swift"

    @Test("Swift without a literal runs no generator", arguments: BuildSystem.tested)
    func swiftEdited(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      for _ in 1...2 { try package.changes() }
      let changes = try package.changes { try package.replace(", by ", with: " by ", in: Self.view) }
      #expect(changes.ran == ["collect Feed"])
      #expect(changes.generated == [])
      #expect(try package.changes().ran == [])
    }

    @Test("What other modules have no use for runs the module's own generator alone", arguments: BuildSystem.tested)
    func operationEdited(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      try package.changes { try package.write("query TopQuery { stories(first: 1) { id } }\n", to: "Sources/Feed/Top.graphql") }
      try package.changes()
      let changes = try package.changes {
        try package.write("query TopQuery { stories(first: 2) { id } }\n", to: "Sources/Feed/Top.graphql")
        try package.replace("fragment", with: "# A story.\nfragment", in: Self.fragment)
      }
      #expect(changes.ran == ["collect Feed", "generate Feed"])
      #expect(changes.generated == ["Top.graphql.swift"])
    }

    @Test("A fragment edited runs the generators that use its module, and the schema is not read again", arguments: BuildSystem.tested)
    func fragmentEdited(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      for _ in 1...2 { try package.changes() }
      let changes = try package.changes { try package.replace("  title\n", with: "  title\n  body\n", in: Self.fragment) }
      #expect(changes.ran == ["collect Feed", "generate Feed", "generate App"])
      let leaf = try package.changes { try package.replace("    id\n", with: "    id\n    title\n", in: "Sources/App/FeedQuery.graphql") }
      #expect(leaf.ran == ["collect App", "generate App"])
      #expect(leaf.generated == ["FeedQuery.graphql.swift"])
    }

    @Test("A schema that modules share is read in the lowest of them", arguments: BuildSystem.tested)
    func schemaEdited(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      for _ in 1...2 { try package.changes() }
      let changes = try package.changes {
        try package.replace("  title: String!\n", with: "  title: ID!\n", in: "schema/schema.graphql")
      }
      #expect(changes.ran == ["schema Feed", "generate Feed", "generate App"])
      #expect(changes.generated == ["FeedQuery.graphql.swift"])
    }

    /// Adds a target to the package before its other targets.
    private static func add(_ target: String, to package: ClientPackage) throws {
      try package.replace("  targets: [\n", with: "  targets: [\n    \(target),\n", in: "Package.swift")
    }

    private static let runtime = #".product(name: "RelayRuntime", package: "relay-swift")"#
    private static let plugin = #"plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]"#

    @Test("A schema that modules share without one below them is read in one of them", arguments: BuildSystem.tested)
    func schemaOfSiblings(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      try Self.add(#".target(name: "Other", dependencies: [\#(Self.runtime)], \#(Self.plugin))"#, to: package)
      try package.write("query OtherQuery { stories(first: 1) { title } }\n", to: "Sources/Other/Other.graphql")
      try package.write("let other = OtherQuery.self\n", to: "Sources/Other/Other.swift")
      for _ in 1...2 { try package.changes() }
      let changes = try package.changes {
        try package.replace("  title: String!\n", with: "  title: ID!\n", in: "schema/schema.graphql")
      }
      #expect(changes.ran == ["schema Feed", "generate Feed", "generate Other", "generate App"])
      #expect(changes.generated == ["Other.graphql.swift", "FeedQuery.graphql.swift"])

      // Where the other module is not built, its archive is out of date.
      try package.changes(target: "Other")
      let alone = try package.changes(target: "Other") {
        try package.replace("  title: ID!\n", with: "  title: String!\n", in: "schema/schema.graphql")
      }
      #expect(alone.ran.contains("generate Other") && alone.generated == ["Other.graphql.swift"], "\(alone.ran)")
    }

    @Test("A module below without the plugin reads no schema for the others", arguments: BuildSystem.tested)
    func belowWithoutPlugin(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      try Self.add(#".target(name: "Base", dependencies: [\#(Self.runtime)])"#, to: package)
      try package.replace(
        "name: \"Feed\",\n      dependencies: [", with: "name: \"Feed\",\n      dependencies: [\"Base\", ", in: "Package.swift")
      try package.write("public let base = 1\n", to: "Sources/Base/Base.swift")
      for _ in 1...2 { try package.changes() }
      let changes = try package.changes {
        try package.replace("  title: String!\n", with: "  title: ID!\n", in: "schema/schema.graphql")
      }
      #expect(changes.ran == ["schema Feed", "generate Feed", "generate App"])
      #expect(changes.generated == ["FeedQuery.graphql.swift"])
    }

    /// A build system may let a plugin write into the folder of its own target only. `Base` seems to have the plugin, so the others would
    /// wait for its commands.
    @Test("Without access to another target's folder, each module looks for itself", arguments: BuildSystem.tested)
    func unwritableFolder(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      try Self.add(#".target(name: "Base", dependencies: [\#(Self.runtime)])"#, to: package)
      try package.replace(
        "name: \"Feed\",\n      dependencies: [", with: "name: \"Feed\",\n      dependencies: [\"Base\", ", in: "Package.swift")
      try package.write("public let base = 1\n", to: "Sources/Base/Base.swift")
      try package.write("fragment Base_story on Story { id }\n", to: "Sources/Base/Base.graphql")
      // No folder can be made where a file is.
      let folder = package.outputs.appending(path: "Base")
      try? FileManager.default.removeItem(at: folder)
      try FileManager.default.createDirectory(at: package.outputs, withIntermediateDirectories: true)
      try Data().write(to: folder)
      defer { try? FileManager.default.removeItem(at: folder) }
      for _ in 1...2 { try package.changes() }
      let changes = try package.changes {
        try package.replace("  title: String!\n", with: "  title: ID!\n", in: "schema/schema.graphql")
      }
      #expect(changes.ran == ["schema Feed", "schema App", "generate Feed", "generate App"])
      #expect(changes.generated == ["FeedQuery.graphql.swift"])
      let below = try package.changes { try package.replace("{ id }", with: "{ title }", in: "Sources/Base/Base.graphql") }
      #expect(below.ran == ["collect Feed", "collect App", "generate Feed", "generate App"])
    }

    @Test("A schema among the documents of a module is read there, also for those above", arguments: BuildSystem.tested)
    func schemaInTarget(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      try package.remove("relay.config.json")
      try package.move("schema/schema.graphql", to: "Sources/Feed/schema.graphql")
      for _ in 1...2 { try package.changes() }
      let leaf = try package.changes { try package.replace("    id\n", with: "    id\n    title\n", in: "Sources/App/FeedQuery.graphql") }
      #expect(leaf.ran == ["collect App", "generate App"])
      let changes = try package.changes {
        try package.replace("  title: String!\n", with: "  title: ID!\n", in: "Sources/Feed/schema.graphql")
      }
      #expect(changes.ran == ["collect Feed", "schema Feed", "generate Feed", "generate App"])
      #expect(changes.generated == ["FeedQuery.graphql.swift"])

      // A document that takes part in the schema although it did not when the build was planned.
      try package.replace("fragment Story", with: "extend type Story { isNew: Boolean }\nfragment Story", in: Self.fragment)
      try package.replace("  title\n", with: "  title\n  isNew\n", in: Self.fragment)
      let extended = try package.changes()
      #expect(extended.ran.isSuperset(of: ["collect Feed", "generate Feed", "generate App"]))
      #expect(try package.generated("FeedQuery.graphql.swift", of: "App").contains("isNew"))

      // What is wrong with it is reported once, where it is generated from.
      try package.replace("  title: ID!\n", with: "  title: Nothing!\n", in: "Sources/Feed/schema.graphql")
      let broken = try package.build()
      #expect(!broken.succeeded && broken.output.contains("Sources/Feed/schema.graphql:"), "\(broken.output)")
    }

    /// The plan of the build knows nothing of it.
    @Test("A literal in a file that had none when the build was planned", arguments: BuildSystem.tested)
    func firstLiteral(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      for _ in 1...2 { try package.changes() }
      let view = try #require(try package.read(Self.view))
      let literal = "\nlet card = graphql(\"\"\"\n  fragment Story_card on Story { title }\n  \"\"\")\n"
      let changes = try package.changes {
        try package.write(view + literal, to: Self.view)
        try package.replace("    id\n", with: "    id\n    ...Story_card\n", in: "Sources/App/FeedQuery.graphql")
      }
      // Where each build is planned again, the list of the module's outputs changes too, and all of its commands run.
      #expect(changes.ran.subtracting(["schema Feed"]) == ["collect Feed", "generate Feed", "collect App", "generate App"])
      let edited = try package.changes { try package.write(view + literal.replacing("{ title }", with: "{ body }"), to: Self.view) }
      #expect(edited.ran == ["collect Feed", "generate Feed", "generate App"])
      #expect(edited.generated.contains("FeedQuery.graphql.swift"))
      #expect(try package.generated("FeedQuery.graphql.swift", of: "App").contains("body"))
    }

    @Test("Two modules with fragments of one name", arguments: BuildSystem.tested)
    func sameName(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      try package.changes()
      try package.write("fragment Story_story on Story { id }\n", to: "Sources/App/Story.graphql")
      let build = try package.build()
      #expect(!build.succeeded)
      #expect(
        build.output.contains("Sources/App/Story.graphql:1:10: error: Two modules have a fragment 'Story_story': 'Feed' and 'App'."),
        "\(build.output)")
    }

    @Test("A module whose generated Swift is checked in, without the plugin", arguments: BuildSystem.tested)
    func checkedIn(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("modules", buildSystem)
      try package.changes()
      let generated = try ["Story", "RelaySchemaTypes"].map {
        ("\($0).graphql.swift", try package.generated("\($0).graphql.swift", of: "Feed"))
      }
      let manifest = try #require(try package.read("Package.swift"))
      let parts = manifest.split(separator: "name: \"Feed\"", maxSplits: 1)
      let plugin = #",\n      plugins: [.plugin(name: "RelayCodegenPlugin", package: "relay-swift")]"#.replacing(#"\n"#, with: "\n")
      try #require(parts.count == 2 && parts[1].contains(plugin))
      try package.changes {
        try package.write(parts[0] + "name: \"Feed\"" + parts[1].replacing(plugin, with: ""), to: "Package.swift")
        for (name, text) in generated { try package.write(text, to: "Sources/Feed/__generated__/\(name)") }
      }
      let changes = try package.changes { try package.replace("  title\n", with: "  title\n  body\n", in: Self.fragment) }
      #expect(changes.ran == ["collect App", "generate App"])
      #expect(changes.generated == ["FeedQuery.graphql.swift"])
      let swift = try package.changes { try package.replace(", by ", with: " by ", in: Self.view) }
      #expect(swift.ran == ["collect App"])
    }
  }
}
