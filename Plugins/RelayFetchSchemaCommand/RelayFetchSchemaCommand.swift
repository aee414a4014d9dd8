import Foundation
import PackagePlugin

/// `swift package relay-fetch-schema`: the commands that ask a server and write what it answers, `fetch-schema` and `init`.
@main
struct RelayFetchSchemaCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try RelayTool(url: context.tool(named: RelayTool.name).url).run(Self.command(RelayTool.arguments(arguments)))
  }

  /// Without the name of a command, the arguments are those of `fetch-schema`.
  private static func command(_ arguments: [String]) -> [String] {
    arguments.first == "init" || arguments.first == "fetch-schema" ? arguments : ["fetch-schema"] + arguments
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension RelayFetchSchemaCommand: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      let arguments = RelayTool.arguments(ofXcode: arguments)
      try RelayTool(url: context.tool(named: RelayTool.name).url).run(Self.command(arguments))
    }
  }
#endif
