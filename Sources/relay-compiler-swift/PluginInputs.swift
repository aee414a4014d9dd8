internal import RelayCompilerCore

/// What the build plugin tells the tool: one record a line, fields separated by tabs. The plugin alone decides the names of outputs.
struct PluginInputs {
  var config: String?
  var root: String?
  var module: String?
  var documents: [(source: String, output: String)] = []
  var schemaOutput: String?
  var imported: [(module: String, source: String)] = []
  var importedConfigs: [(module: String, path: String)] = []
  var swiftSources: [String] = []
  var shards: [String] = []

  struct Problem: Error {
    var line: Int
    var text: String
  }

  init(_ bytes: [UInt8]) throws(Problem) {
    for (index, line) in bytes.split(separator: 0x0A).enumerated() {
      let fields = line.split(separator: 0x09, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
      switch (fields[0], fields.count) {
      case ("config", 2): config = fields[1]
      case ("root", 2): root = fields[1]
      case ("module", 2): module = fields[1]
      case ("document", 3): documents.append((fields[1], fields[2]))
      case ("schema-output", 2): schemaOutput = fields[1]
      case ("imported", 3): imported.append((fields[1], fields[2]))
      case ("imported-config", 3): importedConfigs.append((fields[1], fields[2]))
      case ("swift", 2): swiftSources.append(fields[1])
      case ("shard", 2): shards.append(fields[1])
      default: throw Problem(line: index + 1, text: String(decoding: line, as: UTF8.self))
      }
    }
  }
}
