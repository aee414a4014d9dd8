// The few symbols of Xcode's module XcodeProjectPlugin that the plugin uses, with their documented signatures. It exists only inside
// Xcode; `.ci/run` type-checks Plugins/RelayCodegenPlugin/RelayCodegenPlugin+Xcode.swift against this. With `RELAY_RUNS_XCODE_ENTRY_POINT`,
// `run-xcode-entry-point` makes values of these types and runs the entry point.
public import Foundation
public import PackagePlugin

public protocol XcodeBuildToolPlugin: BuildToolPlugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}

public protocol XcodeCommandPlugin: CommandPlugin {
  func performCommand(context: XcodePluginContext, arguments: [String]) throws
}

public struct XcodePluginContext {
  public let xcodeProject: XcodeProject
  public let pluginWorkDirectoryURL: URL
  #if RELAY_RUNS_XCODE_ENTRY_POINT
    public let toolURL: URL
    public func tool(named name: String) throws -> (name: String, url: URL) { (name, toolURL) }

    public init(project: URL, workDirectory: URL, tool: URL) {
      (xcodeProject, pluginWorkDirectoryURL, toolURL) = (XcodeProject(directoryURL: project), workDirectory, tool)
    }
  #else
    public func tool(named name: String) throws -> PluginContext.Tool { throw CocoaError(.featureUnsupported) }
  #endif
}

public struct XcodeProject {
  public let directoryURL: URL
}

public struct XcodeTarget: Identifiable {
  public let id: String
  public let displayName: String
  public let product: XcodeProduct?
  public let dependencies: [XcodeTargetDependency]
  #if RELAY_RUNS_XCODE_ENTRY_POINT
    // Nobody else can make the types of PackagePlugin.
    public let inputFiles: [(url: URL, isFolder: Bool)]

    public init(name: String, product: XcodeProductKind, dependencies: [XcodeTarget], files: [URL]) {
      (id, displayName, self.product) = (name, name, XcodeProduct(name: name, kind: product))
      self.dependencies = dependencies.map { .target($0) }
      inputFiles = files.map { ($0, false) }
    }
  #else
    public let inputFiles: FileList
  #endif
}

public struct XcodeProduct {
  public let name: String
  public let kind: XcodeProductKind
}

public enum XcodeProductKind {
  case application
  case executable
  case framework
  case library
  case other(String)
}

public enum XcodeTargetDependency {
  case target(XcodeTarget)
  case product(any Product)
}
