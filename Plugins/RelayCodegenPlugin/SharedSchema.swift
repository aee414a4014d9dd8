import Foundation

/// Which module parses the schema for the others that have the same one.
///
/// Of the modules that share a schema, it is one that depends on none of the others: all can wait for its command, also those that do not
/// depend on it. Of several such modules in a package, it is the one with the fewest dependencies, or else the first by name. All modules of
/// a package have to make the same choice, because each of them is planned alone.
struct SharedSchema {
  enum Owner {
    /// The module parses its schema itself.
    case itself
    /// Another one does: the plugin's folder for that one.
    case other(URL)
  }

  /// The files of the schema: those that a configuration names or, without one, documents with type definitions.
  let files: [URL]
  /// The documents among them, if no configuration names a schema.
  let documents: [URL]
  /// nil if there is no schema.
  let owner: Owner?

  /// - Parameters:
  ///   - dependencies: The modules that `module` can use.
  ///   - others: The modules of all packages.
  init(of module: SourceModule, dependencies: [SourceModule], others: () -> [Neighbor], configurations: Configurations) {
    var known = SchemaFiles(configurations)
    let own = known.files(of: module, dependencies: dependencies)
    (files, documents) = own
    if own.files.isEmpty {
      owner = nil
      return
    }
    // Documents belong to one module, so whoever else has them as a schema depends on it.
    let sharing: [Neighbor]
    if own.documents.isEmpty {
      let others = others()
      sharing = others.filter { known.named(by: $0, others) == own.files }
    } else {
      sharing = dependencies.compactMap { other in
        let below = dependencies.filter { other.below.contains($0.name) }
        return known.files(of: other, dependencies: below).files == own.files ? Neighbor(other) : nil
      }
    }
    let first = Self.first(of: sharing.sorted { ($0.below.count, $0.name) < ($1.below.count, $1.name) }, for: module, configurations)
    owner = first.map { $0.name == module.name ? .itself : .other($0.workDirectory) } ?? .itself
  }

  /// The module that parses the schema.
  ///
  /// - Parameter sharing: Those that share it, beginning with the one that has the fewest modules below it.
  private static func first(of sharing: [Neighbor], for module: SourceModule, _ configurations: Configurations) -> Neighbor? {
    // None of the others can be below the first.
    if sharing.allSatisfy({ $0.package == module.package }) { return sharing.first { $0.takesPart(configurations) } }
    let candidates = sharing.filter { $0.takesPart(configurations) }
    let names = Set(candidates.map(\.name))
    let lowest = candidates.filter { $0.below.isDisjoint(with: names) }
    let package = lowest.filter { module.below.contains($0.name) }.min { $0.name < $1.name }?.package ?? module.package
    return lowest.first { $0.package == package }
  }
}

/// Finds the files of schemas.
private struct SchemaFiles {
  private let configurations: Configurations
  private var types: [String: [URL]] = [:]

  init(_ configurations: Configurations) { self.configurations = configurations }

  /// The module's own configuration decides, then its own documents, the one configuration below that names a schema, and the documents
  /// below. `InputLoader` and `SchemaSources` of the tool decide alike.
  mutating func files(of module: SourceModule, dependencies: [SourceModule]) -> (files: [URL], documents: [URL]) {
    let own = configurations.nearest(to: module.directory)
    if let own, own.namesSchema { return (own.schemaFiles, []) }
    var documents = typeDefinitions(of: module)
    if documents.isEmpty {
      let below = configurations.schemas(of: dependencies.map(\.directory))
      if !below.isEmpty { return (Self.files(below, with: own), []) }
      documents = dependencies.sorted { $0.name < $1.name }.flatMap { typeDefinitions(of: $0) }
    }
    return (documents.isEmpty ? [] : documents + (own?.schemaFiles ?? []), documents)
  }

  /// The files that configurations name for a module; empty if they name none.
  func named(by module: Neighbor, _ others: [Neighbor]) -> [URL] {
    let own = configurations.nearest(to: module.directory)
    if let own, own.namesSchema { return own.schemaFiles }
    return Self.files(configurations.schemas(of: others.filter { module.below.contains($0.name) }.map(\.directory)), with: own)
  }

  private static func files(_ below: [Configuration], with own: Configuration?) -> [URL] {
    guard below.count == 1, let configuration = below.first else { return [] }
    return (configuration.schemaFiles + (own?.schemaFiles ?? [])).sorted { $0.path < $1.path }
  }

  private mutating func typeDefinitions(of module: SourceModule) -> [URL] {
    if let known = types[module.name] { return known }
    let found = module.typeDefinitions
    types[module.name] = found
    return found
  }
}
