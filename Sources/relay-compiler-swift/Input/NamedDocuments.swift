internal import RelayCompilerCore

/// The documents of the command line or the configuration. The Swift of each goes to the output folder or, without one, to `__generated__`
/// next to the document.
struct NamedDocuments {
  let arguments: Arguments
  let configuration: ProjectConfiguration
  /// The files of the schema, which are not documents.
  let schemaPaths: FileSet
  /// Absolute paths.
  private let inputs: [String]
  private let output: String?

  init(_ arguments: Arguments, _ configuration: ProjectConfiguration, schemaPaths: FileSet) {
    (self.arguments, self.configuration, self.schemaPaths) = (arguments, configuration, schemaPaths)
    inputs = arguments.inputs.map { FileSystem.absolute($0) }
    output = arguments.output.map { FileSystem.absolute($0) } ?? configuration.config.artifactDirectory.map(configuration.path)
  }

  /// - Parameter loaded: has `selected` if the inputs are a part of the project, which is compiled as a whole.
  func add(to loaded: inout LoadedInput, _ reader: inout InputReader) {
    guard let roots = roots(isPart: loaded.selected != nil, &reader) else { return }
    let documents = documents(in: roots, &loaded, &reader)
    var claims = OutputClaims()
    // If only Relay's artifacts are requested, no Swift is written next to the sources.
    if output != nil || arguments.artifactsJSON == nil {
      let folder = folder(besideDocument: roots.first.map { Self.folder(of: $0) } ?? configuration.folder)
      let schema = claim(OutputName.schema, in: folder, for: nil, &claims, &reader)
      loaded.input.swift = schema.map { SwiftOutputs(schema: $0) }
      if let schema { loaded.selected?.outputs.insert(schema) }
      if loaded.selected == nil {
        loaded.ownedDirectory = output
        if output == nil { loaded.ownedFiles = generatedFiles(in: roots) }
      }
    }
    for (document, bytes) in zip(documents, reader.contents(documents.map(\.path))) {
      guard let bytes else { continue }
      let sources = reader.documents(in: SourceFile(path: document.path, bytes: bytes))
      if sources.isEmpty { continue }
      let name = OutputName.ofDocument(output == nil ? FilePath.name(of: document.relativePath) : document.relativePath)
      let folder = folder(besideDocument: FilePath.directory(of: document.path))
      guard let file = claim(name, in: folder, for: document.path, &claims, &reader) else { continue }
      loaded.input.add(sources, as: .document(output: file))
      if loaded.selected?.sources.contains(document.path) == true { loaded.selected?.outputs.insert(file) }
    }
  }

  // MARK: - Finding

  /// The files and folders in which documents are looked for; nil after an error.
  private func roots(isPart: Bool, _ reader: inout InputReader) -> [String]? {
    var roots = isPart ? [] : inputs
    if roots.isEmpty, let src = configuration.config.src {
      let source = configuration.path(src)
      if FileSystem.kind(source) == nil {
        if let file = configuration.file { reader.reportMissing(src, "src", resolved: source, in: file) }
        return nil
      }
      roots = [source]
    }
    if roots.isEmpty, arguments.config != nil || configuration.file != nil { roots = [configuration.folder] }
    if roots.isEmpty {
      reader.report(.noInput, of: FileSystem.absolute(NearestConfiguration.fileName))
      return nil
    }
    return isPart ? roots + inputs : roots
  }

  /// The documents in the roots, each once, with its path below the root.
  private func documents(
    in roots: [String], _ loaded: inout LoadedInput, _ reader: inout InputReader
  ) -> [(path: String, relativePath: String)] {
    var documents: [(path: String, relativePath: String)] = []
    var seen = schemaPaths
    for (index, root) in roots.enumerated() {
      let folder = Self.folder(of: root)
      let found = reader.files(
        at: root, excluding: configuration.excludes, where: { OutputName.isDocument($0) || OutputName.isSwift($0) }
      ) { $0.report(.noSuchFile, of: root) }
      if index >= roots.count - inputs.count { for path in found { loaded.selected?.sources.insert(path) } }
      for path in found where seen.insert(path) {
        documents.append((path, FilePath.relative(path, to: folder) ?? FilePath.name(of: path)))
      }
    }
    return documents
  }

  /// The generated files next to documents that are, or were, in the roots. Links are not followed, and what the documents of another
  /// configuration generate, which this one excludes, is not among them. Nothing belongs to a root that is a single document.
  private func generatedFiles(in roots: [String]) -> [String] {
    var seen = FileSet()
    return roots.filter { FileSystem.kind($0) == .directory }.flatMap { root in
      (try? FileSystem.files(below: root, followingLinks: false, excluding: isExcluded, where: Self.isBesideDocument)) ?? []
    }.filter { seen.insert($0) }
  }

  /// Whether a folder or a generated file is out of reach. A file is where its document would be.
  private func isExcluded(_ path: String) -> Bool {
    var path = path
    if path.utf8.last == UInt8(ascii: "/") {
      if FilePath.name(of: String(path.dropLast())) == Self.folderName { return false }
    } else {
      let name = FilePath.name(of: path)
      let folder = path.utf8.dropLast(Self.folderName.utf8.count + 1 + name.utf8.count)
      path = String(decoding: folder, as: UTF8.self) + name.dropLast(".swift".count)
    }
    return configuration.excludes.contains { $0.matches(path) }
  }

  private static func isBesideDocument(_ path: String) -> Bool {
    OutputName.isOfDocument(path) && FilePath.name(of: FilePath.directory(of: path)) == folderName
  }

  private static func folder(of root: String) -> String { FileSystem.kind(root) == .directory ? root : FilePath.directory(of: root) }

  // MARK: - Outputs

  /// The folder next to a document.
  private static let folderName = "__generated__"

  private func folder(besideDocument folder: String) -> OutputFolder {
    OutputFolder(output ?? FilePath.file(Self.folderName, in: folder))
  }

  /// The path of an output; nil if that is not possible, or if the source has already been read.
  private func claim(
    _ name: String, in folder: OutputFolder, for source: String?, _ claims: inout OutputClaims, _ reader: inout InputReader
  ) -> String? {
    // Unlike a folder that is named, one next to a document must not be a link.
    if output == nil, OutputName.isWritable(name), folder.isLink {
      reader.report(.folderIsLink(folder.path), of: source ?? folder.path)
      return nil
    }
    return claims.claim(name, in: folder, for: source, &reader)
  }
}
