#if os(Linux) || os(macOS)
  import BackendWriter
  import Foundation
  import RelayDurableStore
  import RelaySQLite
  import TestSupport
  import Testing

  /// Processes that are killed at any moment: promise 1.
  @Suite("Processes that are killed", .serialized) struct KillTests {
    /// A hundred kills before a change lands, a thousand at night.
    static let kills = TestEffort.current == .nightly ? 1_000 : TestEffort.repetitions(100)

    @Test("after a kill, the files have a state after some whole step, and all that was acknowledged", .hangGuard)
    func kills() throws {
      let place = try TemporaryFolder("durable-kill")
      let folder = place.url.appendingPathComponent("store")
      var numbers = SplitMix(seed: SplitMix.seedOfThisRun)
      let script = Script(seed: numbers.next())
      var (world, done) = (World(), Int64(0))
      for number in 0..<KillTests.kills {
        let process = try WriterProcess("run", folder.path, "\(script.seed)", "\(done + 1)", "1000000")
        var acknowledged = [process.nextLine()].compactMap { $0 }
        try #require(!acknowledged.isEmpty, "kill \(number): the process did not begin")
        usleep(UInt32.random(in: 0...20_000, using: &numbers))
        acknowledged += process.kill()
        let last = acknowledged.compactMap { Int64($0) }.max() ?? done
        while done < last {
          done += 1
          world = script.worlds(done, from: world).last ?? world
        }
        let backend = SQLiteBackend(.init(folder))
        let contents = try backend.open(format: Script.format)
        #expect(contents.startedEmpty == nil)
        let found = try World(contents, backend)
        let allowed = script.worlds(done + 1, from: world)
        try #require(allowed.contains(found), "kill \(number), after step \(done), seed \(numbers.seed)")
        // What loading by identity and by operation finds is the same.
        let loaded = try backend.load(found.records.keys.sorted())
        #expect(loaded.allSatisfy { found.records[$0.identity] == $0.body } && loaded.count == found.records.count)
        for (operation, members) in found.members {
          #expect(Set(try backend.load(membersOf: operation).map(\.identity)) == members)
        }
        backend.close()
        // Go on from what is there. An action that was done in part is done again from its beginning.
        if found == allowed.last {
          done += 1
          world = found
        } else {
          world = found
        }
      }
      #expect(done > Int64(KillTests.kills))
    }

    @Test(
      "a kill at any step of clearing leaves everything or nothing, and after the next start no byte",
      arguments: BackendFolder.Step.allCases)
    func clears(_ step: BackendFolder.Step) throws {
      let place = try TemporaryFolder("durable-clear")
      let folder = place.url.appendingPathComponent("store")
      // A process that only reads has the files open all the time.
      var options = SQLiteBackend.Options(folder)
      options.role = .reader
      let reader = SQLiteBackend(options)
      let process = try WriterProcess("clear", folder.path, step.rawValue)
      #expect(process.nextLine() == "written")
      _ = try reader.open(format: Script.format)
      #expect(try reader.load(["MARKER1"]).count == 1)
      process.send("")
      #expect(process.rest() == [])

      let backend = SQLiteBackend(.init(folder))
      let contents = try backend.open(format: Script.format)
      let records = try backend.load(changedSince: .min)
      if step == .beforeRename {
        #expect(records.count == 100 && contents.properties.count == 1)
        try backend.clear()
        #expect(try backend.load(changedSince: .min).isEmpty)
      } else {
        #expect(records.isEmpty && contents == DurableContents())
      }
      #expect(try reader.load(["MARKER1"]).isEmpty)
      backend.close()
      #expect(try Self.filesWithMarker(folder) == [])
    }

    private static func filesWithMarker(_ folder: URL) throws -> [String] {
      let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      return try names.filter { name in
        let file = folder.appendingPathComponent(name)
        guard try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType == .typeRegular else { return false }
        return try Data(contentsOf: file).range(of: Data("MARKER".utf8)) != nil
      }
    }

    @Test("a file that may not grow is a full disk: what was written is there, and writing goes on when there is space")
    func full() throws {
      let place = try TemporaryFolder("durable-full")
      for limit in TestEffort.current == .nightly ? Array(stride(from: 200_000, to: 300_000, by: 1_234)) : [200_000, 301_234] {
        let folder = place.url.appendingPathComponent("store\(limit)")
        let lines = try WriterProcess("full", folder.path, "\(limit)").rest()
        try #require(lines.count == 3, "\(limit): \(lines)")
        let count = try #require(Int(lines[0].split(separator: " ").last ?? ""))
        #expect(count > 0)
        #expect(lines[1] == "read \(count * 10) of \(count * 10)")
        #expect(lines[2] == "written again \(count * 10 + 10)")
      }
    }

    @Test("one process writes: a second one and a second store of the same process are refused, until the first ends")
    func oneWriter() throws {
      let place = try TemporaryFolder("durable-writers")
      let folder = place.url.appendingPathComponent("store")
      let process = try WriterProcess("hold", folder.path)
      #expect(process.nextLine() == "open")
      let backend = SQLiteBackend(.init(folder))
      #expect(throws: DurabilityError.hasOtherWriter) { try backend.open(format: Script.format) }
      _ = process.kill()
      _ = try backend.open(format: Script.format)
      #expect(throws: DurabilityError.alreadyOpen) { try SQLiteBackend(.init(folder)).open(format: Script.format) }
      backend.close()
      let other = SQLiteBackend(.init(folder))
      _ = try other.open(format: Script.format)
      other.close()
    }

    #if os(Linux)
      @Test("a lock that was released is free, even if a process that is being started has a copy of its descriptor")
      func copiedDescriptor() throws {
        let place = try TemporaryFolder("durable-copied")
        let lock = try FolderLock(place.url, file: "writer.lock")
        let path = place.url.appendingPathComponent("writer.lock").resolvingSymlinksInPath().path
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { CInt($0) }
        let copies = descriptors.filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path }
          .map { dup($0) }
        defer { for copy in copies { close(copy) } }
        try #require(copies.count == 1)
        lock.release()
        try FolderLock(place.url, file: "writer.lock").release()
      }
    #endif
  }
#endif
