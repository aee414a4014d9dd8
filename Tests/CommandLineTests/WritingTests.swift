import Foundation
import TestSupport
import Testing

/// Which files a run touches.
@Suite("Writing files")
struct WritingTests {
  @Test("Nothing is written twice")
  func nothingIsWrittenTwice() throws {
    let tool = try Tool(Sample.project)
    #expect(try tool.run("generate", "--config", "relay.config.json", "--artifacts-json", "json").status == 0)
    let swift = try tool.stamps(of: "generated")
    let json = try tool.stamps(of: "json")
    #expect(try tool.run("generate", "--config", "relay.config.json", "--artifacts-json", "json").status == 0)
    #expect(try tool.stamps(of: "generated") == swift)
    #expect(try tool.stamps(of: "json") == json)
  }

  @Test("One edit rewrites one file")
  func oneEditRewritesOneFile() throws {
    let tool = try Tool(Sample.project)
    try tool.run("generate", "--config", "relay.config.json")
    let before = try tool.stamps(of: "generated")
    try tool.write(Sample.list.replacingOccurrences(of: "name", with: "id"), "src/ToDoList.graphql")
    try tool.run("generate", "--config", "relay.config.json")
    let after = try tool.stamps(of: "generated")
    #expect(before.filter { after[$0.key] != $0.value }.map(\.key) == ["ToDoList.graphql.swift"])
  }

  @Test("Generated files of removed documents are removed")
  func generatedFilesOfRemovedDocumentsGo() throws {
    let tool = try Tool(Sample.project)
    try tool.run("generate", "--config", "relay.config.json")
    try tool.write("let mine = 1\n", "generated/Mine.graphql.swift")
    try tool.write("let mine = 1\n", "generated/Mine.swift")
    try tool.remove("src/ToDoList.graphql")
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      tool.files(in: "generated") == ["Mine.graphql.swift", "Mine.swift", "RelaySchemaTypes.graphql.swift", "ToDoItem.graphql.swift"])
  }

  @Test("An error changes nothing")
  func anErrorChangesNothing() throws {
    let tool = try Tool(Sample.project)
    try tool.run("generate", "--config", "relay.config.json")
    let before = try tool.stamps(of: "generated")
    try tool.write("fragment ToDoItem_todo on Todo { txet }", "src/ToDoItem.graphql")
    try tool.write("query NewQuery { viewer { id } }", "src/New.graphql")
    try tool.remove("src/ToDoList.graphql")
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 1)
    #expect(try tool.stamps(of: "generated") == before)
  }

  @Test("--check writes nothing")
  func checkWritesNothing() throws {
    let tool = try Tool(Sample.project)
    let missing = try tool.run("generate", "--config", "relay.config.json", "--check")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("\(tool.path("generated/ToDoItem.graphql.swift")):1:1: error: "), "\(missing.errors)")
    #expect(!tool.exists("generated"))

    try tool.run("generate", "--config", "relay.config.json")
    let before = try tool.stamps(of: "generated")
    #expect(try tool.run("generate", "--config", "relay.config.json", "--check").status == 0)

    try tool.write(Sample.item.replacingOccurrences(of: "complete", with: "id"), "src/ToDoItem.graphql")
    try tool.remove("src/ToDoList.graphql")
    let stale = try tool.run("generate", "--config", "relay.config.json", "--check")
    #expect(stale.status == 1)
    #expect(stale.errors.contains("ToDoItem.graphql.swift:1:1: error: "), "\(stale.errors)")
    #expect(stale.errors.contains("ToDoList.graphql.swift:1:1: error: "), "\(stale.errors)")
    #expect(!stale.errors.contains("RelaySchemaTypes"), "\(stale.errors)")
    #expect(try tool.stamps(of: "generated") == before)
  }

  @Test("An output folder that cannot be created is an error")
  func anOutputFolderThatCannotBeMadeIsAnError() throws {
    var files = Sample.project
    files["generated"] = "a file where the folder should be"
    let tool = try Tool(files)
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 1)
    #expect(run.errors.contains("\(tool.path("generated"))"), "\(run.errors)")
    #expect(try tool.read("generated") == "a file where the folder should be")
  }

  @Test("No temporary files are left")
  func noTemporaryFilesStay() throws {
    let tool = try Tool(Sample.project)
    // A folder at the path of a generated file.
    try tool.write("x", "generated/ToDoItem.graphql.swift/x")
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 1)
    #expect(run.errors.contains("ToDoItem.graphql.swift"), "\(run.errors)")
    #expect(tool.files(in: "generated") == ["ToDoItem.graphql.swift/x"])
  }
}
