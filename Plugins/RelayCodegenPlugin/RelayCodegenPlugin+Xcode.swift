#if canImport(XcodeProjectPlugin)
  import Foundation
  import PackagePlugin
  import XcodeProjectPlugin

  /// The same for a target of an Xcode project. Its documents must be members of the target.
  extension RelayCodegenPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let project = context.xcodeProject.directoryURL
      let inputs = CodegenInputs(
        module: SourceModule(target, project: project),
        dependencies: target.recursiveDependencies(in: project),
        configurationLimit: project,
        workDirectory: context.pluginWorkDirectoryURL)
      return try inputs.commands(tool: context.tool(named: CodegenInputs.toolName).url, isInXcode: true)
    }
  }

  extension SourceModule {
    /// A target of a project has no directory of its own. Its files are named relative to the deepest folder that contains all of its
    /// GraphQL, so that a configuration next to them is found before the project's.
    init(_ target: XcodeTarget, project: URL) {
      let files = target.inputFiles.map(\.url)
      self.init(
        name: Self.moduleName(target.product?.name ?? target.displayName),
        kind: Self.kind(target.product?.kind),
        directory: Self.commonDirectory(of: files.filter(\.isGraphQL), within: project),
        files: files)
    }

    private static func kind(_ product: XcodeProductKind?) -> Kind {
      switch product {
      case .application, .executable: .executable
      case .other(let identifier) where identifier.hasSuffix("-test") || identifier.hasSuffix("testing"): .test
      // An extension of an app, for example.
      case .other(let identifier) where identifier.contains("extension"): .executable
      default: .library
      }
    }

    /// Xcode's default for `PRODUCT_MODULE_NAME`: characters that a C99 identifier cannot contain become `_`.
    private static func moduleName(_ product: String) -> String {
      var name = ""
      for scalar in product.unicodeScalars {
        name.unicodeScalars.append(CharacterSet.alphanumerics.contains(scalar) ? scalar : "_")
      }
      if let first = name.unicodeScalars.first, CharacterSet.decimalDigits.contains(first) { name = "_" + name }
      return name
    }
  }

  extension XcodeTarget {
    /// The modules that this target can use, each once: targets of the project, and those of the packages whose products it links.
    fileprivate func recursiveDependencies(in project: URL) -> [SourceModule] {
      var modules: [SourceModule] = []
      var seen: Set<XcodeTarget.ID> = [id]
      var pending: [XcodeTarget] = [self]
      while let target = pending.popLast() {
        for dependency in target.dependencies {
          switch dependency {
          case .target(let target):
            guard seen.insert(target.id).inserted else { continue }
            modules.append(SourceModule(target, project: project))
            pending.append(target)
          case .product(let product):
            modules += product.targets.flatMap { [$0] + $0.recursiveTargetDependencies }
              .compactMap { $0 as? any SourceModuleTarget }
              // Generated code does not compile without the runtime, so other modules have no GraphQL.
              .filter { $0.recursiveTargetDependencies.contains { $0.name == CodegenInputs.runtimeName } }
              .map { SourceModule($0) }
          @unknown default: continue
          }
        }
      }
      var names: Set<String> = []
      return modules.filter { names.insert($0.name).inserted }
    }
  }
#endif
