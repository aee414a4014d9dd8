import Foundation
import RelayDurableStore
import RelayRuntime

/// A process that writes to the folder of a durable store, for tests that kill it, limit it, or read at the same time.
///
///     BackendWriter run FOLDER SEED FIRST COUNT    performs steps of a script, and prints the number of each when it is done
///     BackendWriter clear FOLDER STEP              writes markers, and when a line comes in, clears, and kills itself at a step of that
///     BackendWriter full FOLDER BYTES              writes until its files may not grow any more, reads, and goes on without the limit
///     BackendWriter hold FOLDER                    opens the folder, and keeps it until its input ends
///     BackendWriter record FOLDER SEED COUNT FILE   commits the batches of a script, and writes what SQLite did to its files to a file
///     BackendWriter die FOLDER SEED COUNT CALL      performs steps of a script, prints the number of each, and kills itself at a call of SQLite's
///                                                  that changes a file; at the end, prints how many there were
///     BackendWriter live FOLDER COUNT              writes three records in each of so many batches, when a line comes in
///     BackendWriter publish FOLDER COUNT           renames the user "u1" in a store so many times, once for each line that comes in
@main
enum BackendWriter {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { usage() }
    let folder = URL(fileURLWithPath: arguments[2])
    switch (arguments[1], arguments.count) {
    case ("run", 6):
      guard let seed = UInt64(arguments[3]), let first = Int64(arguments[4]), let count = Int64(arguments[5]) else { usage() }
      try run(folder, Script(seed: seed), first, count)
    case ("clear", 4):
      guard let step = BackendFolder.Step(rawValue: arguments[3]) else { usage() }
      try clear(folder, step)
    case ("full", 4):
      guard let limit = UInt64(arguments[3]) else { usage() }
      try fill(folder, limit)
    case ("hold", 3):
      let backend = SQLiteBackend(.init(folder))
      _ = try backend.open(format: Script.format)
      say("open")
      _ = readLine()
      backend.close()
    #if os(Linux)
      case ("record", 6):
        guard let seed = UInt64(arguments[3]), let count = Int64(arguments[4]) else { usage() }
        try record(folder, Script(seed: seed), count, URL(fileURLWithPath: arguments[5]))
      case ("die", 6):
        guard let seed = UInt64(arguments[3]), let count = Int64(arguments[4]), let call = Int(arguments[5]) else { usage() }
        guard PowerRecorder.install() else { return say("there is no SQLite") }
        PowerRecorder.lastCall = call
        try run(folder, Script(seed: seed), 1, count)
        say("calls \(PowerRecorder.calls)")
    #endif
    case ("live", 4):
      guard let count = Int64(arguments[3]) else { usage() }
      try live(folder, count)
    case ("publish", 4):
      guard let count = Int(arguments[3]) else { usage() }
      try await publish(folder, count)
    default: usage()
    }
  }

  private static func usage() -> Never {
    say("usage: BackendWriter run FOLDER SEED FIRST COUNT | clear FOLDER STEP | full FOLDER BYTES | hold FOLDER | live FOLDER COUNT")
    exit(2)
  }

  private static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  private static func run(_ folder: URL, _ script: Script, _ first: Int64, _ count: Int64) throws {
    let backend = SQLiteBackend(.init(folder))
    _ = try backend.open(format: Script.format)
    for step in first..<first + count {
      try script.perform(step, backend)
      say("\(step)")
    }
    backend.close()
  }

  private static func clear(_ folder: URL, _ last: BackendFolder.Step) throws {
    var options = SQLiteBackend.Options(folder)
    options.willContinue = { if $0 == last, isClearing.withLock({ isClearingNow }) { kill(getpid(), SIGKILL) } }
    let backend = SQLiteBackend(options)
    _ = try backend.open(format: Script.format)
    let records = (0..<100).map { number in
      DurableBatch.RecordChange(identity: "MARKER\(number)", body: [UInt8]("MARKER".utf8), replaces: true)
    }
    try backend.commit(DurableBatch(epoch: 1, records: records, properties: ["MARKER": [UInt8]("MARKER".utf8)]), merging: World.merge)
    say("written")
    _ = readLine()
    isClearing.withLock { isClearingNow = true }
    try backend.clear()
    say("cleared")
  }

  private static let isClearing = NSLock()
  nonisolated(unsafe) private static var isClearingNow = false

  private static func fill(_ folder: URL, _ limit: UInt64) throws {
    // Otherwise the signal that accompanies the error would end the process.
    signal(SIGXFSZ, SIG_IGN)
    let backend = SQLiteBackend(.init(folder))
    _ = try backend.open(format: Script.format)
    setLimit(rlim_t(limit))
    let body = [UInt8](repeating: 7, count: 1_000)
    func write(_ epoch: Int64) throws {
      let records = (0..<10).map { DurableBatch.RecordChange(identity: "\(epoch):\($0)", body: body, replaces: true) }
      try backend.commit(DurableBatch(epoch: epoch, records: records), merging: World.merge)
    }
    var epoch: Int64 = 0
    do {
      while epoch < 10_000 {
        try write(epoch + 1)
        epoch += 1
      }
    } catch DurabilityError.full { say("full after \(epoch)") }
    let found = try backend.load(changedSince: 0)
    say("read \(found.count) of \(epoch * 10)")
    setLimit(rlim_t(Int64.max))
    try write(epoch + 1)
    say("written again \(try backend.load(changedSince: 0).count)")
    backend.close()
  }

  /// Limits the size of the files that the process writes; only what it may ask for, not what it may be given.
  private static func setLimit(_ bytes: rlim_t) {
    var limits = rlimit()
    #if canImport(Glibc)
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
      limits.rlim_cur = bytes
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
    #else
      getrlimit(RLIMIT_FSIZE, &limits)
      limits.rlim_cur = bytes
      setrlimit(RLIMIT_FSIZE, &limits)
    #endif
  }

  #if os(Linux)
    private static func record(_ folder: URL, _ script: Script, _ count: Int64, _ file: URL) throws {
      guard PowerRecorder.install() else { return say("there is no SQLite") }
      let backend = SQLiteBackend(.init(folder))
      _ = try backend.open(format: Script.format)
      for step in 1...max(1, count) {
        try backend.commit(script.batch(step), merging: World.merge)
        PowerRecorder.log.events.append(.committed(epoch: step))
      }
      try PropertyListEncoder().encode(PowerRecorder.log).write(to: file)
      say("recorded \(PowerRecorder.log.events.count)")
      backend.close()
    }
  #endif

  private static func publish(_ folder: URL, _ count: Int) async throws {
    var durability = Durability()
    durability.flushInterval = .milliseconds(1)
    let store = try await RelayStore.open(DurableFolder(folder), durability: durability)
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() }, store: store)
    say("open")
    for number in 1...max(1, count) {
      guard readLine() != nil else { break }
      try environment.commitLocalUpdate { store in
        for id in ["u1", "u2"] {
          let user = store[id] ?? store.create(dataID: id, typeName: "User")
          (user["id"], user["name"]) = (.string(id), .int(number))
          user.setLinkedRecord(store["u2"], for: "link")
          user.setLinkedRecords([], for: "list")
          store.root.setLinkedRecord(user, for: "user", arguments: ["id": .string(id)])
        }
        store["u1"]?.setLinkedRecord(store["u2"], for: "link")
      }
      try await store.flush()
    }
    await store.suspend()
    say("closed")
  }

  private static func live(_ folder: URL, _ count: Int64) throws {
    let backend = SQLiteBackend(.init(folder))
    _ = try backend.open(format: Script.format)
    say("open")
    for epoch in 1...max(1, count) {
      guard readLine() != nil else { break }
      let records = ["a", "b", "c"].map { DurableBatch.RecordChange(identity: $0, body: [UInt8]("\(epoch)".utf8), replaces: true) }
      try backend.commit(DurableBatch(epoch: epoch, records: records), merging: World.merge)
    }
    backend.close()
    say("closed")
  }
}
