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
    var packages = Packages(context, target: module)
    let dependencies = packages.dependencies(of: module)
    var own = packages.module(module)
    own.below = packages.moduleNames(below: module)
    let inputs = CodegenInputs(
      module: own, dependencies: dependencies, neighbors: { packages.neighbors() }, workDirectory: context.pluginWorkDirectoryURL)
    return try inputs.commands(tool: context.tool(named: CodegenInputs.toolName).url, isInXcode: Self.isInXcode)
  }

  /// Whether Xcode runs the plugin for a package. Processes that an app starts inherit the app's name.
  private static var isInXcode: Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["XCODE_VERSION_ACTUAL"] != nil || environment["__CFBundleIdentifier"] == "com.apple.dt.Xcode"
      || environment["XPC_SERVICE_NAME"]?.contains("com.apple.dt.Xcode") == true
  }
}

extension SourceModule {
  init(_ target: any SourceModuleTarget) {
    self.init(name: target.moduleName, kind: Kind(target.kind), directory: target.directoryURL, files: target.sourceFiles.map(\.url))
  }
}

extension SourceModule.Kind {
  init(_ kind: ModuleKind) {
    switch kind {
    case .test: self = .test
    case .executable, .snippet: self = .executable
    default: self = .library
    }
  }
}
