internal import RelayCompilerCore

/// The modules of a package on which the compiled module does not depend. Their files are read only after an error, to find the module that
/// has what is missing.
struct ModulesElsewhere {
  var modules: [Module] = []
  /// The names of those that depend on the compiled module.
  var above: Set<String> = []
  var files = ReadFiles()
  /// The most files that are read. Beyond it, an error says less.
  private static let fileLimit = 10_000

  /// The same diagnostics; those about a missing fragment or schema name the module that has it.
  func explained(_ diagnostics: [Diagnostic], in files: [SourceFile]) -> [Diagnostic] {
    if modules.isEmpty || !diagnostics.contains(where: { [Diagnostic.unknownFragmentID, Diagnostic.noSchemaID].contains($0.id) }) {
      return diagnostics
    }
    let contents = self.contents()
    return diagnostics.map { diagnostic in
      if diagnostic.id == Diagnostic.noSchemaID {
        let owners = contents.schemas.map(\.name).filter { !above.contains($0) }
        return owners.isEmpty ? diagnostic : .schemaElsewhere(owners, at: diagnostic.range)
      }
      guard diagnostic.id == Diagnostic.unknownFragmentID, let name = Self.name(at: diagnostic.range, in: files),
        let module = contents.fragments[name]
      else { return diagnostic }
      return .fragmentElsewhere(name, module: module.name, isAbove: above.contains(module.name), at: diagnostic.range)
    }
  }

  private static func name(at range: SourceRange, in files: [SourceFile]) -> Name? {
    let index = Int(range.file.rawValue)
    guard files.indices.contains(index) else { return nil }
    let bytes = files[index].bytes
    let (start, end) = (Int(range.start), Int(range.end))
    return start < end && end <= bytes.count ? Name(String(decoding: bytes[start..<end], as: UTF8.self)) : nil
  }

  private struct Contents {
    /// The first module with a fragment of each name. One that can be added to the dependencies is preferred.
    var fragments: [Name: Module] = [:]
    /// The modules with a schema of their own.
    var schemas: [Module] = []
  }

  private func contents() -> Contents {
    var contents = Contents()
    var count = 0
    for module in modules.sorted(by: { (above.contains($0.name) ? 1 : 0, $0.name) < (above.contains($1.name) ? 1 : 0, $1.name) }) {
      var hasSchema = namesSchema(module)
      let paths = try? FileSystem.files(
        below: module.root, excluding: { _ in false }, where: { OutputName.isDocument($0) || OutputName.isSwift($0) })
      for path in paths ?? [] where count < Self.fileLimit {
        count += 1
        for definition in definitions(in: path) {
          if definition.isTypeSystem { hasSchema = true }
          guard case .fragment(let fragment) = definition, contents.fragments[fragment.name.name] == nil else { continue }
          contents.fragments[fragment.name.name] = module
        }
      }
      if hasSchema { contents.schemas.append(module) }
    }
    return contents
  }

  private func namesSchema(_ module: Module) -> Bool {
    let path = FilePath.file(NearestConfiguration.fileName, in: module.root)
    guard let bytes = try? files.read([path], limit: FileSizeLimit.configuration, threads: 1)[0].get() else { return false }
    return !ConfigParser.parse(SourceFile(path: path, bytes: bytes), file: FileID(rawValue: 0)).0.schema.isEmpty
  }

  private func definitions(in path: String) -> [Definition] {
    guard let bytes = try? files.read([path], limit: FileSizeLimit.source, threads: 1)[0].get() else { return [] }
    let file = SourceFile(path: path, bytes: bytes)
    if !path.hasSuffix(".swift") { return Parser.parse(file, file: FileID(rawValue: 0)).0.definitions }
    guard GraphQLLiterals.mayExist(in: bytes) else { return [] }
    return GraphQLLiterals.find(in: file).literals.flatMap { Parser.parse($0, file: FileID(rawValue: 0)).0.definitions }
  }
}
