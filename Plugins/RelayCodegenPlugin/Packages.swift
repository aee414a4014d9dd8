import Foundation
import PackagePlugin

/// The targets of all packages of a build that can have GraphQL. Generated code does not compile without the runtime, so a module that does
/// not depend on it has none.
struct Packages {
  private let folders: WorkFolders?
  private let contents = FileContents()
  private var packages: [Target.ID: Package.ID] = [:]
  private var targets: [any SourceModuleTarget] = []
  private var below: [Target.ID: [any SourceModuleTarget]] = [:]
  private var modules: [Target.ID: BuildModule] = [:]
  /// The name of the package that has the runtime.
  private(set) var runtimePackage = "relay-swift"

  /// - Parameter target: the one for which commands are made.
  init(_ context: PluginContext, target: any SourceModuleTarget) {
    folders = WorkFolders(context.pluginWorkDirectoryURL, package: context.package.id, target: target.name)
    var seen: Set<Package.ID> = []
    var pending = [context.package]
    while let package = pending.popLast() {
      guard seen.insert(package.id).inserted else { continue }
      for target in package.targets {
        packages[target.id] = package.id
        if target.name == CodegenInputs.runtimeName { runtimePackage = package.displayName }
        if let target = target as? any SourceModuleTarget { targets.append(target) }
      }
      pending += package.dependencies.map(\.package)
    }
  }

  mutating func module(_ target: any SourceModuleTarget) -> BuildModule {
    if let known = modules[target.id] { return known }
    let package = packages[target.id]
    let module = BuildModule(
      target, package: package ?? "", below: Set(targetsBelow(target).map(\.moduleName)),
      folder: package.flatMap { folders?.folder(of: target.name, in: $0) }, contents: contents)
    modules[target.id] = module
    return module
  }

  /// The modules that can be imported in a target.
  mutating func dependencies(of target: any SourceModuleTarget) -> [BuildModule] { modulesWithRuntime(targetsBelow(target)) }

  /// The modules of all packages, if their folders are known.
  mutating func all() -> [BuildModule] { folders == nil ? [] : modulesWithRuntime(targets) }

  private mutating func modulesWithRuntime(_ targets: [any SourceModuleTarget]) -> [BuildModule] {
    targets.map { module($0) }.filter { $0.below.contains(CodegenInputs.runtimeName) }
  }

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
