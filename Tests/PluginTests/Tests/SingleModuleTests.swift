import Testing

extension PluginTests {
  /// A target with its schema and documents next to its Swift.
  struct SingleModule {
    static let story = "Sources/Single/Feed/Story.graphql"

    @Test("The program runs", arguments: BuildSystem.allCases)
    func program(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      try package.changes()
      let run = try package.run("Single")
      #expect(run.output.contains("FeedQuery NEWEST"))
    }

    @Test("Nothing changed: nothing generated, nothing compiled", arguments: BuildSystem.allCases)
    func nothingChanged(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      try package.changes()
      let changes = try package.changes()
      #expect(changes.generated == [])
      #expect(changes.compiled == [])
    }

    @Test("A file without GraphQL added: no output is written, only that file is compiled", arguments: BuildSystem.tested)
    func swiftFileAdded(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      try package.changes()
      let changes = try package.changes { try package.write("func unrelated() {}\n", to: "Sources/Single/Unrelated.swift") }
      #expect(changes.generated == [])
      #expect(changes.compiled.subtracting(["Unrelated"]) == [])
    }

    @Test("A document edited: its output and what uses it, nothing else", arguments: BuildSystem.allCases)
    func documentEdited(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      try package.changes()
      let changes = try package.changes { try package.replace("  title\n", with: "  title\n  body\n", in: Self.story) }
      // The query's text contains the fragment, so its file changes too; no other Swift depends on that text.
      #expect(changes.generated == ["Feed+Story.graphql.swift", "FeedQuery.graphql.swift"])
      #expect(changes.compiled.contains("Feed+Story.graphql"))
      #expect(changes.compiled.isDisjoint(with: ["UserView", "Profile+User.graphql", "RelaySchemaTypes.graphql"]))
    }

    @Test("A comment in a document edited: nothing is written", arguments: BuildSystem.tested)
    func commentEdited(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      try package.changes()
      let changes = try package.changes { try package.replace("  title\n", with: "  title # of the story\n", in: Self.story) }
      #expect(changes.generated == [])
      #expect(changes.compiled == [])
    }

    @Test("A document added, renamed and removed", arguments: BuildSystem.tested)
    func addedRenamedRemoved(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      try package.changes()
      let query = "query ViewerQuery { viewer { name } }\n"
      let added = try package.changes {
        try package.write(query, to: "Sources/Single/Viewer.graphql")
        try package.write("let viewer = ViewerQuery()\n", to: "Sources/Single/Viewer.swift")
      }
      #expect(added.generated == ["Viewer.graphql.swift"])
      #expect(added.compiled.contains("Viewer"))
      #expect(added.compiled.isDisjoint(with: ["StoryView", "UserView", "Feed+Story.graphql", "Profile+User.graphql"]))

      let renamed = try package.changes {
        try package.move("Sources/Single/Viewer.graphql", to: "Sources/Single/Profile/Viewer.graphql")
      }
      #expect(renamed.generated == ["Profile+Viewer.graphql.swift"])
      #expect(renamed.compiled.isDisjoint(with: ["StoryView", "UserView", "Feed+Story.graphql", "Profile+User.graphql"]))

      try package.remove("Sources/Single/Profile/Viewer.graphql")
      let broken = try package.build()
      #expect(!broken.succeeded)
      #expect(broken.output.contains("cannot find 'ViewerQuery' in scope"))

      let removed = try package.changes { try package.remove("Sources/Single/Viewer.swift") }
      #expect(removed.generated == [])
    }

    @Test("A file with the extension .gql is a document, as for the tool", arguments: BuildSystem.tested)
    func documentsOfAllExtensions(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      let changes = try package.changes {
        try package.write("fragment Story_short on Story { title }\n", to: "Sources/Single/Short.gql")
        try package.move(Self.story, to: "Sources/Single/Feed/Story.graphqls")
        try package.write("let short = Story_short.self\n", to: "Sources/Single/Short.swift")
      }
      #expect(changes.generated.isSuperset(of: ["Short.gql.swift", "Feed+Story.graphqls.swift"]))
      #expect(!changes.output.contains("unhandled"), "\(changes.output)")
    }

    @Test("Two documents with the same name in different folders", arguments: BuildSystem.tested)
    func sameName(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      let changes = try package.changes {
        try package.write("fragment Story_title on Story { title }\n", to: "Sources/Single/Story.graphql")
        try package.write("fragment Profile_story on Story { id }\n", to: "Sources/Single/Profile/Story.graphql")
        try package.write(
          "let titles: [Any.Type] = [Story_story.self, Story_title.self, Profile_story.self]\n", to: "Sources/Single/Titles.swift")
      }
      #expect(changes.generated.isSuperset(of: ["Story.graphql.swift", "Profile+Story.graphql.swift"]))
    }

    @Test("A name with characters that separate folders elsewhere", arguments: BuildSystem.tested)
    func separatorInName(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      let changes = try package.changes {
        try package.write("fragment Story_plus on Story { title }\n", to: "Sources/Single/Feed+Story.graphql")
        try package.write("let plus = Story_plus.self\n", to: "Sources/Single/Plus.swift")
      }
      #expect(changes.generated.contains("Feed%2BStory.graphql.swift"))
    }

    /// Two names that a file system may treat as one.
    static let similarNames = [
      ("Card.graphql", "card.graphql"), ("\u{E9}.graphql", "e\u{301}.graphql"), ("\u{E9}/Card.graphql", "e\u{301}/Card.graphql"),
      ("Cards/Card.graphql", "cards/Card.graphql"), ("FeedQuery.graphql", "feedquery.graphql"),
    ]

    @Test("Documents that would share a file are rejected", arguments: BuildSystem.tested)
    func similarNames(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      try package.changes()
      for (first, second) in Self.similarNames {
        let wasThere = try package.read("Sources/Single/\(first)") != nil
        if !wasThere { try package.write("fragment Story_first on Story { title }\n", to: "Sources/Single/\(first)") }
        // On a file system with one file for both, the problem does not exist.
        guard try package.read("Sources/Single/\(second)") == nil else {
          try package.remove("Sources/Single/\(first)")
          continue
        }
        try package.write("fragment Story_second on Story { id }\n", to: "Sources/Single/\(second)")
        let build = try package.build()
        #expect(!build.succeeded, "\(first) \(second)")
        #expect(build.output.contains(":1:1: error: the name of this document and that of "), "\(build.output)")
        try package.remove("Sources/Single/\(second)")
        if !wasThere { try package.remove("Sources/Single/\(first)") }
      }
      try package.changes()
    }

    @Test("Names that look like lines of a list", arguments: BuildSystem.tested)
    func namesWithControlCharacters(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      try package.changes()
      let names = [
        "a\nschema-output\t..\n.graphql", "tab\t.graphql", "folder\n/a.graphql", "\u{1B}[31m.graphql", "\u{7F}.graphql",
      ]
      for name in names {
        try package.write("fragment Story_first on Story { title }\n", to: "Sources/Single/\(name)")
        let build = try package.build()
        #expect(!build.succeeded, "\(name)")
        #expect(build.output.contains(":1:1: error: no file can be named after this one"), "\(build.output)")
        try package.remove("Sources/Single/\(name)")
      }
      // Characters with a meaning in JSON, in a shell or in Swift are ordinary characters of a name.
      let changes = try package.changes {
        try package.write("fragment Story_first on Story { title }\n", to: "Sources/Single/a\",\\ $x.graphql")
        try package.write("let first = Story_first.self\n", to: "Sources/Single/First.swift")
      }
      #expect(changes.generated.contains("a%22,%5C $x.graphql.swift"), "\(changes.generated)")
    }

    @Test("An error is shown at its position, and disappears after the fix", arguments: BuildSystem.allCases)
    func documentWithError(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      try package.changes()
      try package.replace("  title\n", with: "  titel\n", in: Self.story)
      for _ in 1...2 {
        let build = try package.build()
        #expect(!build.succeeded)
        let place = package.directory.appending(path: Self.story).path + ":2:3: error: "
        #expect(build.output.contains(place), "\(build.output)")
        #expect(build.output.contains("titel"))
      }
      let changes = try package.changes { try package.replace("  titel\n", with: "  title\n", in: Self.story) }
      #expect(changes.generated == [])
      #expect(changes.compiled.isDisjoint(with: ["StoryView", "UserView", "Feed+Story.graphql", "Profile+User.graphql"]))
    }

    @Test("Every error of a target is shown in one build", arguments: BuildSystem.tested)
    func errorsInTwoDocuments(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      try package.replace("  title\n", with: "  titel\n", in: Self.story)
      try package.replace("  bio\n", with: "  bioo\n", in: "Sources/Single/Profile/User.graphql")
      let build = try package.build()
      #expect(!build.succeeded)
      #expect(build.output.contains("Story.graphql:2:3: error: "), "\(build.output)")
      #expect(build.output.contains("User.graphql:3:3: error: "), "\(build.output)")
    }

    @Test("Editing a schema regenerates what it changes", arguments: BuildSystem.allCases)
    func schemaEdited(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      try package.changes()
      let changes = try package.changes {
        try package.replace("  bio: String\n", with: "  bio: String!\n", in: "Sources/Single/schema.graphql")
        try package.replace(
          "user.bio.map { \"\\(user.name): \\($0)\" } ?? user.name", with: "user.bio", in: "Sources/Single/Profile/UserView.swift")
      }
      // The query's plan contains the types of its fields.
      #expect(changes.generated == ["FeedQuery.graphql.swift", "Profile+User.graphql.swift"])
      #expect(changes.compiled.isDisjoint(with: ["StoryView", "Feed+Story.graphql"]))
    }

    @Test("Generated Swift that was added to the target manually is rejected", arguments: BuildSystem.tested)
    func generatedFileInTarget(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      try package.write("// A copy of the output.\n", to: "Sources/Single/FeedQuery.graphql.swift")
      let build = try package.build()
      #expect(!build.succeeded)
      #expect(build.output.contains("Sources/Single/FeedQuery.graphql.swift:1:1: error: the build generates a file of this name"))
    }
  }
}
