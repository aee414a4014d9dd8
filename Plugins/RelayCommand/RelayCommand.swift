import Foundation
import PackagePlugin

/// `swift package relay COMMAND`: the commands that write nothing and need no network, and so no permission.
@main
struct RelayCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try perform(RelayTool(url: context.tool(named: RelayTool.name).url), RelayTool.arguments(arguments))
  }

  private func perform(_ tool: RelayTool, _ arguments: [String]) throws {
    try tool.run(try Self.checked(arguments))
  }

  private static let commands: Set<String> = ["check", "lint", "report", "explain", "completions", "help"]
  /// Options with which a command that writes only says what it would write.
  private static let dryRuns: Set<String> = ["--check", "--dry-run"]

  private static func checked(_ arguments: [String]) throws -> [String] {
    guard let command = arguments.first, !command.hasPrefix("-"), !commands.contains(command), dryRuns.isDisjoint(with: arguments) else {
      return arguments
    }
    throw Refusal(command: command)
  }

  private struct Refusal: Error, CustomStringConvertible {
    let command: String
    var description: String {
      let other = command == "fetch-schema" || command == "init" ? "relay-fetch-schema" : "relay-fix \(command)"
      return "'relay \(command)' writes files, which this plugin has no permission for: use 'swift package \(other)'"
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension RelayCommand: XcodeCommandPlugin {
    /// From the menu of a project; without arguments, its documents are checked.
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      let arguments = RelayTool.arguments(ofXcode: arguments)
      try perform(RelayTool(url: context.tool(named: RelayTool.name).url), arguments.isEmpty ? ["check"] : arguments)
    }
  }
#endif
