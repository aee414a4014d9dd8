import Foundation
import TestSupport

/// The list that the build plugin writes for the tool.
struct PluginList: Codable {
  struct Document: Codable {
    var source: String
    var output: String
  }

  struct Imported: Codable {
    var module: String
    var kind: String?
    var source: String
  }

  struct ImportedConfiguration: Codable {
    var module: String
    var config: String
  }

  struct Exports: Codable {
    var module: String
    var root: String
    var file: String
  }

  struct Elsewhere: Codable {
    var module: String
    var root: String
    var isAbove: Bool
  }

  var config: String?
  var root: String?
  var module: String?
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

extension Tool {
  /// Writes the list for a module. Its paths are absolute.
  func write(_ list: PluginList, of module: String) throws {
    var list = list
    list.config = list.config.map(path)
    list.root = list.root.map(path)
    for index in list.documents.indices { list.documents[index].source = path(list.documents[index].source) }
    list.swiftSources = list.swiftSources.map(path)
    for index in list.imported.indices { list.imported[index].source = path(list.imported[index].source) }
    for index in list.importedConfigs.indices { list.importedConfigs[index].config = path(list.importedConfigs[index].config) }
    for index in list.elsewhere.indices { list.elsewhere[index].root = path(list.elsewhere[index].root) }
    try write(Array(JSONEncoder().encode(list)), "\(module).json")
  }

  /// Runs the tool as the plugin does, into `MODULE.out`.
  func runAsPlugin(_ module: String) throws -> ProcessRun {
    try run("generate", "--plugin-inputs", "\(module).json", "--plugin-outputs", "\(module).out")
  }
}
