#if os(Linux)
  import BackendWriter
  import Foundation
  import TestSupport
  import Testing

  @testable import RelayDurableStore

  /// A process that ends before one of the calls by which SQLite changes its files: promise 2, without loss of power.
  @Suite("A process that ends at a call of SQLite's", .serialized) struct SystemCallTests {
    @Test("before whichever call it ends, the files have a state after some whole step, and all that was acknowledged", .hangGuard)
    func calls() throws {
      let place = try TemporaryFolder("durable-calls")
      // At night each call of a shorter script.
      let isWhole = TestEffort.current == .nightly
      let (seed, count) = (SplitMix.seedOfThisRun &+ 5, Int64(isWhole ? 60 : 200))
      let script = Script(seed: seed)
      var worlds: [[World]] = [[World()]]
      for step in 1...count { worlds.append(script.worlds(step, from: worlds[worlds.count - 1].last ?? World())) }
      func folder(_ call: Int) -> URL { place.url.appendingPathComponent("store\(call)") }
      let whole = try WriterProcess("die", folder(0).path, "\(seed)", "\(count)", "0").rest()
      #expect(whole.count == Int(count) + 1)
      let calls = try #require(whole.last.flatMap { Int($0.split(separator: " ").last ?? "") })
      #expect(calls > 1_000)
      var numbers = SplitMix(seed: seed)
      let chosen = isWhole ? Array(1...calls) : (0..<TestEffort.repetitions(15)).map { _ in Int.random(in: 1...calls, using: &numbers) }
      for call in chosen {
        let acknowledged = try WriterProcess("die", folder(call).path, "\(seed)", "\(count)", "\(call)").rest()
        let done = acknowledged.last.flatMap { Int64($0) } ?? 0
        // It ends before its last line. The last calls are those of closing.
        #expect(acknowledged.count == Int(done))
        let next = done < count ? worlds[Int(done) + 1] : []
        let backend = SQLiteBackend(.init(folder(call)))
        let contents = try backend.open(format: Script.format)
        #expect(contents.startedEmpty == nil, "call \(call)")
        let found = try World(contents, backend)
        try #require(next.contains(found) || worlds[Int(done)].last == found, "call \(call), after step \(done)")
        backend.close()
        try? FileManager.default.removeItem(at: folder(call))
      }
    }
  }
#endif
