import RelayCompilerCore
import Testing

@testable import RelayLanguageServer

/// What a change concerns, and nothing else, is checked again.
@Suite struct ProjectCheckTests {
  /// Fifty fragments, and fifty queries of which each spreads one.
  private struct Checked {
    var project: Project
    private var check = ProjectCheck()
    private var shared: SharedSchema?
    private var revision = 0

    init() {
      let config = #"{"schema": "./schema.graphql"}"#
      let configuration = ProjectConfiguration(path: "/p/relay.config.json", bytes: Array(config.utf8))
      let schema = "type Query { me: User } type User { id: ID! name: String }"
      var texts = [GraphQLText(path: "/p/schema.graphql", role: .schema, bytes: Array(schema.utf8))]
      for number in 0..<50 {
        texts.append(Self.text("F\(number)", "fragment F\(number) on User { id }"))
        texts.append(Self.text("Q\(number)", "query Q\(number)Query { me { ...F\(number) } }"))
      }
      project = Project(configuration: configuration, texts: texts, revision: &revision)
    }

    private static func text(_ name: String, _ text: String) -> GraphQLText {
      GraphQLText(path: "/p/\(name).graphql", role: .document, bytes: Array(text.utf8))
    }

    mutating func change(_ name: String, _ text: String) {
      revision += 1
      guard let index = project.indices["/p/\(name).graphql"] else { return }
      project.replace(index, with: Self.text(name, text), revision: revision)
    }

    /// The names of the files that have been checked, in order, and the messages.
    ///
    /// - Parameter checksUntilCancelled: how often the check may ask whether it is cancelled before it is.
    mutating func run(edited: String? = nil, checksUntilCancelled: Int = .max) -> (batches: [Set<String>], messages: [String]) {
      var batches: [Set<String>] = []
      var messages: [String] = []
      var left = checksUntilCancelled
      func isCancelled() -> Bool {
        left -= 1
        return left < 0
      }
      check.check(
        project, edited: edited.flatMap { project.indices["/p/\($0).graphql"] }, sharing: &shared, isCancelled: isCancelled,
        onSchema: { _, _, _ in }
      ) { result in
        let names = result.diagnostics.keys.map { result.paths[$0].dropFirst(3).prefix { $0 != "." } }
        if !names.isEmpty { batches.append(Set(names.map { String($0) })) }
        messages += result.diagnostics.values.flatMap { $0.map(\.message) }
      }
      return (batches, messages)
    }
  }

  @Test func `an edit checks the file, and then what spreads its fragments`() {
    var checked = Checked()
    #expect(checked.run().messages == [])
    checked.change("F3", "fragment F3 on User { id name }")
    #expect(checked.run(edited: "F3").batches == [["F3"], ["Q3"]])
    checked.change("Q3", "query Q3Query { me { id ...F3 } }")
    #expect(checked.run(edited: "Q3").batches == [["Q3"]])
  }

  @Test func `a new name checks what uses the old or the new one`() {
    var checked = Checked()
    _ = checked.run()
    checked.change("F3", "fragment F4 on User { id }")
    let renamed = checked.run(edited: "F3")
    // The other fragment of this name, in which the error is, and the queries of both.
    #expect(renamed.batches == [["F3", "F4"], ["F4", "Q3", "Q4"]])
    #expect(renamed.messages.contains { $0.contains("'F3'") })
    checked.change("F3", "fragment G on User { id }")
    #expect(checked.run(edited: "F3").batches == [["F3", "F4"], ["F4", "Q3", "Q4"]])
    // A name that nobody uses: only the query with the unknown one, which might be meant.
    checked.change("Q9", "query NineQuery { me { ...F9 } }")
    #expect(checked.run(edited: "Q9").batches == [["Q9"], ["Q3"]])
  }

  @Test func `text that cannot be parsed checks what spreads its fragments`() {
    var checked = Checked()
    _ = checked.run()
    checked.change("F3", "fragment F3 on User { id ")
    #expect(checked.run(edited: "F3").batches == [["F3"], ["Q3"]])
    checked.change("F3", "fragment F3 on User { id }")
    let repaired = checked.run(edited: "F3")
    #expect(repaired.batches == [["F3"], ["Q3"]])
    #expect(repaired.messages == [])
  }

  @Test func `what contradicts only where it is put together is found there, and goes with it`() {
    var checked = Checked()
    _ = checked.run()
    checked.change("F1", "fragment F1 on User { a: id }")
    checked.change("F2", "fragment F2 on User { a: name }")
    #expect(checked.run(edited: "F2").messages == [])
    checked.change("Q1", "query Q1Query { me { ...F1 ...F2 } }")
    let found = checked.run(edited: "Q1")
    #expect(!found.messages.isEmpty)
    checked.change("Q1", "query Q1Query { me { ...F1 } }")
    // The file in which the error was is reported again, without it.
    let repaired = checked.run(edited: "Q1")
    #expect(repaired.batches.first == found.batches.first)
    #expect(repaired.messages == [])
  }

  @Test func `a check that was cancelled goes on where it stopped`() {
    var checked = Checked()
    let cancelled = checked.run(edited: "Q7", checksUntilCancelled: 0)
    #expect(cancelled.batches == [["Q7"]])
    let rest = checked.run()
    #expect(!rest.batches.contains { $0.contains("Q8") && $0.contains("Q7") })
    #expect(rest.batches.reduce(into: Set()) { $0.formUnion($1) }.isSuperset(of: ["F0", "Q49"]))
  }

  /// Projects that are checked one after the other: what each finds, and which have a schema of their own.
  private func checked(_ projects: [(config: String, files: [String: String])]) -> [(messages: [String], hasOwnSchema: Bool)] {
    var revision = 0
    var shared: SharedSchema?
    var known: Set<UnsafeRawPointer?> = []
    // What is gone would leave its address to another.
    var kept: [Schema] = []
    return projects.map { config, files in
      let configuration = ProjectConfiguration(path: "/p/relay.config.json", bytes: Array(config.utf8))
      let texts = files.map { GraphQLText(path: "/p/\($0)", role: $0.hasPrefix("schema") ? .schema : .document, bytes: Array($1.utf8)) }
      let project = Project(configuration: configuration, texts: texts, revision: &revision)
      var check = ProjectCheck()
      var (messages, isNew): ([String], Bool) = ([], false)
      check.check(
        project, edited: nil, sharing: &shared, isCancelled: { false },
        onSchema: { schema, _, _ in
          kept.append(schema)
          isNew = unsafe schema.types.withUnsafeBytes { known.insert($0.baseAddress).inserted }
        },
        onResult: { result in
          for (index, problems) in result.diagnostics.sorted(by: { $0.key < $1.key }) {
            for problem in problems {
              let notes = problem.notes.map { note in
                let text = project.texts[note.location.text]
                return " (\(text.path.dropFirst(3)): \(text.text(note.location.range)))"
              }
              messages.append("\(project.texts[index].path.dropFirst(3)): \(problem.message)\(notes.joined())")
            }
          }
        })
      return (messages, isNew)
    }
  }

  @Test func `modules with the same schema share it, and others have their own`() {
    let schema = "type Query { me: User } type User { id: ID! name(a: Int!): String } type User { id: ID! }"
    let config = #"{"schema": "./schema.graphql"}"#
    let projects = [
      (config, ["schema.graphql": schema, "A.graphql": "query AQuery { me { name } }"]),
      (config, ["schema.graphql": schema, "0.graphql": "fragment F on User { id }", "B.graphql": "query BQuery { me { name x } }"]),
      (config, ["schema.graphql": schema + " type More { id: ID! }", "C.graphql": "query CQuery { me { id } }"]),
      (#"{"schema": "./schema.graphql", "requireCustomScalarTypes": true}"#, ["schema.graphql": schema]),
    ]
    let together = checked(projects)
    #expect(together.map(\.hasOwnSchema) == [true, false, true, true])
    for (project, result) in zip(projects, together) { #expect(checked([project])[0].messages == result.messages) }
    #expect(!together[1].messages.isEmpty)
  }
}
