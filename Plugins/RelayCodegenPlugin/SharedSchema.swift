import Foundation

/// Which module parses the schema for the others that have the same one: the lowest of them, which all the others depend on. Of several that
/// do not depend on each other, it is the first by name that a module depends on.
struct SharedSchema {
  enum Owner {
    /// The module parses its schema itself.
    case itself
    /// Another one does: the plugin's folder for that one.
    case below(URL)
  }

  /// The files that configurations name.
  let files: [URL]
  /// nil if no configuration names a schema that exists.
  let owner: Owner?

  init(of module: SourceModule, dependencies: [SourceModule], configurationLimit limit: URL?) {
    files = Self.files(of: module, dependencies: dependencies, limit)
    if files.isEmpty {
      owner = nil
      return
    }
    let paths = files.map(\.path)
    let sharing = dependencies.filter { other in
      other.workDirectory != nil
        && Self.files(of: other, dependencies: dependencies.filter { other.below.contains($0.name) }, limit).map(\.path) == paths
    }
    let names = Set(sharing.map(\.name))
    let lowest = sharing.filter { $0.below.isDisjoint(with: names) }.min { $0.name < $1.name }
    owner = lowest?.workDirectory.map { .below($0) } ?? .itself
  }

  /// A module without a schema has that of the one configuration below which names one.
  private static func files(of module: SourceModule, dependencies: [SourceModule], _ limit: URL?) -> [URL] {
    let own = Configuration.nearest(to: module.directory, upTo: limit)
    if let own, own.namesSchema { return own.schemaFiles }
    var below: [String: Configuration] = [:]
    for module in dependencies {
      guard let configuration = Configuration.nearest(to: module.directory, upTo: limit), configuration.namesSchema else { continue }
      below[configuration.file.path] = configuration
    }
    guard below.count == 1, let configuration = below.first?.value else { return [] }
    return (configuration.schemaFiles + (own?.schemaFiles ?? [])).sorted { $0.path < $1.path }
  }
}
