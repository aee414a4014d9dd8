import Foundation
import PackagePlugin

extension CodegenInputs {
  /// The one command that generates all of the module's Swift.
  ///
  /// What goes in and out is told in a file, because two thousand paths do not fit into the arguments of a process everywhere. The
  /// file is an input as well: it changes when a document comes, goes or moves, and only then.
  func command(tool: URL) throws -> Command {
    try self.rejectNameClashes()
    let list = self.workDirectory.appending(path: "inputs.txt")
    let bytes = Data(self.records.joined().utf8)
    if (try? Data(contentsOf: list)) != bytes {
      try FileManager.default.createDirectory(at: self.workDirectory, withIntermediateDirectories: true)
      try bytes.write(to: list, options: .atomic)
    }
    return .buildCommand(
      displayName: "Generate Swift from the GraphQL of \(self.module.name)",
      executable: tool,
      arguments: ["generate", "--plugin-inputs", list.path],
      inputFiles: [list] + self.inputFiles,
      outputFiles: self.outputFiles)
  }

  /// One line each: what a file is, and its paths, separated by tabs.
  private var records: [String] {
    var records: [[String]] = []
    if let configuration { records.append(["config", configuration.file.path]) }
    for (module, configuration) in self.importedConfigurations {
      records.append(["imported-config", module, configuration.file.path])
    }
    records.append(["root", self.module.directory.path])
    records.append(["module", self.module.name])
    for (document, output) in zip(self.module.documents, self.documentOutputs) {
      records.append(["document", document.path, output.path])
    }
    records.append(["schema-output", self.schemaOutput.path])
    for module in self.imported {
      for file in module.documents + module.swiftFiles { records.append(["imported", module.name, file.path]) }
    }
    for file in self.module.swiftFiles { records.append(["swift", file.path]) }
    for shard in self.shards { records.append(["shard", shard.path]) }
    return records.map { $0.joined(separator: "\t") + "\n" }
  }

  /// Two files of one name in a module do not compile, and the compiler would not say what the cure is.
  private func rejectNameClashes() throws {
    let reserved = Set([OutputName.schema] + OutputName.shards)
    for (document, output) in zip(self.module.documents, self.documentOutputs) where reserved.contains(output.lastPathComponent) {
      throw CodegenError.reservedName(document)
    }
    let names = Set(self.outputFiles.map(\.lastPathComponent))
    for file in self.module.swiftFiles where names.contains(file.lastPathComponent) {
      throw CodegenError.outputIsSource(file)
    }
  }
}

enum CodegenError: Error, CustomStringConvertible {
  case reservedName(URL)
  case outputIsSource(URL)

  var description: String {
    switch self {
    case .reservedName(let document):
      "\(document.path):1:1: error: the build generates another file from this name; rename this document"
    case .outputIsSource(let file):
      "\(file.path):1:1: error: the build generates a file of this name; remove this one from the target"
    }
  }
}
