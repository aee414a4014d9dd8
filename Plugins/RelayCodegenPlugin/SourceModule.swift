import Foundation

/// A module as the plugin sees it: a name and its files.
struct SourceModule {
  /// Who can import a module.
  enum Kind: String, Encodable {
    /// Any module.
    case library
    /// Tests only, through `@testable import`: an executable or an app.
    case executable
    /// No module, except another test.
    case test
  }

  let name: String
  let kind: Kind
  /// The folder to which the module's files are relative.
  let directory: URL
  /// `.graphql`, `.graphqls` and `.gql` files, sorted by path.
  let documents: [URL]
  /// Swift files, sorted by path.
  let swiftFiles: [URL]
  /// The documents and Swift files that the configuration excludes.
  let otherFiles: [URL]
  /// The names of the modules below it.
  var below: Set<String> = []
  /// The package that it belongs to, if there are packages.
  var package = ""
  /// The folder that the plugin has for this module, where it is known.
  var workDirectory: URL?

  init(name: String, kind: Kind, directory: URL, files: [URL]) {
    self.name = name
    self.kind = kind
    self.directory = directory
    let sorted = files.map { ($0.path, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    documents = sorted.filter(\.isGraphQL)
    swiftFiles = sorted.filter { $0.pathExtension == "swift" }
    otherFiles = []
  }

  private init(_ module: SourceModule, _ selection: Selection) {
    (name, kind, directory) = (module.name, module.kind, module.directory)
    (below, package, workDirectory) = (module.below, module.package, module.workDirectory)
    let documents = selection.selected(module.documents, in: module.directory)
    let swiftFiles = selection.selected(module.swiftFiles, in: module.directory)
    (self.documents, self.swiftFiles) = (documents.taken, swiftFiles.taken)
    otherFiles = documents.others + swiftFiles.others
  }

  /// The module without the files that its configuration excludes.
  func selected(by configuration: Configuration?) -> SourceModule { SourceModule(self, configuration?.selection ?? Selection()) }

  /// Text that every Swift file with a literal contains.
  static let call = "graphql("

  /// Whether a Swift file contains `graphql("""…""")` when the build is planned.
  ///
  /// This only affects how finely the output is split: if a literal is added after the build was planned, its types go to the file of the
  /// schema's types until the next plan.
  func containsLiterals() -> Bool { Self.containLiterals(swiftFiles) }

  static func containLiterals(_ swiftFiles: [URL]) -> Bool {
    let call = Data(Self.call.utf8)
    return swiftFiles.contains { file in
      FileContents.source(file)?.range(of: call) != nil
    }
  }

  /// Whether generated Swift is among its files. Then the plugin does not generate it, and nothing tells what other modules use of its
  /// GraphQL but its files.
  var isCheckedIn: Bool { swiftFiles.contains(where: Self.isGenerated) }

  static func isGenerated(_ file: URL) -> Bool {
    let name = file.lastPathComponent
    return OutputName.documentExtensions.contains { name.hasSuffix(".\($0).swift") }
  }

  /// The documents that may be a part of the schema.
  var typeDefinitions: [URL] {
    let keywords = ["schema", "extend", "scalar", "type", "interface", "union", "enum", "input", "directive"].map { Data("\n\($0)".utf8) }
    return documents.filter { file in
      guard let bytes = FileContents.source(file) else { return true }
      return keywords.contains { bytes.starts(with: $0.dropFirst()) || bytes.range(of: $0) != nil }
    }
  }

  /// A document that the build system does not distinguish from another one. If a folder contains two names that are equal as strings (an
  /// `é` as one code point and as two), the build system lists only one of the files.
  func unlistedDocument() -> (document: URL, known: URL)? {
    var folders: Set<[UInt8]> = []
    let base = directory.standardizedFileURL
    for file in [base.appending(path: "x")] + documents + swiftFiles {
      var folder = file.standardizedFileURL.deletingLastPathComponent()
      while folder.path.utf8.starts(with: base.path.utf8), folders.insert(Array(folder.path.utf8)).inserted {
        if let twins = Self.twins(in: folder) { return twins }
        folder = folder.deletingLastPathComponent()
      }
    }
    return nil
  }

  /// Two names in a folder, of documents or of folders with documents, that are equal as strings.
  private static func twins(in folder: URL) -> (URL, URL)? {
    var seen: [String: URL] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? [] {
      let file = folder.appending(path: name)
      guard let other = seen.updateValue(file, forKey: name) else { continue }
      if file.isGraphQL || containsDocuments(file) || containsDocuments(other) { return (file, other) }
    }
    return nil
  }

  private static func containsDocuments(_ folder: URL) -> Bool {
    guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return false }
    return paths.contains { path in (path as? String).map { URL(filePath: $0).isGraphQL } ?? false }
  }

  /// The deepest folder that contains all of `files`; `root` if there are none, or if one is outside of it.
  static func commonDirectory(of files: [URL], within root: URL) -> URL {
    let folders = files.map { $0.deletingLastPathComponent().standardizedFileURL.pathComponents }
    guard var common = folders.first else { return root }
    for folder in folders.dropFirst() {
      common = zip(common, folder).prefix { $0 == $1 }.map(\.0)
    }
    let rootComponents = root.standardizedFileURL.pathComponents
    guard common.starts(with: rootComponents) else { return root }
    return common.dropFirst(rootComponents.count).reduce(root) { $0.appending(path: $1) }
  }
}

extension URL {
  var isGraphQL: Bool { OutputName.documentExtensions.contains(pathExtension) }
}
