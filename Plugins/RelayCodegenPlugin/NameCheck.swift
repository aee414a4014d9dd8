import Foundation

extension CodegenInputs {
  /// Rejects files with the same name in a module. They would fail to compile with an unhelpful error. Many file systems also ignore case
  /// and Unicode normalization.
  func checkNames() throws {
    if let (document, known) = module.unlistedDocument() { throw NameError.sameName(document, known) }
    var documents: [String: String] = [:]
    let own = [OutputName.schema, OutputName.exports, OutputName.imports, OutputName.schemaStamp]
    let reserved = Set((own + OutputName.shards).map(OutputName.folded))
    for (document, output) in zip(module.documents, documentOutputs) {
      if !OutputName.isWritable(output) { throw NameError.unwritableName(document) }
      let name = OutputName.folded(output)
      if reserved.contains(name) { throw NameError.reservedName(document) }
      if let other = documents.updateValue(document, forKey: name) { throw NameError.sameName(document, other) }
    }
    let names = Set((own + documentOutputs + shards).map(OutputName.folded))
    for file in module.swiftFiles + otherFiles.filter({ !OutputName.isDocument($0) })
    where names.contains(OutputName.folded(FilePath.name(of: file))) {
      throw NameError.outputIsSource(file)
    }
  }
}

extension Module {
  /// A document that the build system does not distinguish from another one. If a folder contains two names that are equal as strings (an
  /// `é` as one code point and as two), the build system lists only one of the files.
  fileprivate func unlistedDocument() -> (document: String, known: String)? {
    var folders: Set<[UInt8]> = []
    let base = FilePath.standard(root)
    for file in [FilePath.file("x", in: base)] + documents + swiftFiles {
      var folder = FilePath.directory(of: FilePath.standard(file))
      while folder.utf8.starts(with: base.utf8), folders.insert(Array(folder.utf8)).inserted {
        if let twins = Self.twins(in: folder) { return twins }
        folder = FilePath.directory(of: folder)
      }
    }
    return nil
  }

  /// Two names in a folder, of documents or of folders with documents, that are equal as strings.
  private static func twins(in folder: String) -> (String, String)? {
    var seen: [String: String] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? [] {
      let file = FilePath.file(name, in: folder)
      guard let other = seen.updateValue(file, forKey: name) else { continue }
      if OutputName.isDocument(file) || containsDocuments(file) || containsDocuments(other) { return (file, other) }
    }
    return nil
  }

  private static func containsDocuments(_ folder: String) -> Bool {
    guard let paths = FileManager.default.enumerator(atPath: folder) else { return false }
    return paths.contains { path in (path as? String).map(OutputName.isDocument) ?? false }
  }
}

enum NameError: Error, CustomStringConvertible {
  case reservedName(String)
  case outputIsSource(String)
  case unwritableName(String)
  case sameName(String, String)

  var description: String {
    switch self {
    case .reservedName(let document):
      "\(Self.line(document)):1:1: error: the build generates another file from this name; rename this document [output-name]"
    case .outputIsSource(let file):
      "\(Self.line(file)):1:1: error: the build generates a file of this name; remove this one from the target [output-name]"
    case .unwritableName(let document):
      "\(Self.line(document)):1:1: error: no file can be named after this one; give it a shorter name, without control characters [output-name]"
    case .sameName(let document, let other):
      """
      \(Self.line(document)):1:1: error: the name of this document and that of '\(Self.line(other))' differ in case, or in how letters are put \
      together; what is generated from them would be one file on many disks; rename one of them [output-name]
      """
    }
  }

  /// The path on a single line.
  private static func line(_ path: String) -> String {
    var line = ""
    line.unicodeScalars.append(contentsOf: path.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 })
    return line
  }
}
