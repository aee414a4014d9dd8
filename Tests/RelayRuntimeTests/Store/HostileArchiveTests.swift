#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing

  @testable import RelayRuntime

  /// Archives under attack: processes that are killed, run out of disk space, or save simultaneously; links instead of the file; modified
  /// files.
  ///
  /// For long runs: `RELAY_ARCHIVE_KILLS=200 RELAY_ARCHIVE_FUZZ=20000 swift test --filter HostileArchiveTests`.
  @Suite("Archives under attack", .serialized)
  struct HostileArchiveTests {
    /// A separate folder for each test.
    struct Folder {
      private let folder: TemporaryFolder
      var url: URL { folder.url }
      var file: URL { url.appendingPathComponent("store") }

      init() throws { folder = try TemporaryFolder("relay-archive") }

      /// The names in the folder, those of unfinished files last.
      func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted(by: >) }

      func unfinished() throws -> [String] { try names().filter { $0.hasPrefix(".store.saving-") } }
    }

    /// A process that saves.
    final class Saver {
      private let process = Process()
      private let output = Pipe()

      init(_ file: URL, version: String, megabytes: Int, count: Int, limit: Int? = nil) throws {
        process.executableURL = try BuildProducts.executable("StoreSaver")
        process.arguments = [file.path, version, "\(megabytes)", "\(count)"] + (limit.map { ["\($0)"] } ?? [])
        process.standardOutput = output
        try process.run()
      }

      var isRunning: Bool { process.isRunning }

      /// - Returns: the output of the process, after it has ended.
      func wait() -> [Substring] {
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n")
      }

      /// Kills the process immediately, whatever it is doing.
      func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
    }

    /// The version that all records of an archive have. Throws if they differ or one is missing.
    private static func version(in file: URL, records: Int) throws -> String {
      let fresh = RelayStore()
      try fresh.restore(from: file)
      let known = fresh.json.filter { $0.key != DataID.root }
      try #require(known.count == records)
      let versions = Set(known.values.compactMap { $0["version"]?.stringValue })
      try #require(versions.count == 1 && known.values.allSatisfy { $0["text"]?.stringValue?.utf8.count == 1 << 20 })
      return try #require(versions.first)
    }

    // MARK: The file

    @Test("only the user may read an archive, regardless of an existing file")
    func mode() throws {
      let folder = try Folder()
      let test = TestStore()
      func mode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder.file.path)[.posixPermissions] as? Int
      }
      try test.store.save(to: folder.file)
      #expect(try mode() == 0o600)
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.file.path)
      try test.store.save(to: folder.file)
      #expect(try mode() == 0o600)
      #expect(try folder.names() == ["store"])
    }

    @Test("no link is followed, neither in the archive's place nor under the name of an unfinished file")
    func links() throws {
      let folder = try Folder()
      let victim = folder.url.appendingPathComponent("victim")
      try Data("precious".utf8).write(to: victim)
      let links = [
        folder.file, folder.url.appendingPathComponent(".store.saving"),
        folder.url.appendingPathComponent(".store.saving-0123456789abcdef"),
      ]
      for link in links { try FileManager.default.createSymbolicLink(at: link, withDestinationURL: victim) }
      let test = TestStore()
      try test.store.save(to: folder.file)
      try RelayStore().restore(from: folder.file)
      #expect(try Data(contentsOf: victim) == Data("precious".utf8))
      // A link is not a leftover file of a process.
      #expect(try folder.names() == ["victim", "store", ".store.saving-0123456789abcdef", ".store.saving"])
      let kind = try FileManager.default.attributesOfItem(atPath: folder.file.path)[.type] as? FileAttributeType
      #expect(kind == .typeRegular)
    }

    @Test("leftovers of a killed process are removed by the next save or restore, and nothing else is")
    func leftFiles() throws {
      let folder = try Folder()
      let test = TestStore()
      let others = [
        ".store.saving", ".store.saving-0123", ".store.saving-0123456789abcdeg", ".other.saving-0123456789abcdef",
        "store.saving-0123456789abcdef",
      ]
      for name in others { try Data("kept".utf8).write(to: folder.url.appendingPathComponent(name)) }
      func leave() throws {
        for name in ["0123456789abcdef", "ffffffffffffffff"] {
          try Data("half of an arch".utf8).write(to: folder.url.appendingPathComponent(".store.saving-" + name))
        }
      }
      try leave()
      try test.store.save(to: folder.file)
      #expect(try folder.names() == (others + ["store"]).sorted(by: >))
      try leave()
      try RelayStore().restore(from: folder.file)
      #expect(try folder.names() == (others + ["store"]).sorted(by: >))
      // A file that is being written is locked.
      try leave()
      let descriptor = open(folder.url.appendingPathComponent(".store.saving-ffffffffffffffff").path, O_RDONLY)
      try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
      try test.store.save(to: folder.file)
      #expect(try folder.names() == (others + ["store", ".store.saving-ffffffffffffffff"]).sorted(by: >))
      close(descriptor)
    }

    @Test("anything that is not a file, or is too long for an archive, is rejected without being read")
    func noFile() throws {
      let folder = try Folder()
      try #require(mkfifo(folder.file.path, 0o600) == 0)
      #expect(throws: StoreArchiveError.notAnArchive) { try RelayStore().restore(from: folder.file) }
      try #require(unlink(folder.file.path) == 0)
      // It has no blocks on the disk.
      let descriptor = open(folder.file.path, O_WRONLY | O_CREAT, 0o600)
      try #require(descriptor >= 0 && ftruncate(descriptor, 1 << 40) == 0)
      close(descriptor)
      #expect(throws: StoreArchiveError.notAnArchive) { try RelayStore().restore(from: folder.file) }
      #expect(throws: CocoaError.self) { try RelayStore().restore(from: folder.url.appendingPathComponent("nowhere")) }
      // One byte more than an archive may have.
      try Data("\(StoreArchive.header) 1 1\n".utf8).write(to: folder.file)
      #expect(truncate(folder.file.path, StoreArchive.maximumLength + 1) == 0)
      #expect(throws: StoreArchiveError.notAnArchive) { try RelayStore().restore(from: folder.file) }
    }

    @Test("with a full disk, only the old archive is left")
    func fullDisk() throws {
      let folder = try Folder()
      #expect(try Saver(folder.file, version: "old", megabytes: 2, count: 1).wait() == ["saved"])
      let before = try Data(contentsOf: folder.file)
      for limit in [0, 1, 4096, 1 << 20, before.count - 1] {
        let output = try Saver(folder.file, version: "new", megabytes: 2, count: 2, limit: limit).wait()
        #expect(output.count == 2 && output.allSatisfy { $0.hasPrefix("failed") })
        #expect(try folder.names() == ["store"])
        #expect(try Data(contentsOf: folder.file) == before)
      }
      #expect(try Saver(folder.file, version: "new", megabytes: 2, count: 1, limit: before.count + 10).wait() == ["saved"])
      #expect(try Self.version(in: folder.file, records: 2) == "new")
    }

    // MARK: Processes

    @Test("of two processes that save simultaneously, one wins, and no reader ever sees a partial archive")
    func twoProcesses() throws {
      let folder = try Folder()
      #expect(try Saver(folder.file, version: "0", megabytes: 4, count: 1).wait() == ["saved"])
      let savers = try ["1", "2"].map { try Saver(folder.file, version: $0, megabytes: 4, count: 10) }
      var seen: Set<String> = []
      while savers.contains(where: { $0.isRunning }) { seen.insert(try Self.version(in: folder.file, records: 4)) }
      for saver in savers { #expect(saver.wait() == Array(repeating: "saved", count: 10)) }
      #expect(["1", "2"].contains(try Self.version(in: folder.file, records: 4)))
      #expect(seen.isSubset(of: ["0", "1", "2"]))
      #expect(try folder.names() == ["store"])
    }

    @Test("a process killed while writing leaves the old archive or the new one, and at most its unfinished file", .hangGuard)
    func kills() throws {
      let folder = try Folder()
      let megabytes = 8
      var last = "0"
      #expect(try Saver(folder.file, version: last, megabytes: megabytes, count: 1).wait() == ["saved"])
      let size = try Data(contentsOf: folder.file).count
      let count = TestEffort.repetitions(8, unless: "RELAY_ARCHIVE_KILLS")
      var random = SplitMix(seed: SplitMix.seedOfThisRun)
      var (hits, replaced, number) = (0, 0, 0)
      // A busy machine may be too late for some of them, but not for all.
      while number < count || hits == 0 && number < 50 {
        number += 1
        let saver = try Saver(folder.file, version: "\(number)", megabytes: megabytes, count: 0)
        // As soon as the unfinished file exists and has this length, or in one of five cases after it has been renamed.
        let length = Int.random(in: 0...size + size / 4, using: &random)
        var isWriting = false
        while !isWriting, saver.isRunning {
          for name in try folder.unfinished() {
            let path = folder.url.appendingPathComponent(name).path
            var status = stat()
            while stat(path, &status) == 0, !isWriting { isWriting = Int(status.st_size) >= length }
            if length > size { isWriting = true }
          }
        }
        saver.stop()
        let comment: Comment = "kill \(number), seed \(random.seed)"
        try #require(isWriting, comment)
        let left = try folder.unfinished()
        #expect(left.count <= 1, comment)
        #expect(try folder.names().filter { $0 != "store" } == left, comment)
        hits += left.count
        let version = try Self.version(in: folder.file, records: megabytes)
        #expect(version == last || version == "\(number)")
        if version != last { replaced += 1 }
        last = version
        // Restoring has removed the leftovers.
        #expect(try folder.names() == ["store"])
      }
      print("killed \(number) processes that were saving: \(hits) in the midst of a file, \(replaced) after a new one was complete")
      #expect(hits > 0)
    }

    // MARK: Contents

    private static func archive() throws -> Data {
      let test = TestStore()
      try test.publish(Friends.operation(["first": 2]), Friends.page([("c1", "1"), nil, ("é \"quoted\"", "2")], hasNext: true))
      try test.publish(
        DeepNestingTests.operation,
        #"{"data":{"any":{"__ref":"4","n":[1.0,-0.0,1e999,{"__json":{"a":null}}]},"list":[[1],{}],"failed":null},"errors":[{"message":"No.","path":["failed"],"extensions":{"deep":[[{}]]}}]}"#,
        options: .init(isResponse: true))
      test.queue.commitUpdate { store in
        store.delete(dataID: "deleted")
        store["1"]?.invalidateRecord()
      }
      test.queue.run()
      let folder = try Folder()
      try test.store.save(to: folder.file)
      return try Data(contentsOf: folder.file)
    }

    private static let inserts =
      [
        "null", "{}", "[]", "-1", "1e999", "9223372036854775808", "-9223372036854775808", "\"\"", "\"\\ud800\"", #"{"__ref":5}"#,
        #"{"__ref":"4"}"#,
        #"{"__refs":["1",null,7]}"#, #"{"__lists":[{"__refs":["1"]},{"__lists":[]}]}"#, #""__typename":"User","#, #""__errors":{"x":[7]},"#,
        ",", ":", "}", "]",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80]]

    @Test("archives that were modified, including their checksum, are rejected or read, and the store keeps working")
    func mutated() throws {
      let whole = Array(try Self.archive())
      let body = Array(whole[(try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 1)...])
      var random = SplitMix(seed: 20_261_122)
      let folder = try Folder()
      var (accepted, refused) = (0, 0)
      for round in 0..<TestEffort.repetitions(500, unless: "RELAY_ARCHIVE_FUZZ") {
        // Half of them have a correct length and checksum.
        let isForged = round % 2 == 0
        var bytes = isForged ? body : whole
        for _ in 0..<Int.random(in: 1...2, using: &random) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<10, using: &random) {
          case 0: bytes.removeLast(bytes.count - place)
          case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 2: bytes.remove(at: place)
          case 3...6:
            // A value becomes a different one.
            let insert = Self.inserts[Int.random(in: 0..<Self.inserts.count, using: &random)]
            guard let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")),
              let end = bytes[colon...].firstIndex(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") })
            else { continue }
            bytes.replaceSubrange(colon + 1..<end, with: insert)
          case 7:
            let end = min(bytes.count, place + Int.random(in: 1..<60, using: &random))
            bytes.insert(contentsOf: bytes[place..<end], at: place)
          default:
            let depth = Int.random(in: 1..<1200, using: &random)
            let (open, close) = Bool.random(using: &random) ? ("[", "]") : (#"{"__lists":["#, "]}")
            if let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")) {
              bytes.insert(contentsOf: String(repeating: open, count: depth).utf8, at: colon + 1)
              if let end = bytes[(colon + 1 + depth * open.utf8.count)...].firstIndex(where: {
                $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}")
              }) {
                bytes.insert(contentsOf: String(repeating: close, count: depth).utf8, at: end)
              }
            }
          }
        }
        if isForged {
          bytes = Array("\(StoreArchive.header) \(bytes.count) \(StoreArchive.checksum(Data(bytes)))\n".utf8) + bytes
        }
        if bytes == whole { continue }
        let comment: Comment = "round \(round), seed \(random.seed)"
        try Data(bytes).write(to: folder.file)
        let test = TestStore()
        let before = test.store.json
        do {
          try test.store.restore(from: folder.file)
          accepted += 1
          #expect(isForged, comment)
          // The store can still be read, written, collected and saved.
          _ = test.store.json
          _ = test.store.lookup(Friends.operation()).row?.json
          _ = test.store.lookup(DeepNestingTests.operation).row?.json
          _ = test.store.check(Friends.operation())
          try test.publish(Friends.operation(["first": 1]), Friends.page([("c3", "3")]))
          test.store.collectGarbage()
          try test.store.save(to: folder.file)
          let again = TestStore()
          try again.store.restore(from: folder.file)
        } catch {
          refused += 1
          #expect(error is StoreArchiveError || error is JSONParseError, comment)
          #expect(test.store.json == before, comment)
        }
      }
      print("of \(accepted + refused) changed archives \(accepted) were read and \(refused) refused")
      #expect(accepted > 0 && refused > 0)
    }
  }
#endif
