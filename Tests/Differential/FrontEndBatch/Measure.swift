import Foundation
internal import RelayCompilerCore

/// `FrontEndBatch --measure SCHEMA FOLDER [TIMES [SCALE]]`: how long parsing, building and validating take, as processor time and as wall
/// time, the best of TIMES. With SCALE, schema and documents are repeated that often under other names.
struct Measure {
  let schema: [UInt8]
  let documents: [[UInt8]]

  init(schema: String, folder: String, scale: Int) throws {
    let text = try String(contentsOfFile: schema, encoding: .utf8)
    var paths: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".graphql") { paths.append(path) }
    let sources = try paths.sorted().map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
    var schemas = [text]
    var documents = sources
    if scale > 1 {
      let types = Measure.declared(in: text)
      let names = Measure.defined(in: sources)
      for copy in 2...scale {
        schemas.append(Measure.rename(text, types, "_\(copy)", isSchema: true))
        documents += sources.map { Measure.rename($0, names, "_\(copy)", isSchema: false) }
      }
    }
    self.schema = Array(schemas.joined(separator: "\n").utf8)
    self.documents = documents.map { Array($0.utf8) }
  }

  func run(times: Int, threads: Int) {
    var best: [(stage: String, cpu: Double, wall: Double)] = []
    for _ in 0..<times {
      var laps: [(String, Double, Double)] = []
      func lap<Result>(_ stage: String, _ body: () -> Result) -> Result {
        let cpu = Measure.processorTime()
        let wall = ContinuousClock.now
        let result = body()
        let (seconds, attoseconds) = (ContinuousClock.now - wall).components
        laps.append((stage, Measure.processorTime() - cpu, Double(seconds) * 1e3 + Double(attoseconds) / 1e15))
        return result
      }
      let files = ([schema] + documents).map { SourceFile(path: "input.graphql", bytes: $0) }
      let parsed = lap("parse") {
        parallelMap(Array(files.enumerated()), threads: threads) { Parser.parse($1, file: FileID(rawValue: UInt32($0))) }
      }
      let (schema, problems) = lap("schema") {
        SchemaBuilder.build(server: [parsed[0].0], clientExtensions: [], options: CompilerOptions())
      }
      let checked = lap("validate") {
        Validator.validate(
          documents: parsed.dropFirst().map(\.0), schema: schema, options: CompilerOptions(), profile: .relay, threads: threads)
      }
      for (_, found) in parsed where !found.isEmpty { print("syntax error: \(found[0].message)") }
      for diagnostic in (problems + checked.diagnostics).prefix(3) { print("\(diagnostic.id): \(diagnostic.message)") }
      if best.isEmpty { best = laps }
      for index in laps.indices {
        best[index].cpu = min(best[index].cpu, laps[index].1)
        best[index].wall = min(best[index].wall, laps[index].2)
      }
    }
    let bytes = schema.count + documents.reduce(0) { $0 + $1.count }
    print("\(bytes / 1000) kB in \(documents.count + 1) files, \(threads) threads, best of \(times)")
    for (stage, cpu, wall) in best + [("total", best.reduce(0) { $0 + $1.cpu }, best.reduce(0) { $0 + $1.wall })] {
      print(stage.padding(toLength: 10, withPad: " ", startingAt: 0) + String(format: "%8.2f ms of processor time %8.2f ms", cpu, wall))
    }
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  // MARK: - Ten times the input

  private static func declared(in schema: String) -> Set<Substring> {
    var names: Set<Substring> = []
    for line in schema.split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "{" || $0 == "(" || $0 == "=" })
      if words.count > 1, ["type", "interface", "input", "enum", "union", "scalar"].contains(words[0]) { names.insert(words[1]) }
    }
    return names.subtracting(["Int", "Float", "String", "Boolean", "ID", "Query", "Mutation", "Subscription"])
  }

  private static func defined(in documents: [String]) -> Set<Substring> {
    var names: Set<Substring> = []
    for document in documents {
      for line in document.split(separator: "\n") where !line.hasPrefix(" ") {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "{" || $0 == "(" })
        if words.count > 1, ["query", "mutation", "subscription", "fragment"].contains(words[0]) { names.insert(words[1]) }
      }
    }
    return names
  }

  /// The text with a suffix on every word that is one of the names, and on the names of root types where they are defined.
  private static func rename(_ text: String, _ names: Set<Substring>, _ suffix: String, isSchema: Bool) -> String {
    var result = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if isSchema, line.hasPrefix("directive ") { continue }
      var renamed = ""
      var word = ""
      for character in String(line) + "\n" {
        if character.isLetter || character.isNumber || character == "_" {
          word.append(character)
          continue
        }
        renamed += word
        if names.contains(word[...]) { renamed += suffix }
        word = ""
        if character != "\n" { renamed.append(character) }
      }
      if isSchema {
        for root in ["type Query", "type Mutation", "type Subscription"] where line.hasPrefix(root + " ") {
          renamed = "type " + root.dropFirst(5) + suffix + renamed.dropFirst(root.count)
        }
      }
      result += renamed + "\n"
    }
    return result
  }
}
