internal import RelayCompilerCore

/// What the build plugin tells the tool: one record a line, fields separated by tabs. The plugin alone decides the names of outputs.
struct PluginInputs {
  var config: String?
  var root: String?
  var module: String?
  var documents: [(source: String, output: String)] = []
  var schemaOutput = ""
  /// The documents of modules below, and their Swift files, which can hold literals.
  var imported: [(module: String, source: String)] = []
  /// Where the target names no schema: the configurations of modules below that do.
  var importedConfigs: [(module: String, path: String)] = []
  /// The Swift files of the target, with or without literals.
  var swiftSources: [String] = []
  /// Where what literals become goes; none where the build was planned before there was a literal.
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

  /// The Swift file for the literals of `source`: a shard that depends on the file's path alone, so that an edit changes that one.
  func literalOutput(of source: String, root: String) -> String {
    if shards.isEmpty { return schemaOutput }
    let relative = source.hasPrefix(root + "/") ? String(source.dropFirst(root.count + 1)) : source
    return shards[Int(Name(relative).stableHash % UInt64(shards.count))]
  }
}
