import Foundation
import TestSupport
import Testing

/// What is said of files that cannot be written. Nothing else is written then.
@Suite("Files that cannot be written")
struct UnwritableFileTests {
  private static let notDirectory = "error: Cannot write this file: Not a directory [unwritable-file]"
  private static let isDirectory = "error: Cannot write this file: Is a directory [unwritable-file]"

  /// - Parameter files: added to the project, each in the way of something.
  private static func errors(of arguments: [String], with files: [String: String]) throws -> [String] {
    let tool = try Tool(Sample.project.merging(files) { $1 })
    let before = tool.files(in: ".")
    let run = try tool.run(["generate", "--config", "relay.config.json"] + arguments)
    #expect(run.status == 1)
    #expect(tool.files(in: ".") == before)
    return tool.lines(of: run)
  }

  private static let obstacles: [(arguments: [String], files: [String: String], errors: [String])] = [
    ([], ["generated": ""], ["generated:1:1: \(notDirectory)"]),
    (["--output", "a/b/c"], ["a/b": ""], ["a/b:1:1: \(notDirectory)"]),
    (["--artifacts-json", "json"], ["json": ""], ["json:1:1: \(notDirectory)"]),
    (["--artifacts-json", "json", "--output", "a"], ["json": "", "a": ""], ["a:1:1: \(notDirectory)", "json:1:1: \(notDirectory)"]),
    ([], ["generated/ToDoItem.graphql.swift/x": ""], ["generated/ToDoItem.graphql.swift:1:1: \(isDirectory)"]),
    (["--check"], ["generated/ToDoItem.graphql.swift/x": ""], ["generated/ToDoItem.graphql.swift:1:1: \(isDirectory)"]),
    (
      ["--artifacts-json", "json"],
      ["generated/RelaySchemaTypes.graphql.swift/x": "", "json/ToDoListQuery.json/x": ""],
      ["generated/RelaySchemaTypes.graphql.swift:1:1: \(isDirectory)", "json/ToDoListQuery.json:1:1: \(isDirectory)"]
    ),
  ]

  @Test("Something else is at the path of a file or a folder", .cases)
  func occupied() {
    eachCase(of: Self.obstacles) { obstacle in
      let errors = try Self.errors(of: obstacle.arguments, with: obstacle.files)
      #expect(errors.sorted() == obstacle.errors)
    }
  }

  @Test("The folder next to a document is a link")
  func link() throws {
    var files = Sample.project
    files["relay.config.json"] = #"{"schema": "schema.graphql", "src": "src"}"#
    files["elsewhere/keep"] = ""
    let tool = try Tool(files)
    try tool.link("src/__generated__", to: "elsewhere")
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 1)
    let folder = tool.path("src/__generated__")
    let message =
      "error: The folder for generated files ('\(folder)') is a link. Remove it, or name a folder with '--output' [unwritable-file]"
    #expect(run.errors.split(separator: "\n").allSatisfy { $0.hasSuffix(message) }, "\(run.errors)")
    #expect(
      tool.lines(of: run).map { $0.prefix { $0 != ":" } } == ["src/__generated__", "src/ToDoItem.graphql", "src/ToDoList.graphql"])
    #expect(tool.files(in: "elsewhere") == ["keep"])
  }

  @Test("Each command of the build plugin says so", .cases)
  func plugin() {
    eachCase(of: ["collect", "schema", "generate"]) { command in
      let tool = try Tool(["App/schema.graphql": Sample.schema, "App/ToDoItem.graphql": Sample.item, "Out": "", "Folder/keep": ""])
      let documents = ["schema", "ToDoItem"].map { PluginList.Document(source: "App/\($0).graphql", output: "\($0).graphql.swift") }
      try tool.write(
        PluginList(
          root: "App", module: "App", documents: documents, schemaDocuments: command == "schema" ? [tool.path("App/schema.graphql")] : []),
        of: "App")
      let run = try tool.run(command, "--plugin-inputs", "App.json", "--plugin-outputs", "Out")
      #expect(run.status == 1)
      #expect(tool.lines(of: run) == ["Out:1:1: \(Self.notDirectory)"])
      try tool.link("Link", to: "Folder")
      let toLink = try tool.run(command, "--plugin-inputs", "App.json", "--plugin-outputs", "Link")
      #expect(toLink.status == 1)
      #expect(toLink.errors.contains("is a link. Remove it"), "\(toLink.errors)")
      #expect(tool.files(in: "Folder") == ["keep"])
    }
  }

  @Test("There is no room for a file")
  func noRoom() throws {
    let tool = try Tool(Sample.project)
    // The system refuses files that are larger than the process may write, as if the disk were full. What the tool says goes through a
    // pipe, because it may become a file, too.
    let run = try ProcessRun.wait(
      for: URL(fileURLWithPath: "/bin/sh"),
      ["-c", "(trap '' XFSZ; ulimit -f 0; \"$0\" generate; echo status $?) 2>&1 | cat >&2", try Tool.executable.path], in: tool.directory)
    let refused = Sample.generated.map { "generated/\($0):1:1: error: Cannot write this file: File too large [unwritable-file]" }
    #expect(tool.lines(of: run) == refused + ["status 1"])
    #expect(tool.files(in: "generated") == [])
  }

  @Test("The folder may not be changed", .enabled(if: geteuid() != 0, "a superuser may change every folder"))
  func readOnlyFolder() throws {
    let tool = try Tool(Sample.project)
    try tool.run("generate", "--config", "relay.config.json")
    try tool.remove("src/ToDoItem.graphql")
    try tool.write(Sample.list.replacing("...ToDoItem_todo", with: ""), "src/ToDoList.graphql")
    let denied = "error: Cannot write this file: Permission denied [unwritable-file]"
    try tool.setPermissions(0o555, of: "generated")
    defer { try? tool.setPermissions(0o755, of: "generated") }
    let changed = try tool.run("generate", "--config", "relay.config.json")
    #expect(changed.status == 1)
    #expect(tool.lines(of: changed) == ["generated/ToDoList.graphql.swift:1:1: \(denied)"])
    // Of no document any more, and so to be removed.
    try tool.setPermissions(0o755, of: "generated")
    try tool.write(Sample.item, "src/ToDoItem.graphql")
    try tool.write(Sample.list, "src/ToDoList.graphql")
    try tool.run("generate", "--config", "relay.config.json")
    try tool.write(tool.read("generated/ToDoItem.graphql.swift"), "generated/Old.graphql.swift")
    try tool.setPermissions(0o555, of: "generated")
    let stale = try tool.run("generate", "--config", "relay.config.json")
    #expect(stale.status == 1)
    #expect(tool.lines(of: stale) == ["generated/Old.graphql.swift:1:1: \(denied)"])
  }
}

extension Tool {
  /// What the tool said, with paths from the folder.
  fileprivate func lines(of run: ProcessRun) -> [String] {
    run.errors.split(separator: "\n").map { String($0.replacing(directory.path + "/", with: "")) }
  }

  fileprivate func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self.path(path), withDestinationPath: self.path(target))
  }

  fileprivate func setPermissions(_ permissions: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: self.path(path))
  }
}
