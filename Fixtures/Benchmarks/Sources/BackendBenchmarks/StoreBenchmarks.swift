import Foundation

@testable import RelayDurableStore
@testable import RelayRuntime
@testable import RelaySQLite

/// The store on disk with 100,000 records in 2,000 answers: publishing with and without it, the first screen in a process of its own, and that
/// process's memory.
enum StoreBenchmarks {
  /// Of 16 items each, and so of 49 records with the root.
  private static let (pages, items) = (2_000, 16)

  static func run() async throws {
    try await publishing()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-benchmarks-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await fill(folder)
    try firstScreen(folder)
  }

  private static func environment(_ store: RelayStore) -> RelayEnvironment {
    RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() }, store: store)
  }

  // MARK: - Publishing

  private static func publishing() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("publishing-benchmarks-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let stores = [RelayStore(), try await RelayStore.open(DurableFolder(folder))]
    let environments = stores.map { environment($0) }
    for items in [1, 3, 333] {
      measure(environments, items: items)
      try await stores[1].flush()
    }
    await stores[1].suspend()
  }

  /// Prints the processor time of the publishing thread for answers that change every record.
  private static func measure(_ environments: [RelayEnvironment], items: Int) {
    let rounds = items == 333 ? 150 : 2_000
    // The publication alone, and the whole way from the bytes.
    var times = [[Double]](repeating: [], count: 4)
    let operation = ScreenQuery(page: items).descriptor
    for round in 0..<rounds {
      let body = ScreenQuery.response(page: items, items: items, version: round)
      for index in (round % 2 == 0 ? [0, 1] : [1, 0]) {
        let environment = environments[index]
        guard let document = try? JSONDocument(body),
          let payload = try? Normalizer.normalize(
            ResponsePart(document, at: document.withCursor { $0.find("data", in: 0) }, of: operation, errors: []),
            keys: environment.store.keys, options: Normalizer.Options())
        else { fatalError("the response is malformed") }
        environment.queue.commitPayload(operation, payload)
        var start = processorTime()
        environment.queue.run(source: operation)
        times[index].append(processorTime() - start)
        let next = ScreenQuery.response(page: items, items: items, version: -round - 1)
        start = processorTime()
        _ = try? environment.commitPayload(ScreenQuery(page: items), body: next)
        times[2 + index].append(processorTime() - start)
      }
      if items == 333 { usleep(5_000) }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    func ratio(_ index: Int) -> Double { (medians[index + 1] / medians[index] * 1_000).rounded() / 1_000 }
    print(
      "publishing \(items * 3) records, µs of its thread: without a disk \(Int(medians[0])), with it \(Int(medians[1])) (\(ratio(0))); "
        + "from bytes \(Int(medians[2])), \(Int(medians[3])) (\(ratio(2)), budget \(items == 333 ? "1.03" : "none"))")
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  // MARK: - The first screen

  /// Writes a folder, an archive with the same records, and SQLite alone with as many.
  private static func fill(_ folder: URL) async throws {
    let (memory, disk) = (RelayStore(), try await RelayStore.open(DurableFolder(folder.appendingPathComponent("store"))))
    let environments = [memory, disk].map { environment($0) }
    // Otherwise memory would forget what nobody holds.
    let held = (0..<pages).map { environments[0].retain(ScreenQuery(page: $0)) }
    defer { withExtendedLifetime(held) {} }
    for page in 0..<pages {
      let body = ScreenQuery.response(page: page, items: items)
      for environment in environments { try environment.commitPayload(ScreenQuery(page: page), body: body) }
      if page % 100 == 99 { try await disk.flush() }
    }
    try memory.save(to: folder.appendingPathComponent("archive"))
    await disk.suspend()
    let bare = BareSubject(folder.appendingPathComponent("bare"))
    try bare.open()
    for start in stride(from: 0, to: BackendBenchmarks.count, by: 1_000) {
      try bare.write((start..<start + 1_000).map(BackendBenchmarks.key), BackendBenchmarks.value())
    }
    bare.close()
  }

  /// Compares processes.
  private static func firstScreen(_ folder: URL) throws {
    let kinds = ["--bare", "--screen", "--archive", "--nothing"]
    var times = [[Double]](repeating: [], count: kinds.count)
    var memory = times
    for _ in 0..<7 {
      for (index, kind) in kinds.enumerated() {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [kind, folder.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(separator: " ")
        process.waitUntilExit()
        guard words.count == 2, let time = Double(words[0]), let bytes = Double(words[1].dropLast()) else {
          fatalError("\(kind) has failed")
        }
        times[index].append(time)
        memory[index].append(bytes)
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    let peaks = memory.map { ($0.sorted()[$0.count / 2] / 1e5).rounded() / 10 }
    func ratio(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
    print(
      "first screen of 100,000 records, µs: store \(Int(medians[1])); SQLite alone \(Int(medians[0])) (\(ratio(medians[1] / medians[0])), "
        + "budget 3); restoring an archive \(Int(medians[2])) (\(ratio(medians[1] / medians[2])), budget 0.05)")
    print("peak memory then, MB: store \(peaks[1]), SQLite alone \(peaks[0]), archive \(peaks[2]), an empty store \(peaks[3])")
    let size = try BackendBenchmarks.size(folder.appendingPathComponent("store"))
    print("files with these records, MB: \((Double(size) / 1e5).rounded() / 10)")
  }

  /// What a process of its own does: prints its time in microseconds, and its peak memory in bytes.
  ///
  /// - Returns: whether it is one.
  static func child(_ arguments: [String]) async throws -> Bool {
    guard arguments.count == 3 else { return false }
    let folder = URL(fileURLWithPath: arguments[2])
    let start = ContinuousClock.now
    let page = Int.random(in: 0..<pages)
    switch arguments[1] {
    case "--bare":
      let bare = BareSubject(folder.appendingPathComponent("bare"))
      try bare.open()
      guard try bare.read((0..<50).map { _ in BackendBenchmarks.key(Int.random(in: 0..<BackendBenchmarks.count)) }) == 50 else {
        return true
      }
    case "--screen":
      let store = try await RelayStore.open(DurableFolder(folder.appendingPathComponent("store")))
      let environment = environment(store)
      guard case .available = await store.prepare(ScreenQuery(page: page)) else { return true }
      guard environment.read(ScreenQuery(page: page))?.items?.compactMap({ $0?.id.count }).count == items else { return true }
      report(start)
      await store.suspend()
      return true
    case "--archive":
      let environment = environment(RelayStore())
      try environment.store.restore(from: folder.appendingPathComponent("archive"))
      guard environment.read(ScreenQuery(page: page))?.items?.compactMap({ $0?.id.count }).count == items else { return true }
    case "--nothing": _ = environment(RelayStore())
    default: return false
    }
    report(start)
    return true
  }

  private static func report(_ start: ContinuousClock.Instant) {
    let time = start.duration(to: .now) / .microseconds(1)
    print("\(time) \(peakMemory())")
  }
}
