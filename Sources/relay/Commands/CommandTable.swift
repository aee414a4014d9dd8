/// Every command, in the order of the help.
enum CommandTable {
  static let all: [any Command] =
    [
      Check(),
      Lint(),
      Fix(),
      Format(),
      Init(),
      FetchSchema(),
      Migrate(),
      Persist(),
      Report(),
      Explain(),
      LanguageServerCommand(),
      AgentServerCommand(),
      Generate(),
      Completions(),
    ]
}
