import Foundation

/// The files of a module's schema, and which module parses them for all modules that have the same ones.
///
/// It is one that depends on none of the others: all can wait for its command, also those that do not depend on it. Of several such modules
/// in a package, it is the one with the fewest dependencies, or else the first by name. All modules of a package have to make the same
/// choice, because each of them is planned alone.
struct SharedSchema {
  enum Owner {
    /// The module parses its schema itself.
    case itself
    /// Another one does: the plugin's folder for that one.
    case other(URL)
  }

  /// The files of the schema: those that a configuration names or, without one, documents with type definitions.
  let files: [String]
  /// The documents among them, if no configuration names a schema.
  let documents: [String]
  /// nil if there is no schema.
  var owner: Owner?

  /// - Parameters:
  ///   - dependencies: The modules that `module` can use.
  ///   - others: The modules of all packages.
  init(of module: BuildModule, dependencies: [BuildModule], others: () -> [BuildModule]) {
    (files, documents) = Self.files(of: module, dependencies)
    if files.isEmpty {
      owner = nil
      return
    }
    // Documents belong to one module, and whoever else has them as a schema depends on it.
    let (files, hasDocuments) = (files, !documents.isEmpty)
    let candidates = hasDocuments ? dependencies : others()
    let sharing = candidates.filter { other in
      Self.files(of: other, candidates.filter { other.below.contains($0.name) }, withDocuments: hasDocuments).files == files
    }
    let first = Self.first(of: sharing.sorted { ($0.below.count, $0.name) < ($1.below.count, $1.name) }, for: module)
    owner = .itself
    if let first, first.name != module.name, let folder = first.workDirectory { owner = .other(folder) }
  }

  private static func files(
    of module: BuildModule, _ dependencies: @autoclosure () -> [BuildModule], withDocuments: Bool = true
  ) -> (files: [String], documents: [String]) {
    let own = module.configuration?.schemaFiles ?? []
    let choice = SchemaChoice(isNamed: module.configuration?.namesSchema == true, below: dependencies().schemaConfigurations) {
      withDocuments && !module.typeDefinitions.isEmpty
    }
    switch choice {
    case .named: return (own, [])
    case .below(let below): return ((below.configuration.schemaFiles + own).sorted(), [])
    case .ambiguous: return ([], [])
    case .documents:
      guard withDocuments else { return ([], []) }
      var documents = module.typeDefinitions
      if documents.isEmpty { documents = dependencies().sorted { $0.name < $1.name }.flatMap(\.typeDefinitions) }
      return (documents.isEmpty ? [] : documents + own, documents)
    }
  }

  /// The module that parses the schema.
  ///
  /// - Parameter sharing: Those that share it, beginning with the one that has the fewest modules below it.
  private static func first(of sharing: [BuildModule], for module: BuildModule) -> BuildModule? {
    // None of the others can be below the first.
    if sharing.allSatisfy({ $0.package == module.package }) { return sharing.first(where: \.seemsToHavePlugin) }
    let candidates = sharing.filter(\.seemsToHavePlugin)
    let names = Set(candidates.map(\.name))
    let lowest = candidates.filter { $0.below.isDisjoint(with: names) }
    let package = lowest.filter { module.below.contains($0.name) }.min { $0.name < $1.name }?.package ?? module.package
    return lowest.first { $0.package == package }
  }
}
