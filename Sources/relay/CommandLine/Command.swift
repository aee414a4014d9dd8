/// A command of the tool. Each has its own file in `Commands/`; `CommandTable` lists them.
protocol Command: Sendable {
  /// As it is typed.
  var name: String { get }
  /// What it does, in one sentence.
  var summary: String { get }
  /// What stands behind the options in the usage line, such as `[INPUT…]`; nil if the command takes nothing but options.
  var inputs: String? { get }
  /// Paragraphs for its help, without a line break at the end; empty if the summary says it all.
  var details: String { get }
  var options: [Option] { get }
  /// Whether `Invocation.arguments` are not parsed, because the command has a parser of its own.
  var readsArgumentsItself: Bool { get }

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus
}

extension Command {
  var inputs: String? { nil }
  var details: String { "" }
  var readsArgumentsItself: Bool { false }
}

/// What a process says by its status.
enum ExitStatus: Int32 {
  case success = 0
  /// The command ran and found something: an error in a document, a change that breaks, a lint finding.
  case findings = 1
  /// The command line is wrong.
  case usage = 2
  /// A file, a server or the system did not do its part.
  case environment = 3
}

/// Why a command could not run. It becomes one line, `error: …`.
struct CommandError: Error {
  var status: ExitStatus
  var message: String

  static func usage(_ message: String) -> CommandError { CommandError(status: .usage, message: message) }
  static func environment(_ message: String) -> CommandError { CommandError(status: .environment, message: message) }
  static func unreadable(_ error: FileSystemError) -> CommandError { .environment("cannot read '\(error.path)': \(error.reason)") }
  static func findings(_ message: String) -> CommandError { CommandError(status: .findings, message: message) }
}
