#if os(Linux)
  import BackendWriter
  import Foundation
  import TestSupport
  import Testing

  @testable import RelayDurableStore

  /// Losses of power, simulated from what SQLite does to its files: promise 2.
  @Suite("Loss of power") struct PowerLossTests {
    @Test("after a loss of power, the files have an older whole state, and all that was there at the last checkpoint", .hangGuard)
    func lost() throws {
      let place = try TemporaryFolder("durable-power")
      let (script, count) = (Script(seed: SplitMix.seedOfThisRun &+ 3), Int64(250))
      let record = place.url.appendingPathComponent("record")
      let process = try WriterProcess(
        "record", place.url.appendingPathComponent("written").path, "\(script.seed)", "\(count)", record.path)
      let lines = process.rest()
      #expect(lines.count == 1 && lines.first?.hasPrefix("recorded ") == true)
      let log = try PropertyListDecoder().decode(PowerLog.self, from: Data(contentsOf: record))
      var worlds = [World()]
      for step in 1...count {
        var next = worlds[worlds.count - 1]
        next.apply(script.batch(step))
        worlds.append(next)
      }
      // The beginning of the file, with its tables, has been synced: a new file that is lost is an empty store.
      let checkpoints = log.events.indices.filter { if case .sync("records.sqlite") = log.events[$0] { true } else { false } }
      #expect(checkpoints.count >= 2)
      var numbers = SplitMix(seed: SplitMix.seedOfThisRun &+ 4)
      var older = 0
      for number in 0..<(TestEffort.current == .nightly ? 2_000 : TestEffort.repetitions(20)) {
        // Half of the losses happen during a checkpoint.
        let near = checkpoints.randomElement(using: &numbers) ?? 0
        let cut =
          number % 2 == 0
          ? Int.random(in: 0...log.events.count, using: &numbers)
          : min(log.events.count, max(0, near + Int.random(in: -300...5, using: &numbers)))
        let files = log.files(lostAt: cut, &numbers)
        let folder = place.url.appendingPathComponent("lost")
        try? FileManager.default.removeItem(at: folder)
        let data = folder.appendingPathComponent("data-1")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        for (name, contents) in files.contents { try contents.write(to: data.appendingPathComponent(name)) }
        let backend = SQLiteBackend(.init(folder))
        let contents = try backend.open(format: Script.format)
        let found = try World(contents, backend)
        if files.durable > 0 { #expect(contents.startedEmpty == nil, "loss \(number), before event \(cut)") }
        #expect(contents.epoch >= files.durable && contents.epoch <= files.newest, "loss \(number), before event \(cut)")
        try #require(found == worlds[Int(contents.epoch)], "loss \(number), before event \(cut)")
        if contents.epoch < files.newest - 1 { older += 1 }
        backend.close()
      }
      // Otherwise nothing was lost.
      #expect(older > 0)
    }
  }
#endif
