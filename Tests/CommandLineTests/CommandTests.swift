import Foundation
import TestSupport
import Testing

/// The command line itself.
@Suite("Command line")
struct CommandTests {
  @Test("--help is the same text for every command")
  func helpOfEveryCommand() throws {
    let text = try Tool().run("--help").output
    for arguments in [["help"], ["-h"], ["generate", "--help"], ["collect", "--help"], ["schema", "--help"], []] {
      let run = try Tool().run(arguments)
      #expect(run.status == 0 && run.errors.isEmpty && run.output == text, "\(arguments)")
    }
  }

  @Test("--help says what each option does, and what happens without it")
  func helpOfEveryOption() throws {
    let text = try Tool().run("--help").output
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 140 })
    let start = try #require(lines.firstIndex(of: "OPTIONS"))
    var options: [(name: String, text: String)] = []
    for line in lines[(start + 1)...].prefix(while: { !$0.isEmpty }) {
      let (left, right) = (line.prefix(28).trimmingCharacters(in: .whitespaces), String(line.dropFirst(28)))
      if left.isEmpty { options[options.count - 1].text += "\n" + right } else { options.append((left, right)) }
    }
    #expect(
      options.map(\.name) == [
        "--config FILE", "--schema PATH", "--schema-extension PATH", "--output FOLDER", "--artifacts-json FOLDER", "--package FILE",
        "--persist-command COMMAND", "--check", "--timings", "--diagnostics STYLE", "--threads N", "-h, --help", "--version",
      ])
    for option in options {
      #expect(option.text.wholeMatch(of: /[A-Z][a-z]+s (?s:.*)\./) != nil, "\(option)")
      let takesValue = option.name.contains(/\ [A-Z]+$/)
      #expect(takesValue == option.text.contains("\nDefault: "), "\(option)")
    }
  }

  @Test("--version is one line")
  func versionIsOneLine() throws {
    let run = try Tool().run("--version")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("relay-compiler-swift "))
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test("the version is that of the changelog's newest section")
  func versionIsInTheChangelog() throws {
    let version = try Tool().run("--version").output.dropFirst("relay-compiler-swift ".count).prefix { $0 != "\n" }
    let changelog = try String(contentsOf: Repository.url("CHANGELOG.md"), encoding: .utf8)
    let heading = try #require(changelog.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(heading.hasPrefix("## [\(version)] - "))
    #expect(heading.wholeMatch(of: /## \S+ - (unreleased|\d{4}-\d\d-\d\d)/) != nil, "\(heading)")
  }

  static let mistakes: [([String], String)] = [
    (["compile"], "'compile'"), (["generate", "--outputs", "x"], "'--outputs'"), (["generate", "--output"], "'--output' needs a value"),
    (["generate", "--diagnostics", "pretty"], "'pretty'"), (["generate", "--threads", "0"], "'0'"),
    (["generate", "--threads", "99999999999999999999"], "'99999999999999999999'"),
  ]

  @Test("Errors name the wrong argument", .cases)
  func wrongArgumentsAreNamed() {
    eachCase(of: Self.mistakes) { try wrongArgumentsAreNamed($0.0, $0.1) }
  }

  func wrongArgumentsAreNamed(_ arguments: [String], _ message: String) throws {
    let run = try Tool().run(arguments)
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("error: "))
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("Options accept their value after an equals sign")
  func optionsTakeTheirValueBehindAnEqualsSign() throws {
    let tool = try Tool(Sample.project)
    let run = try tool.run("generate", "--config=relay.config.json", "--output=elsewhere")
    #expect(run.status == 0, "\(run.errors)")
    #expect(tool.files(in: "elsewhere") == Sample.generated)
    #expect(!tool.exists("generated"))
  }

  @Test("--timings shows every stage")
  func timingsShowEveryStage() throws {
    let run = try Tool(Sample.project).run("generate", "--config", "relay.config.json", "--timings")
    #expect(run.status == 0)
    for stage in ["read", "parse", "schema", "validate", "transform", "swift", "write", "total"] {
      #expect(run.errors.contains(stage), "\(run.errors)")
    }
  }

  @Test("An option that is nearly right")
  func mistypedOption() throws {
    let run = try Tool(Sample.project).run("generate", "--shcema", "schema.graphql")
    #expect(run.status == 1 && run.errors == "error: unknown option '--shcema'. Did you mean '--schema'?\n", "\(run.errors)")
    let other = try Tool(Sample.project).run("generate", "--frobnicate")
    #expect(other.errors == "error: unknown option '--frobnicate'; 'relay-compiler-swift --help' lists them\n", "\(other.errors)")
  }

  @Test("A configuration that is not JSON is one error")
  func brokenConfiguration() throws {
    let tool = try Tool(Sample.project)
    try tool.write("{ \"schema\": \"schema.graphql\", // the schema\n \"src\": \"src\" }", "relay.config.json")
    let run = try tool.run("generate", "--config", "relay.config.json", "--diagnostics", "xcode")
    #expect(run.status == 1)
    #expect(
      run.errors.split(separator: "\n").map { $0.replacing(tool.directory.path + "/", with: "") } == [
        "relay.config.json:1:31: error: JSON has no comments. Remove this one [invalid-json]"
      ], "\(run.errors)")
  }
}
