import Testing

@testable import relay

/// What all commands have in common: parsing, help, exit statuses, colors.
@Suite struct CommandLineFrameTests {
  /// A command with an option of each kind.
  private struct Example: Command {
    static let level = Option.value("--level", "LEVEL", choices: ["error", "warning"], "Sets the level.")
    static let path = Option.value("--path", "FILE", repeatable: true, "Adds a file.")

    let name = "example"
    let summary = "Does nothing."
    let inputs: String? = "[INPUT…]"
    let options = [level, path, Option.json]
    func run(_ invocation: Invocation) -> relay.ExitStatus { .success }
  }

  @Test func valuesStandBehindOptionsOrEqualsSigns() throws {
    let values = try #require(
      try OptionValues(["--path", "a", "in", "--path=b=c", "--json", "--level=error", "--", "--json"], of: Example()))
    #expect(values.values(Example.path) == ["a", "b=c"])
    #expect(values.value(Example.level) == "error")
    #expect(values.has(.json))
    #expect(values.inputs == ["in", "--json"])
  }

  @Test(arguments: [
    (["--paht", "a"], "unknown option '--paht'. Did you mean '--path'?"),
    (["--zzzzzzzz"], "unknown option '--zzzzzzzz'; 'relay example --help' lists them"),
    (["--path"], "'--path' needs a value"),
    (["--json=yes"], "'--json' takes no value"),
    (["--level", "eror"], "'--level' must be 'error' or 'warning', not 'eror'. Did you mean 'error'?"),
    (["--level", "error", "--level", "error"], "'--level' occurs twice"),
    ([""], "an argument is an empty string"),
  ])
  func mistakesAreExplained(arguments: [String], message: String) {
    let error = #expect(throws: CommandError.self) { try OptionValues(arguments, of: Example()) }
    #expect(error?.message == message)
    #expect(error?.status == .usage)
  }

  @Test func unknownCommandsGetSuggestions() {
    let run = Run("generat")
    #expect(run.status == .usage)
    #expect(run.errors == "error: unknown command 'generat'. Did you mean 'generate'?\n")
  }

  @Test func helpNamesEveryCommandAndOption() {
    let help = Run("--help").output
    for command in CommandTable.all {
      #expect(help.contains("\n  \(command.name) "))
      guard !command.readsArgumentsItself else { continue }
      let run = Run(command.name, "--help")
      #expect(run.status == .success)
      #expect(run.output == Run("help", command.name).output)
      for option in command.options { #expect(run.output.contains(option.name)) }
      #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
  }

  @Test func colorsAreForCapableTerminals() {
    #expect(!Run("x").errors.contains("\u{1B}"))
    #expect(Run(["x"], terminals: [.error]).errors.contains("\u{1B}"))
    #expect(!Run(["x"], terminals: [.error], environment: ["TERM": "dumb"]).errors.contains("\u{1B}"))
    #expect(!Run(["x"], terminals: [.error], environment: ["NO_COLOR": "1"]).errors.contains("\u{1B}"))
  }
}
