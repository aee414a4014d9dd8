/// A module of a package, as the package manager describes it.
package struct PackageModule: Sendable {
  package var name: String
  /// The folder of its sources.
  package var root: String
  /// The names of the modules that it can import.
  package var below: [String]

  package init(name: String, root: String, below: [String]) {
    (self.name, self.root, self.below) = (name, root, below)
  }
}

extension PackageModule {
  /// The projects of configurations: one for each, or one for each module with GraphQL where a configuration has several, as a build compiles
  /// them. Each knows the fragments of the modules below. Where nothing is known about modules, any other project may be one below.
  ///
  /// - Parameter hasGraphQL: whether there is GraphQL in a folder.
  static func projects(
    of configurations: [ProjectConfiguration], _ modules: [PackageModule], hasGraphQL: (String) -> Bool
  ) -> [ProjectConfiguration] {
    var owned: [String: [PackageModule]] = [:]
    for module in modules {
      let around = configurations.filter { $0.folder == module.root || FilePath.relative(module.root, to: $0.folder) != nil }
      guard let owner = around.max(by: { $0.folder.utf8.count < $1.folder.utf8.count }) else { continue }
      owned[owner.key, default: []].append(module)
    }
    var parts: [(configuration: ProjectConfiguration, modules: [PackageModule], isKnown: Bool)] = []
    for var configuration in configurations {
      configuration.imports = []
      let all = owned[configuration.key] ?? []
      let separate = all.count > 1 ? all.filter { hasGraphQL($0.root) } : []
      guard separate.count > 1 else {
        parts.append((configuration, all, !all.isEmpty))
        continue
      }
      for module in separate {
        var part = configuration
        part.module = module
        part.nested += all.map(\.root).filter { FilePath.relative($0, to: module.root) != nil }
        parts.append((part, [module], true))
      }
      // What is in no module is in no build, and is answered all the same.
      configuration.nested += separate.map(\.root)
      parts.append((configuration, all.filter { module in !separate.contains { $0.root == module.root } }, true))
    }
    return parts.map { part in
      let below = Set(part.modules.flatMap(\.below))
      var result = part.configuration
      result.imports = parts.filter { $0.configuration.key != result.key }.compactMap { other in
        if part.modules.isEmpty || !other.isKnown {
          return (other.configuration.module?.name ?? FilePath.name(of: other.configuration.folder), other.configuration)
        }
        return other.modules.first { below.contains($0.name) }.map { ($0.name, other.configuration) }
      }
      return result
    }
  }

  /// The folder of the package that a folder is in.
  static func packageFolder(of folder: String) -> String? {
    var folder = folder
    while FileSystem.kind(FilePath.file("Package.swift", in: folder)) != .file {
      guard folder != "/" else { return nil }
      folder = FilePath.directory(of: folder)
    }
    return folder
  }
}

extension Project {
  /// Whether a folder has GraphQL of the project's own.
  func hasGraphQL(in folder: String) -> Bool {
    texts.contains {
      $0.role == .document && $0.importedFrom == nil && !$0.outline.nodes.isEmpty && FilePath.relative($0.path, to: folder) != nil
    }
  }
}

/// The package manager says which modules there are. It takes seconds, and until then each configuration is one project.
extension LanguageServer {
  func withKnownModules(_ configurations: [ProjectConfiguration]) -> [ProjectConfiguration] {
    Set(configurations.compactMap { PackageModule.packageFolder(of: $0.folder) }).forEach(describe)
    let modules = packages.values.flatMap(\.self)
    if modules.isEmpty { return configurations }
    return PackageModule.projects(of: configurations, modules) { folder in projects.values.contains { $0.hasGraphQL(in: folder) } }
  }

  private func describe(_ folder: String) {
    guard let describePackage = tools.describePackage, packages[folder] == nil, describing.insert(folder).inserted else { return }
    ServerThread.start { [inbox] in
      let modules = describePackage(folder)
      inbox.add(.event { $0.receive(modules, of: folder) })
    }
  }

  private func receive(_ modules: [PackageModule], of folder: String) {
    describing.remove(folder)
    packages[folder] = modules
    // One module with one configuration is what has been loaded.
    if modules.count > 1 || packages.count > 1 { load() }
  }
}
