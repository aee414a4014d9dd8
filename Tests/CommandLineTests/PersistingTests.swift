import Foundation
import TestSupport
import Testing

/// Persisted queries: the file that collects them, and the command that receives new ones.
@Suite("Persisted documents")
struct PersistingTests {
  private func project(_ persist: String) throws -> Tool {
    var files = Sample.project
    files["relay.config.json"] = Sample.config.replacing("\n}", with: ",\n  \"persistConfig\": \(persist)\n}")
    return try Tool(files)
  }

  private func map(_ tool: Tool, _ path: String) throws -> [String: String] {
    try #require(try JSONSerialization.jsonObject(with: Data(tool.read(path).utf8)) as? [String: String])
  }

  @Test("Texts are collected by their hash")
  func textsAreCollectedByTheirHash() throws {
    let tool = try project("{ \"file\": \"persisted.json\", \"algorithm\": \"SHA256\" }")
    #expect(try tool.run("generate", "--config", "relay.config.json", "--artifacts-json", "json").status == 0)
    let first = try map(tool, "persisted.json")
    let id = try #require(first.keys.first)
    #expect(first.count == 1)
    #expect(id.count == 64)
    #expect(first[id]?.hasPrefix("query ToDoListQuery {") == true)
    #expect(try tool.read("json/ToDoListQuery.json").contains(id))
    #expect(try tool.read("generated/ToDoList.graphql.swift").contains(id))

    // Old clients still send the old id.
    try tool.write(Sample.list.replacing("name", with: "id"), "src/ToDoList.graphql")
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 0)
    let second = try map(tool, "persisted.json")
    #expect(second.count == 2 && second[id] == first[id])

    let before = try tool.stamps(of: ".")["persisted.json"]
    #expect(try tool.run("generate", "--config", "relay.config.json").status == 0)
    #expect(try tool.stamps(of: ".")["persisted.json"] == before)
    #expect(try tool.run("generate", "--config", "relay.config.json", "--check").status == 0)
  }

  @Test("A command receives new queries once")
  func aCommandHearsOfNewQueriesOnce() throws {
    let tool = try project("{ \"file\": \"persisted.json\", \"format\": \"apollo\" }")
    let failed = try tool.run("generate", "--config", "relay.config.json", "--persist-command", "cat > /dev/null; exit 3")
    #expect(failed.status == 1)
    #expect(failed.errors.contains("exit status 3"), "\(failed.errors)")
    #expect(!tool.exists("persisted.json") && !tool.exists("generated"))

    let arguments = ["generate", "--config", "relay.config.json", "--persist-command", "cat >> sent"]
    let run = try tool.run(arguments)
    #expect(run.status == 0, "\(run.errors)")
    let sent = try #require(try JSONSerialization.jsonObject(with: Data(tool.read("sent").utf8)) as? [String: String])
    #expect(Set(sent.keys) == ["id", "name", "type", "text"])
    #expect(sent["name"] == "ToDoListQuery")
    #expect(sent["type"] == "query")
    #expect(try tool.read("persisted.json").contains("apollo-persisted-query-manifest"))

    try tool.remove("sent")
    #expect(try tool.run(arguments).status == 0)
    #expect(!tool.exists("sent"))
  }

  @Test("A file that is too large is an error before it is read, and stays")
  func largeFile() throws {
    let tool = try project("{ \"file\": \"persisted.json\", \"algorithm\": \"SHA256\" }")
    try tool.write("", "persisted.json")
    #expect(truncate(tool.path("persisted.json"), 1 << 40) == 0)
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 1 && run.errors.contains("at most 256 MB"), "\(run.errors)")
    let size = try FileManager.default.attributesOfItem(atPath: tool.path("persisted.json"))[.size] as? Int
    #expect(size == 1 << 40)
  }

  @Test("A file in a different format is left alone")
  func aFileOfAnotherKindIsLeftAlone() throws {
    let tool = try project("{ \"file\": \"persisted.json\" }")
    try tool.write("[1, 2]", "persisted.json")
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("\(tool.path("persisted.json")):1:1: error: "), "\(run.errors)")
    #expect(try tool.read("persisted.json") == "[1, 2]")
  }
}
