import Foundation
import PackagePlugin

/// The targets of all packages of a build that can have GraphQL. Generated code does not compile without the runtime, so a module that does
/// not depend on it has none.
struct Packages {
  private let folders: WorkFolders?
  private var packages: [Target.ID: Package.ID] = [:]
  private var targets: [any SourceModuleTarget] = []
  private var below: [Target.ID: [any SourceModuleTarget]] = [:]

  /// - Parameter target: the one for which commands are made.
  init(_ context: PluginContext, target: any SourceModuleTarget) {
    folders = WorkFolders(context.pluginWorkDirectoryURL, package: context.package.id, target: target.name)
    var seen: Set<Package.ID> = []
    var pending = [context.package]
    while let package = pending.popLast() {
      guard seen.insert(package.id).inserted else { continue }
      for target in package.targets {
        packages[target.id] = package.id
        if let target = target as? any SourceModuleTarget { targets.append(target) }
      }
      pending += package.dependencies.map(\.package)
    }
  }

  func module(_ target: any SourceModuleTarget) -> SourceModule {
    var module = SourceModule(target)
    module.package = packages[target.id] ?? ""
    return module
  }

  /// The modules that can be imported in a target.
  mutating func dependencies(of target: any SourceModuleTarget) -> [SourceModule] {
    targetsBelow(target).compactMap { other in
      let below = moduleNames(below: other)
      guard below.contains(CodegenInputs.runtimeName) else { return nil }
      var module = module(other)
      module.below = below
      if !module.isCheckedIn, let folders, let package = packages[other.id] {
        module.workDirectory = folders.folder(of: other.name, in: package)
      }
      return module
    }
  }

  /// The modules of all packages, if their folders are known.
  mutating func neighbors() -> [Neighbor] {
    guard let folders else { return [] }
    return targets.compactMap { target in
      let below = moduleNames(below: target)
      guard below.contains(CodegenInputs.runtimeName), let package = packages[target.id] else { return nil }
      return Neighbor(
        name: target.moduleName, kind: SourceModule.Kind(target.kind), directory: target.directoryURL, package: package, below: below,
        workDirectory: folders.folder(of: target.name, in: package), files: { target.sourceFiles.map(\.url) })
    }
  }

  mutating func moduleNames(below target: any SourceModuleTarget) -> Set<String> { Set(targetsBelow(target).map(\.moduleName)) }

  private mutating func targetsBelow(_ target: any Target) -> [any SourceModuleTarget] {
    if let known = below[target.id] { return known }
    var found: [any SourceModuleTarget] = []
    var seen: Set<Target.ID> = [target.id]
    for dependency in target.dependencies {
      let direct: [any Target] =
        switch dependency {
        case .target(let target): [target]
        case .product(let product): product.targets
        @unknown default: []
        }
      for other in direct {
        if let module = other as? any SourceModuleTarget, seen.insert(other.id).inserted { found.append(module) }
        for next in targetsBelow(other) where seen.insert(next.id).inserted { found.append(next) }
      }
    }
    below[target.id] = found
    return found
  }
}
