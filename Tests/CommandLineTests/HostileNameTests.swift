import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Names that try to be paths, lines or other names: a run writes only to its folder, and every document has a separate file.
@Suite("Hostile file names")
struct HostileNameTests {
  /// All files next to and above the project's folder, to check that a run adds none there.
  private func project(_ files: [String: String] = [:]) throws -> Tool {
    try Tool(Sample.project.merging(files) { $1 })
  }

  private static let query = "query Q { viewer { id } }"
  /// An e with an acute accent as one scalar, and as two.
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  // MARK: - Names in documents

  @Test("Names of refetch queries and aliases", .cases)
  func namesOfRefetchQueriesAndAliases() {
    eachCase(of: ["../../../escaped", "/tmp/escaped", "a/b", "a\\nb", "x { id } escaped", "..", "X {} struct Escaped"]) {
      try namesOfRefetchQueriesAndAliases($0)
    }
  }

  func namesOfRefetchQueriesAndAliases(_ name: String) throws {
    let documents = [
      "fragment F on User @refetchable(queryName: \"\(name)\") { name }",
      "query Q { viewer { ...F @alias(as: \"\(name)\") } } fragment F on User { name }",
    ]
    for document in documents {
      let tool = try project(["src/Hostile.graphql": document])
      let run = try tool.run("generate", "--config", "relay.config.json", "--artifacts-json", "json/a/b/c")
      #expect(run.status == 1)
      #expect(run.errors.contains("Hostile.graphql:1:") && run.errors.contains("must be a GraphQL name"), "\(run.errors)")
      #expect(!tool.exists("generated") && !tool.exists("json"))
      #expect(!FileManager.default.fileExists(atPath: "/tmp/escaped.json"))
    }
  }

  @Test("Artifacts whose names differ in case")
  func artifactsWhoseNamesDifferInCase() throws {
    let tool = try project(["src/Case.graphql": "fragment Item on Todo { text }\nfragment item on Todo { complete }"])
    let swift = try tool.run("generate", "--config", "relay.config.json")
    #expect(swift.status == 0, "\(swift.errors)")
    let run = try tool.run("generate", "--config", "relay.config.json", "--artifacts-json", "json")
    #expect(run.status == 1)
    #expect(run.errors.contains("Case.graphql:2:1: error: 'item' and 'Item' differ in case only"), "\(run.errors)")
    #expect(!tool.exists("json"))
  }

  // MARK: - Names of documents

  private static let twins = [
    ("Story.graphql", "story.graphql"), ("\(composed).graphql", "\(decomposed).graphql"), ("Stra\u{DF}e.graphql", "STRASSE.graphql"),
    ("\u{3A3}.graphql", "\u{3C2}.graphql"), ("a\u{200B}b.graphql", "ab.graphql"), ("Feed/a.graphql", "feed/A.graphql"),
    ("Story.swift", "story.graphql"), ("RelaySchemaTypes.graphql", "relayschematypes.graphql"),
  ]

  /// Two paths that are the same on this machine's file system cannot be tested.
  private static func areTwo(_ tool: Tool, _ a: String, _ b: String) -> Bool {
    !FileManager.default.contentsEqual(atPath: tool.path(a), andPath: tool.path(b))
  }

  @Test("Documents that would share a file", .cases)
  func documentsThatWouldShareAFile() {
    eachCase(of: Self.twins) { try documentsThatWouldShareAFile($0.0, $0.1) }
  }

  func documentsThatWouldShareAFile(_ a: String, _ b: String) throws {
    let first =
      a.hasSuffix(".swift") ? "let q = graphql(\"\"\"\nfragment First on Todo { text }\n\"\"\")" : "fragment First on Todo { text }"
    let tool = try project(["src/\(a)": first])
    try tool.write("fragment Second on Todo { complete }", "src/\(b)")
    guard Self.areTwo(tool, "src/\(a)", "src/\(b)") else { return }
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.errors.contains(":1:1: error: This document and ") && run.errors.contains(" would both generate '"), "\(run.errors)")
    #expect(!tool.exists("generated"))
    // In different folders, each has a separate file.
    if a.contains("/") {
      try tool.remove("relay.config.json")
      let run = try tool.run("generate", "--schema", "schema.graphql", "src/\(a)", "src/\(b)")
      #expect(run.status == 0, "\(run.errors)")
      #expect(try tool.read("src/Feed/__generated__/a.graphql.swift").contains("First"))
      #expect(try tool.read("src/feed/__generated__/A.graphql.swift").contains("Second"))
    }
  }

  @Test("A document that is read twice counts once")
  func aDocumentReadTwiceIsOne() throws {
    let tool = try project(["src/\(Self.composed).graphql": Self.query])
    let run = try tool.run(
      "generate", "--schema", "schema.graphql", "--output", "generated", "src", "src/\(Self.composed).graphql", "src")
    #expect(run.status == 0, "\(run.errors)")
    #expect(tool.files(in: "generated").contains("\(Self.composed).graphql.swift"))
  }

  /// A schema whose name differs from a document's only in accents is not that document.
  @Test("A schema is not a document with a similar name")
  func aSchemaIsNoDocumentOfASimilarName() throws {
    let tool = try Tool(["\(Self.composed).graphql": Sample.schema])
    try tool.write("query Q { viewer { ...Missing } }", "\(Self.decomposed).graphql")
    guard Self.areTwo(tool, "\(Self.composed).graphql", "\(Self.decomposed).graphql") else { return }
    let run = try tool.run("generate", "--schema", "\(Self.composed).graphql", "--output", "generated", ".")
    #expect(run.status == 1 && run.errors.contains("Missing"), "\(run.errors)")
  }

  @Test("Control characters", .cases)
  func controlCharacters() {
    eachCase(of: ["a\nb.graphql", "a\tb.graphql", "a\u{1B}b.graphql", "a\u{7F}.graphql", "folder\n/b.graphql"]) {
      try controlCharacters($0)
    }
  }

  func controlCharacters(_ name: String) throws {
    let tool = try project(["src/\(name)": Self.query])
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 1)
    #expect(run.errors.split(separator: "\n").count == 1 && run.errors.contains(":1:1: error: No file can be named after"), "\(run.errors)")
    #expect(!tool.exists("generated"))
  }

  /// A slash is a slash, even if an accent follows it.
  @Test("Accents after slashes")
  func accentsBehindSlashes() throws {
    let tool = try project(["src/\u{301}/\u{301}x.graphql": Self.query, "src/+\u{301}.graphql": "query R { viewer { id } }"])
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 0, "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.path("generated"))
    #expect(Set(names).isSuperset(of: ["\u{301}+\u{301}x.graphql.swift", "%2B\u{301}.graphql.swift"]), "\(names)")
  }

  // MARK: - Links

  @Test("A link at the path of a generated file is replaced")
  func aLinkInPlaceOfAGeneratedFileIsReplaced() throws {
    let tool = try project(["elsewhere/Mine.swift": "let mine = 1\n", "generated/x": ""])
    let output = tool.path("generated/ToDoItem.graphql.swift")
    try FileManager.default.createSymbolicLink(atPath: output, withDestinationPath: "../elsewhere/Mine.swift")
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 0)
    #expect(try tool.read("elsewhere/Mine.swift") == "let mine = 1\n")
    #expect(try tool.read("generated/ToDoItem.graphql.swift").contains("ToDoItem_todo"))
    // Even if it leads to the same bytes.
    try FileManager.default.removeItem(atPath: output)
    try FileManager.default.copyItem(atPath: tool.path("generated/ToDoList.graphql.swift"), toPath: tool.path("elsewhere/Copy.swift"))
    let list = tool.path("generated/ToDoList.graphql.swift")
    try FileManager.default.removeItem(atPath: list)
    try FileManager.default.createSymbolicLink(atPath: list, withDestinationPath: "../elsewhere/Copy.swift")
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 0)
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: list)) == nil)
  }

  @Test("A link at the path of the folder for generated files")
  func aLinkInPlaceOfTheFolderForGeneratedFiles() throws {
    let tool = try project(["elsewhere/x": ""])
    try tool.remove("relay.config.json")
    try FileManager.default.createSymbolicLink(atPath: tool.path("src/__generated__"), withDestinationPath: "../elsewhere")
    let run = try tool.run("generate", "--schema", "schema.graphql", "src")
    #expect(run.status == 1 && run.errors.contains("error: The folder for generated files"), "\(run.errors)")
    #expect(tool.files(in: "elsewhere") == ["x"])
  }

  @Test("Generated files reached through links are not removed")
  func generatedFilesBehindLinksAreNotRemoved() throws {
    let tool = try project(["generated/x": ""])
    let generated = "// Generated by relay-compiler-swift. Do not edit.\n"
    try tool.write(generated, "elsewhere/Old.graphql.swift")
    try FileManager.default.createSymbolicLink(atPath: tool.path("generated/more"), withDestinationPath: "../elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: tool.path("generated/Link.graphql.swift"), withDestinationPath: "../elsewhere/Old.graphql.swift")
    try tool.write(generated, "generated/Old.graphql.swift")
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 0)
    #expect(tool.exists("elsewhere/Old.graphql.swift"))
    #expect(!tool.exists("generated/Old.graphql.swift"))
  }

  // MARK: - The plugin's list

  private func plugin(_ change: (inout PluginList) -> Void = { _ in }) throws -> Tool {
    let tool = try project()
    var list = PluginList(
      config: "relay.config.json", root: "src", module: "App",
      documents: [.init(source: "src/ToDoItem.graphql", output: "ToDoItem.graphql.swift")])
    change(&list)
    try tool.write(list, of: "App")
    return tool
  }

  @Test("Outputs are in the folder")
  func outputsLieInTheFolder() throws {
    let tool = try plugin()
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 0, "\(run.errors)")
    #expect(tool.files(in: "App.out") == ["RelaySchemaTypes.graphql.swift", "ToDoItem.graphql.swift"])
  }

  @Test("Outputs outside of the folder", .cases)
  func outputsOutsideOfTheFolder() {
    eachCase(of: [
      "../evil.swift", "/tmp/evil.swift", "..", ".", "", "a/b.swift", "a\nb.swift", "a\u{0}.swift", String(repeating: "a", count: 256),
    ]) { try outputsOutsideOfTheFolder($0) }
  }

  func outputsOutsideOfTheFolder(_ name: String) throws {
    let changes: [(inout PluginList) -> Void] = [
      { $0.documents[0].output = name }, { $0.schemaOutput = name }, { $0.shards = [name] },
    ]
    for change in changes {
      let tool = try plugin(change)
      let before = tool.files(in: ".")
      let run = try tool.runAsPlugin("App")
      #expect(run.status == 1 && run.errors.contains("App.json:1:"), "\(run.errors)")
      #expect(tool.files(in: ".") == before)
    }
  }

  @Test("The folder is not a link")
  func theFolderIsNoLink() throws {
    let tool = try plugin()
    try tool.write("", "elsewhere/x")
    try FileManager.default.createSymbolicLink(atPath: tool.path("App.out"), withDestinationPath: "elsewhere")
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 1 && run.errors.contains("error: The folder for generated files"), "\(run.errors)")
    #expect(tool.files(in: "elsewhere") == ["x"])
  }

  /// A path with characters that used to end lines and fields is one path.
  @Test("Paths that look like records of outputs")
  func pathsThatLookLikeRecords() throws {
    let name = "a\nschema-output\t../evil.swift\n\"}],\"schemaOutput\":\"../evil.swift\",\"x\":[{\"y\":\"b.graphql"
      .replacing("/", with: ":")
    let tool = try plugin { list in
      list.documents = [.init(source: "src/\(name)", output: "A.graphql.swift")]
      list.swiftSources = ["src/a\tb\n.swift"]
    }
    try tool.write(Sample.item, "src/\(name)")
    try tool.write("let x = 1\n", "src/a\tb\n.swift")
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 0, "\(run.errors)")
    #expect(tool.files(in: "App.out") == ["A.graphql.swift", "RelaySchemaTypes.graphql.swift"])
    #expect(try tool.read("App.out/A.graphql.swift").contains("ToDoItem_todo"))
  }

  @Test("Lists that no plugin writes", .cases)
  func listsThatNoPluginWrites() {
    let module = #"{"name": "A", "root": "/a", "schemaOutput": "A.swift", "#
    eachCase(of: [
      "", "[]", "{", "module\tApp\nschema-output\t/tmp/evil.swift\n", "{\"schemaOutput\": 1}", "{}",
      module + #""documents": {}}"#, module + #""documents": [1]}"#, module + #""documents": ["a"]}"#,
      module + #""below": [{"name": "A\nB", "root": "/b"}]}"#, module + #""below": [{"name": "B"}]}"#,
      module + #""swiftFiles": ["a\u0000b"]}"#,
    ]) { try listsThatNoPluginWrites($0) }
  }

  func listsThatNoPluginWrites(_ text: String) throws {
    let tool = try Tool(["App.json": text])
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 1 && run.errors.contains("App.json:1:"), "\(text): \(run.errors)")
    #expect(tool.files(in: ".") == ["App.json"])
  }

  @Test("A list that is too large is an error before it is read")
  func largeList() throws {
    let tool = try Tool(["App.json": ""])
    #expect(truncate(tool.path("App.json"), 1 << 40) == 0)
    let run = try tool.runAsPlugin("App")
    #expect(run.status == 1 && run.errors.contains("at most 16 MB"), "\(run.errors)")
    #expect(tool.files(in: ".") == ["App.json"])
  }

  @Test("A list needs a folder")
  func aListNeedsAFolder() throws {
    let tool = try plugin()
    for arguments in [
      ["--plugin-inputs", "App.json"], ["--plugin-outputs", "App.out"],
      ["--plugin-inputs", "App.json", "--plugin-outputs", "App.out", "--output", "elsewhere"],
      ["--plugin-inputs", "App.json", "--plugin-outputs", "App.out", "--artifacts-json", "elsewhere"],
    ] {
      let run = try tool.run(["generate"] + arguments)
      #expect(run.status == 1 && run.errors.hasPrefix("error: "), "\(run.errors)")
      #expect(!tool.exists("elsewhere") && !tool.exists("App.out"))
    }
  }

  @Test("Documents of a plugin that would share a file")
  func documentsOfAPluginThatWouldShareAFile() throws {
    for (a, b) in [("Story", "story"), (Self.composed, Self.decomposed), ("Story", "RELAYSCHEMATYPES")] {
      let tool = try plugin { list in
        list.documents = [
          .init(source: "src/\(a).graphql", output: "\(a).graphql.swift"), .init(source: "src/\(b).graphql", output: "\(b).graphql.swift"),
        ]
      }
      try tool.write("fragment First on Todo { text }", "src/\(a).graphql")
      try tool.write("fragment Second on Todo { text }", "src/\(b).graphql")
      guard Self.areTwo(tool, "src/\(a).graphql", "src/\(b).graphql") else { continue }
      let run = try tool.runAsPlugin("App")
      #expect(run.status == 1 && run.errors.contains("would both generate"), "\(run.errors)")
      #expect(!tool.exists("App.out"))
    }
  }

  // MARK: - Unfinished files

  private static let generated = "generated/ToDoItem.graphql.swift"

  /// A run that the system ends while it writes a file, because the limit for file sizes is far below the size of the output.
  @discardableResult
  private func limitedRun(_ tool: Tool, _ arguments: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "ulimit -c 0; ulimit -f 1; exec \"$0\" \(arguments)", try Tool.executable.path]
    process.currentDirectoryURL = tool.directory
    process.standardError = FileHandle.nullDevice
    // A process inherits the signals that its parent ignores, and those that the starting thread has blocked.
    signal(SIGXFSZ, SIG_DFL)
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    process.waitUntilExit()
    return process
  }

  private func unfinished(_ tool: Tool, in folder: String) -> [String] { tool.files(in: folder).filter { $0.contains(".partial-") } }

  @Test("The next run removes what a killed run has left")
  func whatAKilledRunLeavesGoesWithTheNext() throws {
    let tool = try project()
    let arguments = "generate --config relay.config.json --artifacts-json json --threads 1"
    let killed = try limitedRun(tool, arguments)
    #expect(killed.terminationReason == .uncaughtSignal && killed.terminationStatus == SIGXFSZ, "\(killed.terminationStatus)")
    #expect(!unfinished(tool, in: ".").isEmpty)
    let run = try tool.run(arguments.split(separator: " ").map(String.init))
    #expect(run.status == 0, "\(run.errors)")
    #expect(unfinished(tool, in: ".") == [])
    // Even if there is nothing to write.
    try tool.write("half", "generated/Old.graphql.swift.partial-99999999-0")
    try tool.write("half", "json/ToDoItem_todo.json.partial-99999999")
    #expect(try tool.run(arguments.split(separator: " ").map(String.init)).status == 0)
    #expect(unfinished(tool, in: ".") == [])
  }

  @Test("Other files stay")
  func whatIsNotTheToolsStays() throws {
    let tool = try project(["elsewhere/x": "x"])
    let names = [
      "Mine.swift.partial-99999999", "ToDoItem.graphql.swift.partial", "ToDoItem.graphql.swift.partial-",
      "ToDoItem.graphql.swift.partial-x",
      "ToDoItem.graphql.swift.partial-1-", "ToDoItem.graphql.swift.partial-99999999-0-1", "ToDoItem.graphql.swift.partial-99999999/x",
    ]
    for name in names { try tool.write("x", "generated/\(name)") }
    let link = tool.path("generated/ToDoList.graphql.swift.partial-99999998")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../elsewhere/x")
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 0)
    #expect(Set(tool.files(in: "generated")).isSuperset(of: names))
    #expect(try tool.read("elsewhere/x") == "x")
  }

  /// Another run holds the folder, or appears to be alive.
  @Test("Files that a run is writing stay")
  func whatARunIsWritingStays() throws {
    let tool = try project(["generated/x": ""])
    let dead = "generated/ToDoItem.graphql.swift.partial-99999999-abc"
    try tool.write("half", dead)
    let descriptor = open(tool.path("generated"), O_RDONLY)
    #expect(descriptor >= 0 && flock(descriptor, LOCK_SH) == 0)
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 0)
    #expect(tool.exists(dead))
    // An exclusive lock held by another program does not stop a run.
    #expect(flock(descriptor, LOCK_EX) == 0)
    try tool.remove("generated/ToDoItem.graphql.swift")
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 0)
    #expect(tool.exists(dead) && tool.exists("generated/ToDoItem.graphql.swift"))
    #expect(close(descriptor) == 0)

    let alive = "generated/ToDoItem.graphql.swift.partial-\(getpid())-abc"
    try tool.write("half", alive)
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 0)
    #expect(tool.exists(alive) && !tool.exists(dead))
    // The number now belongs to another process.
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: tool.path(alive))
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 0)
    #expect(!tool.exists(alive))
  }

  /// Simultaneous runs, some of which are killed, never remove each other's files.
  @Test("Many simultaneous runs")
  func manyRunsAtOnce() async throws {
    let tool = try project()
    for index in 0..<20 { try tool.write("fragment F\(index) on Todo { text }", "src/F\(index).graphql") }
    try tool.run("generate", "--config", "relay.config.json")
    let expected = try tool.contents(of: "generated")
    let arguments = ["generate", "--config", "relay.config.json", "--threads", "2"]
    try await withThrowingTaskGroup { group in
      for index in 0..<4 {
        group.addTask {
          for _ in 0..<5 {
            // Everything has to be written again.
            for file in expected.keys where index == 0 { try? tool.remove("generated/\(file)") }
            if index == 1 {
              try limitedRun(tool, arguments.joined(separator: " "))
            } else {
              let run = try tool.run(arguments)
              #expect(run.status == 0, "\(run.errors)")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try tool.run(arguments).status == 0)
    #expect(try tool.contents(of: "generated") == expected)
  }
}
