import PackagePlugin

/// Generates typed Swift from a target's GraphQL documents during the build.
@main
struct RelayCodegenPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] { [] }
}
