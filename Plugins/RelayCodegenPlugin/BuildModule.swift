import Foundation

/// A module of the build. Its files are looked at only if that is necessary, because there may be many modules.
final class BuildModule {
  let name: String
  let kind: Module.Kind
  /// The folder to which the module's files are relative.
  let root: String
  /// The package that it belongs to, if there are packages.
  let package: String
  /// The names of the modules below it.
  let below: Set<String>
  /// The folder that the plugin has for this module if it has the plugin, where that is known.
  private let folder: URL?
  private let contents: FileContents
  private let paths: () -> [String]

  init(
    name: String, kind: Module.Kind, root: String, package: String = "", below: Set<String> = [], folder: URL? = nil,
    contents: FileContents, paths: @escaping () -> [String]
  ) {
    (self.name, self.kind, self.root, self.package, self.below) = (name, kind, root, package, below)
    (self.folder, self.contents, self.paths) = (folder, contents, paths)
  }

  private lazy var files = paths().sorted()
  private(set) lazy var configuration = contents.configuration(nearestTo: root)

  /// The module without the files that its configuration excludes, and those.
  private(set) lazy var selected: (module: Module, others: [String]) = {
    let selection = configuration?.selection(in: root) ?? Selection(source: nil, root: FilePath.standard(root))
    var result = (module: Module(name: name, kind: kind, root: root), others: [String]())
    for file in files {
      let isDocument = OutputName.isDocument(file)
      guard isDocument || file.hasSuffix(".swift") else { continue }
      if !selection.takes(FilePath.standard(file)) {
        result.others.append(file)
      } else if isDocument {
        result.module.documents.append(file)
      } else {
        result.module.swiftFiles.append(file)
      }
    }
    return result
  }()

  /// Whether generated Swift is among its files. Then the plugin does not generate it, and other modules see what they can use only in its
  /// files.
  private lazy var isCheckedIn = files.contains(where: OutputName.isOfDocument)

  /// The plugin's folder, unless the module is known to have no plugin.
  var workDirectory: URL? { isCheckedIn ? nil : folder }

  /// Whether there are literals when the build is planned. Only how finely the output is split depends on it: the types of a literal that
  /// is added later go to the file of the schema's types until the next plan.
  private(set) lazy var containsLiterals = selected.module.swiftFiles.contains(where: contents.mayContainLiteral)

  /// The documents that may be a part of the schema.
  private(set) lazy var typeDefinitions = selected.module.documents.filter(contents.mayDefineTypes)

  /// Whether it seems to have the plugin, of which the package manager says nothing: it has GraphQL, or the types of a schema, and its
  /// generated Swift is not checked in. A test does not count, because only some builds contain it.
  ///
  /// A wrong guess only costs time: without an archive, the others read the schema themselves.
  var seemsToHavePlugin: Bool {
    if kind == .test || isCheckedIn { return false }
    return configuration?.schemaModule == name || files.contains(where: OutputName.isDocument)
      || files.contains { $0.hasSuffix(".swift") && contents.mayContainLiteral($0) }
  }
}

extension FilePath {
  /// The path in its standard form. Most have it already, and making it takes long for the many files of a package.
  static func standard(_ path: String) -> String {
    let mayDiffer = path.utf8.starts(with: "/private/".utf8) || path.contains("/.") || path.contains("//")
    return mayDiffer ? URL(filePath: path).standardizedFileURL.path : path
  }
}
