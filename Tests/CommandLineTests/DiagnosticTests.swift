import Foundation
import TestSupport
import Testing

/// How errors are printed.
@Suite("Diagnostics of the tool")
struct DiagnosticTests {
  private let broken = [
    "relay.config.json": Sample.config, "schema.graphql": Sample.schema,
    "src/ToDoItem.graphql": "fragment ToDoItem_todo on Todo {\n  txet\n  complete(x: 1)\n}\n",
    "src/ToDoList.graphql": "query ToDoListQuery {\n  viewer {\n    nmae\n  }\n}\n",
  ]

  @Test("One line for each error, in the order of the sources")
  func oneLineForEachErrorInTheOrderOfTheSources() throws {
    let tool = try Tool(broken)
    let run = try tool.run("generate", "--config", "relay.config.json")
    #expect(run.status == 1)
    let lines = run.errors.split(separator: "\n").filter { $0.contains(": error: ") }
    let places = lines.map { String($0.prefix { $0 != " " }) }
    #expect(
      places == [
        "\(tool.path("src/ToDoItem.graphql")):2:3:", "\(tool.path("src/ToDoItem.graphql")):3:12:",
        "\(tool.path("src/ToDoList.graphql")):3:5:",
      ], "\(run.errors)")
    #expect(lines[0].hasSuffix(": error: 'Todo' has no field 'txet'. Did you mean 'text'? [unknown-field]"))
  }

  @Test("Lines about fixes are for Xcode only")
  func fixIts() throws {
    let tool = try Tool(broken)
    let inXcode = ["XCODE_VERSION_ACTUAL": "2640"]
    for (style, environment, isPrinted) in [
      (nil, [:], false), (nil, inXcode, true), ("xcode", [:], true), ("plain", inXcode, false),
    ] {
      let run = try tool.run(
        ["generate", "--config", "relay.config.json"] + (style.map { ["--diagnostics", $0] } ?? []), environment: environment)
      #expect(run.status == 1 && run.errors.contains(": error: 'Todo' has no field 'txet'"), "\(run.errors)")
      #expect(run.errors.contains(": fixit: ") == isPrinted, "\(run.errors)")
    }
  }

  @Test("json is one object for each diagnostic")
  func jsonIsOneObjectForEachDiagnostic() throws {
    let tool = try Tool(broken)
    let run = try tool.run("generate", "--config", "relay.config.json", "--diagnostics", "json")
    #expect(run.status == 1)
    let text = run.output + run.errors
    let whole = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    let lines =
      try whole
      ?? text.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\(text)")
      }
    #expect(lines.count == 3)
  }

  @Test("human shows the source")
  func humanShowsTheSource() throws {
    let tool = try Tool(broken)
    let run = try tool.run("generate", "--config", "relay.config.json", "--diagnostics", "human")
    #expect(run.status == 1)
    #expect(run.errors.contains("  txet"), "\(run.errors)")
    #expect(run.errors.contains("^"), "\(run.errors)")
  }

  @Test("An unreadable schema")
  func schemaThatCannotBeRead() throws {
    let tool = try Tool(["src/ToDoItem.graphql": Sample.item])
    let run = try tool.run("generate", "--schema", "schema.graphql", "--output", "generated", "src")
    #expect(run.status == 1)
    #expect(run.errors == "\(tool.path("schema.graphql")):1:1: error: There is no such file or folder [unreadable-file]\n")
  }

  @Test("A missing schema")
  func schemaThatIsNotThere() throws {
    let tool = try Tool(["src/ToDoItem.graphql": Sample.item])
    let run = try tool.run("generate", "--output", "generated", "src")
    #expect(run.status == 1)
    #expect(run.errors.contains("schema"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").filter { $0.contains("error: ") }.count == 1, "\(run.errors)")
  }
}
