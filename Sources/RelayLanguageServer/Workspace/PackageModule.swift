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

/// Which configuration's fragments another one can spread. Until the package manager has said which modules there are, which takes it
/// seconds, any other configuration may be one of a module below.
extension LanguageServer {
  /// The configurations with those imports that their modules have.
  func withKnownImports(_ configurations: [ProjectConfiguration]) -> [ProjectConfiguration] {
    guard configurations.count > 1 else { return configurations }
    configurations.compactMap { packageFolder(of: $0.folder) }.forEach(describe)
    var owned: [String: [PackageModule]] = [:]
    for module in packages.values.flatMap(\.self) {
      let around = configurations.filter { $0.folder == module.root || FilePath.relative(module.root, to: $0.folder) != nil }
      guard let owner = around.max(by: { $0.folder.utf8.count < $1.folder.utf8.count }) else { continue }
      owned[owner.key, default: []].append(module)
    }
    return configurations.map { configuration in
      guard let own = owned[configuration.key] else { return configuration }
      let below = Set(own.flatMap(\.below))
      var result = configuration
      result.imports = configuration.imports.compactMap { other in
        guard let modules = owned[other.configuration.key] else { return other }
        return modules.first { below.contains($0.name) }.map { ($0.name, other.configuration) }
      }
      return result
    }
  }

  private func packageFolder(of folder: String) -> String? {
    var folder = folder
    while FileSystem.kind(FilePath.file("Package.swift", in: folder)) != .file {
      guard folder != "/" else { return nil }
      folder = FilePath.directory(of: folder)
    }
    return folder
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
    if !modules.isEmpty { load() }
  }
}
