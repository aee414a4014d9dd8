import Foundation
import PackagePlugin

/// Generates typed Swift from a target's GraphQL documents during the build.
///
/// The plugin only determines which files are inputs and outputs. It runs once for each target, before anything is compiled. The tool
/// `relay-compiler-swift` reads the files and reports errors in them, with line and column.
@main
struct RelayCodegenPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    var packages = Packages(context, target: target)
    let module = packages.module(target)
    try module.checkRuntime(target: target.name, package: packages.runtimePackage)
    let inputs = CodegenInputs(
      module: module, dependencies: packages.dependencies(of: target), others: { packages.all() },
      workDirectory: context.pluginWorkDirectoryURL)
    return try inputs.commands(tool: context.tool(named: CodegenInputs.toolName).url, isInXcode: Self.isInXcode)
  }

  /// Whether Xcode runs the plugin for a package. Processes that an app starts inherit the app's name.
  private static var isInXcode: Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["XCODE_VERSION_ACTUAL"] != nil || environment["__CFBundleIdentifier"] == "com.apple.dt.Xcode"
      || environment["XPC_SERVICE_NAME"]?.contains("com.apple.dt.Xcode") == true
  }
}

extension BuildModule {
  convenience init(
    _ target: any SourceModuleTarget, package: String = "", below: Set<String> = [], folder: URL? = nil, contents: FileContents
  ) {
    let kind: Module.Kind =
      switch target.kind {
      case .test: .test
      case .executable, .snippet: .executable
      default: .library
      }
    self.init(
      name: target.moduleName, kind: kind, root: target.directoryURL.path, package: package, below: below, folder: folder,
      contents: contents, paths: { target.sourceFiles.map(\.url.path) })
  }
}
