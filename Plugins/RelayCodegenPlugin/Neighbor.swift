import Foundation

/// A module of the build that may share a schema with others. Its files are looked at only if that is necessary, because there may be many
/// modules.
struct Neighbor {
  let name: String
  let directory: URL
  /// The package that it belongs to.
  let package: String
  /// The names of the modules below it.
  let below: Set<String>
  /// The folder that the plugin has for it, if it has the plugin.
  let workDirectory: URL
  private let kind: SourceModule.Kind
  private let files: () -> [URL]

  init(
    name: String, kind: SourceModule.Kind, directory: URL, package: String, below: Set<String>, workDirectory: URL,
    files: @escaping () -> [URL]
  ) {
    (self.name, self.kind, self.directory, self.package) = (name, kind, directory, package)
    (self.below, self.workDirectory, self.files) = (below, workDirectory, files)
  }

  /// nil if the folder is not known.
  init?(_ module: SourceModule) {
    guard let workDirectory = module.workDirectory else { return nil }
    self.init(
      name: module.name, kind: module.kind, directory: module.directory, package: module.package, below: module.below,
      workDirectory: workDirectory, files: { module.documents + module.swiftFiles + module.otherFiles })
  }

  /// Whether it seems to have the plugin, which nothing tells for sure: it has GraphQL, or the types of a schema, and what is generated for it
  /// is not checked in. Nobody can wait for a test, which only some builds contain.
  ///
  /// A wrong guess costs time only: without an archive, the others read the schema themselves.
  func takesPart(_ configurations: Configurations) -> Bool {
    if kind == .test { return false }
    let files = files()
    if files.contains(where: SourceModule.isGenerated) { return false }
    return configurations.nearest(to: directory)?.schemaModule == name || files.contains(where: \.isGraphQL)
      || SourceModule.containLiterals(files.filter { $0.pathExtension == "swift" })
  }
}
