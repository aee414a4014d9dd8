import Foundation
import TestSupport

/// The list that the build plugin writes for the tool.
struct PluginList {
  struct Document {
    var source: String
    var output: String
  }

  struct Imported {
    var module: String
    var kind: String?
    var source: String
  }

  struct ImportedConfiguration {
    var module: String
    var config: String
  }

  struct Exports {
    var module: String
    var root: String
    var file: String
  }

  struct Elsewhere {
    var module: String
    var root: String
    var isAbove: Bool
  }

  var config: String?
  var root: String
  var module: String
  var kind: String?
  var documents: [Document] = []
  var schemaOutput = "RelaySchemaTypes.graphql.swift"
  var shards: [String] = []
  var swiftSources: [String] = []
  var imported: [Imported] = []
  var importedConfigs: [ImportedConfiguration] = []
  var exports: [Exports] = []
  var schemaArchive: String?
  var schemaDocuments: [String] = []
  var elsewhere: [Elsewhere] = []
}

/// The members of the list's JSON, or of a module in it.
private struct Members: Encodable {
  var name: String
  var kind: String?
  var root: String
  var documents: [String] = []
  var swiftFiles: [String] = []
  var config: String?
  var exports: String?
  var documentOutputs: [String]?
  var schemaOutput: String?
  var shards: [String]?
  var below: [Members]?
  var schemaArchive: String?
  var schemaDocuments: [String]?
  var elsewhere: [Members]?
  var above: [String]?
}

extension Tool {
  /// Writes the list for a module. Its paths are absolute.
  func write(_ list: PluginList, of module: String) throws {
    func exports(of module: String) -> PluginList.Exports? { list.exports.first { $0.module == module } }
    var below: [Members] = []
    for name in list.imported.map(\.module) + list.importedConfigs.map(\.module) where !below.contains(where: { $0.name == name }) {
      let files = list.imported.filter { $0.module == name }
      let sources = files.map { path($0.source) }
      below.append(
        Members(
          name: name, kind: files.first?.kind, root: exports(of: name)?.root ?? path(name),
          documents: sources.filter { !$0.hasSuffix(".swift") }, swiftFiles: sources.filter { $0.hasSuffix(".swift") },
          config: list.importedConfigs.first { $0.module == name }.map { path($0.config) }, exports: exports(of: name)?.file))
    }
    let members = Members(
      name: list.module, kind: list.kind, root: path(list.root), documents: list.documents.map { path($0.source) },
      swiftFiles: list.swiftSources.map(path), config: list.config.map(path), exports: exports(of: list.module)?.file,
      documentOutputs: list.documents.map(\.output), schemaOutput: list.schemaOutput, shards: list.shards, below: below,
      schemaArchive: list.schemaArchive, schemaDocuments: list.schemaDocuments,
      elsewhere: list.elsewhere.map { Members(name: $0.module, root: path($0.root)) },
      above: list.elsewhere.filter(\.isAbove).map(\.module))
    try write(Array(JSONEncoder().encode(members)), "\(module).json")
  }

  /// Runs the tool as the plugin does, into `MODULE.out`.
  func runAsPlugin(_ module: String) throws -> ProcessRun {
    try run("generate", "--plugin-inputs", "\(module).json", "--plugin-outputs", "\(module).out")
  }
}
