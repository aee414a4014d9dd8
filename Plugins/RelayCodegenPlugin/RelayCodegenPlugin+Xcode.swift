#if canImport(XcodeProjectPlugin)
  import Foundation
  import PackagePlugin
  import XcodeProjectPlugin

  /// The same for a target of an Xcode project. Its documents must be members of the target.
  extension RelayCodegenPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let project = context.xcodeProject.directoryURL
      let contents = FileContents(configurationsUpTo: project)
      let inputs = CodegenInputs(
        module: BuildModule(target, project: project, contents: contents),
        dependencies: target.recursiveDependencies(in: project, contents), workDirectory: context.pluginWorkDirectoryURL)
      return try inputs.commands(tool: context.tool(named: CodegenInputs.toolName).url, isInXcode: true)
    }
  }

  extension BuildModule {
    /// A target of a project has no folder of its own. Its files are named relative to the deepest folder that contains all of its GraphQL,
    /// so that a configuration next to them is found before the project's.
    fileprivate convenience init(_ target: XcodeTarget, project: URL, contents: FileContents) {
      let files = target.inputFiles.map(\.url.path)
      self.init(
        name: Self.moduleName(target.product?.name ?? target.displayName), kind: Self.kind(target.product?.kind),
        root: Self.commonFolder(of: files.filter(OutputName.isDocument), within: project.path), contents: contents, paths: { files })
    }

    /// The deepest folder that contains all of `files`; `root` if there are none, or if one is outside of it.
    private static func commonFolder(of files: [String], within root: String) -> String {
      let (files, root) = (files.map(FilePath.standard), FilePath.standard(root))
      guard var common = files.first.map({ FilePath.directory(of: $0) }) else { return root }
      for file in files {
        while FilePath.relative(file, to: common) == nil { common = FilePath.directory(of: common) }
      }
      return FilePath.relative(common, to: root) == nil ? root : common
    }

    private static func kind(_ product: XcodeProductKind?) -> Module.Kind {
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
    fileprivate func recursiveDependencies(in project: URL, _ contents: FileContents) -> [BuildModule] {
      var modules: [BuildModule] = []
      var seen: Set<XcodeTarget.ID> = [id]
      var pending: [XcodeTarget] = [self]
      while let target = pending.popLast() {
        for dependency in target.dependencies {
          switch dependency {
          case .target(let target):
            guard seen.insert(target.id).inserted else { continue }
            modules.append(BuildModule(target, project: project, contents: contents))
            pending.append(target)
          case .product(let product):
            modules += product.targets.flatMap { [$0] + $0.recursiveTargetDependencies }
              .compactMap { $0 as? any SourceModuleTarget }
              // Generated code does not compile without the runtime, so other modules have no GraphQL.
              .filter { $0.recursiveTargetDependencies.contains { $0.name == CodegenInputs.runtimeName } }
              .map { BuildModule($0, contents: contents) }
          @unknown default: continue
          }
        }
      }
      var names: Set<String> = []
      return modules.filter { names.insert($0.name).inserted }
    }
  }
#endif
