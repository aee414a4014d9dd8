import Testing

extension PluginTests {
  /// GraphQL in Swift files.
  struct Literal {
    @Test("Literals become types", arguments: BuildSystem.tested)
    func literals(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("literals", buildSystem)
      try package.changes()
      let run = try package.run("Literals")
      #expect(run.output.contains("FeedQuery Story_story Profile_user"))
      let changes = try package.changes()
      #expect(changes.generated == [])
      #expect(changes.compiled == [])
    }

    @Test("Editing a literal does not recompile the others", arguments: BuildSystem.tested)
    func literalEdited(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("literals", buildSystem)
      try package.changes()
      let changes = try package.changes {
        try package.replace("    title\n", with: "    title\n    body\n", in: "Sources/Literals/StoryView.swift")
      }
      // The file of the fragment, and that of the query that spreads it.
      #expect((1...2).contains(changes.generated.count))
      #expect(!changes.compiled.contains("UserView"))
    }

    @Test("Editing code next to a literal generates nothing", arguments: BuildSystem.tested)
    func codeEdited(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("literals", buildSystem)
      try package.changes()
      let changes = try package.changes { try package.replace(", by ", with: " by ", in: "Sources/Literals/StoryView.swift") }
      #expect(changes.generated == [])
      #expect(changes.compiled.contains("StoryView"))
      #expect(changes.compiled.isDisjoint(with: ["UserView", "main"]))
    }

    @Test("An error in a literal is shown at its position in the Swift file", arguments: BuildSystem.tested)
    func errorInLiteral(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("literals", buildSystem)
      try package.changes()
      try package.replace("    title\n", with: "    titel\n", in: "Sources/Literals/StoryView.swift")
      let build = try package.build()
      #expect(!build.succeeded)
      #expect(build.output.contains("Sources/Literals/StoryView.swift:5:5: error: "), "\(build.output)")
    }

    @Test("The first literal of a target, written after its first build", arguments: BuildSystem.tested)
    func firstLiteral(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      try package.changes()
      try package.changes {
        try package.replace(
          "/// What a story looks like.",
          with:
            "private let card = graphql(\"\"\"\n  fragment Story_card on Story { id }\n  \"\"\")\nlet cardName = Story_card.self\n\n/// What a story looks like.",
          in: "Sources/Single/Feed/StoryView.swift")
      }
    }
  }
}
