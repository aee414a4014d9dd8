// The few symbols of Xcode's module XcodeProjectPlugin that the plugin uses, with their documented signatures. It exists only inside
// Xcode; `.ci/run` type-checks Plugins/RelayCodegenPlugin/RelayCodegenPlugin+Xcode.swift against this.
public import Foundation
public import PackagePlugin

public protocol XcodeBuildToolPlugin: BuildToolPlugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}

public struct XcodePluginContext {
  public let xcodeProject: XcodeProject
  public let pluginWorkDirectoryURL: URL
  public func tool(named name: String) throws -> PluginContext.Tool { throw CocoaError(.featureUnsupported) }
}

public struct XcodeProject {
  public let directoryURL: URL
}

public struct XcodeTarget: Identifiable {
  public let id: String
  public let displayName: String
  public let product: XcodeProduct?
  public let dependencies: [XcodeTargetDependency]
  public let inputFiles: FileList
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
