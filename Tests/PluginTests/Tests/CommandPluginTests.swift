import Testing

extension PluginTests {
  /// The command plugins, as `swift package` runs them. They need `relay` in the clients' builds, which takes longer than all other tests of
  /// this package.
  @Suite(.enabled(if: BuildSystem.tested == BuildSystem.allCases, "`.ci/run nightly plugin` builds `relay` for clients"))
  struct CommandPlugins {
    @Test("swift package relay check: what is wrong with documents, without a permission", arguments: BuildSystem.tested)
    func check(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      let arguments = ["relay", "check", "--documents", "Sources/Single"]
      let run = try package.command(arguments)
      #expect(run.succeeded, "\(run.output)")
      #expect(run.output.contains("nothing would change."))

      try package.replace("  title\n", with: "  titel\n", in: SingleModule.story)
      let broken = try package.command(arguments)
      #expect(!broken.succeeded)
      #expect(broken.output.contains("Story.graphql:"))
      #expect(broken.output.contains("has no field 'titel'"))
    }

    @Test("a command that writes is refused by the plugin without permissions", arguments: [BuildSystem.native])
    func refusal(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      let run = try package.command(["relay", "generate"])
      #expect(!run.succeeded)
      #expect(run.output.contains("use 'swift package relay-fix generate'"))
    }

    @Test("the plugin that writes gets the arguments behind its verb, without those for SwiftPM", arguments: [BuildSystem.native])
    func permissions(_ buildSystem: BuildSystem) throws {
      let package = try ClientPackage("single", buildSystem)
      let arguments = ["relay-fix", "--allow-writing-to-package-directory", "generate", "--help"]
      let run = try package.command(arguments)
      #expect(run.succeeded, "\(run.output)")
      #expect(run.output.contains("relay-compiler-swift generate [OPTION…] [INPUT…]"))
    }
  }
}

extension ClientPackage {
  /// The output of `swift package`.
  func command(_ arguments: [String]) throws -> Build { try swift(["package"] + arguments) }
}
