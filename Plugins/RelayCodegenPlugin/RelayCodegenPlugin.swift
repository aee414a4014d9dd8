import Foundation
import PackagePlugin

/// Generates typed Swift from a target's GraphQL documents during the build.
///
/// The plugin only determines which files are inputs and outputs. It runs once for each target, before anything is compiled. The tool
/// `relay-compiler-swift` reads the files and reports errors in them, with line and column.
@main
struct RelayCodegenPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let module = target as? any SourceModuleTarget else { return [] }
    let inputs = CodegenInputs(
      module: SourceModule(module),
      dependencies: SourceModule.dependencies(module.recursiveTargetDependencies),
      workDirectory: context.pluginWorkDirectoryURL)
    return [try inputs.command(tool: context.tool(named: CodegenInputs.toolName).url)]
  }
}

extension SourceModule {
  init(_ target: any SourceModuleTarget) {
    let kind: Kind =
      switch target.kind {
      case .test: .test
      case .executable, .snippet: .executable
      default: .library
      }
    self.init(name: target.moduleName, kind: kind, directory: target.directoryURL, files: target.sourceFiles.map(\.url))
  }

  /// The targets that can share GraphQL. Generated code does not compile without the runtime, so a module that does not depend on it has
  /// none.
  static func dependencies(_ targets: [any Target]) -> [SourceModule] {
    targets.compactMap { $0 as? any SourceModuleTarget }
      .filter { $0.recursiveTargetDependencies.contains { $0.name == CodegenInputs.runtimeName } }
      .map { SourceModule($0) }
  }
}
