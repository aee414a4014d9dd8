import Foundation
import PackagePlugin

/// `swift package relay-fix`: applies fixes to the documents, or runs another command that writes to the package.
@main
struct RelayFixCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try RelayTool(url: context.tool(named: RelayTool.name).url).run(Self.command(RelayTool.arguments(arguments)))
  }

  private static let commands: Set<String> = ["fix", "format", "generate", "migrate", "persist", "report", "help"]

  /// Without the name of a command, the arguments are those of `fix`.
  private static func command(_ arguments: [String]) -> [String] {
    arguments.first.map(commands.contains) == true ? arguments : ["fix"] + arguments
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension RelayFixCommand: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      let arguments = RelayTool.arguments(ofXcode: arguments)
      try RelayTool(url: context.tool(named: RelayTool.name).url).run(Self.command(arguments))
    }
  }
#endif
