import Foundation
internal import RelayCompilerCore

/// `FrontEndBatch --measure SCHEMA FOLDER [TIMES [THREADS]]`: measures parsing, building and validating as processor time and wall time,
/// the best of TIMES in one process. (For the growth with a project's size, use `Fixtures/Benchmarks/compiler-times --growth`, in new
/// processes: repeated in one process, a small project finds everything in the processor's caches.)
struct Measure {
  let schema: [UInt8]
  let documents: [[UInt8]]

  init(schema: String, folder: String) throws {
    self.schema = Array(try String(contentsOfFile: schema, encoding: .utf8).utf8)
    var paths: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".graphql") { paths.append(path) }
    documents = try paths.sorted().map { Array(try String(contentsOfFile: folder + "/" + $0, encoding: .utf8).utf8) }
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
}
