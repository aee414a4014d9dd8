import Foundation

@testable import RelayDurableStore
@testable import RelaySQLite

/// Compares the backend of the durable store with SQLite alone, and with the schema of Apollo iOS: commits into 100,000 records, reading 50 of
/// them after opening, and the size of the files. A record has a key of 23 bytes and 300 bytes that cannot be compressed.
@main
enum BackendBenchmarks {
  static let count = 100_000

  static func main() async throws {
    if try await StoreBenchmarks.child(CommandLine.arguments) { return }
    try backends()
    try await StoreBenchmarks.run()
  }

  private static func backends() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("backend-benchmarks-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let subjects: [any Subject] = [
      BareSubject(folder.appendingPathComponent("bare")), ApolloSubject(folder.appendingPathComponent("apollo")),
      ApolloSubject(folder.appendingPathComponent("apollo-wal"), usesLog: true),
      BackendSubject(folder.appendingPathComponent("replacing"), replaces: true),
      BackendSubject(folder.appendingPathComponent("merging"), replaces: false),
    ]
    for subject in subjects { try fill(subject) }
    for records in [1, 10, 1_000] {
      print("commit of \(records), µs:", terminator: "")
      try compare(subjects, rounds: records == 1_000 ? 40 : 300) { subject in
        let keys = (0..<records).map { _ in key(Int.random(in: 0..<count)) }
        return try time { try subject.write(keys, value()) }
      }
    }
    print("opening and reading 50, µs:", terminator: "")
    for subject in subjects { subject.close() }
    try compare(subjects, rounds: 30) { subject in
      let keys = (0..<50).map { _ in key(Int.random(in: 0..<count)) }
      defer { subject.close() }
      return try time {
        try subject.open()
        guard try subject.read(keys) == keys.count else { fatalError("a record is missing") }
      }
    }
    print("reading 50, µs:", terminator: "")
    for subject in subjects { try subject.open() }
    try compare(subjects, rounds: 200) { subject in
      let keys = (0..<50).map { _ in key(Int.random(in: 0..<count)) }
      return try time { _ = try subject.read(keys) }
    }
    print("files, MB:", terminator: "")
    for subject in subjects {
      subject.close()
      print(" \(subject.name) \((Double(try size(subject.place)) / 100_000).rounded() / 10)", terminator: "")
    }
    print()
  }

  private static func fill(_ subject: any Subject) throws {
    try subject.open()
    var numbers = Array(0..<count)
    numbers.shuffle()
    for start in stride(from: 0, to: count, by: 1_000) { try subject.write(numbers[start..<start + 1_000].map(key), value()) }
  }

  static func key(_ number: Int) -> String {
    let digits = String(number)
    return "Todo:VG9kb0l0ZW0" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  static func value() -> [UInt8] { (0..<300).map { _ in UInt8.random(in: .min ... .max) } }

  private static func time(_ body: () throws -> Void) rethrows -> Duration { try ContinuousClock().measure(body) }

  /// Prints the median of each subject and its ratio to the first, from rounds in turn.
  private static func compare(_ subjects: [any Subject], rounds: Int, _ body: (any Subject) throws -> Duration) throws {
    var times = [[Duration]](repeating: [], count: subjects.count)
    for _ in 0..<rounds { for (index, subject) in subjects.enumerated() { times[index].append(try body(subject)) } }
    let medians = times.map { $0.sorted()[rounds / 2] }
    for (subject, median) in zip(subjects, medians) {
      let ratio = (median / medians[0] * 100).rounded() / 100
      print(" \(subject.name) \(Int(median / .microseconds(1))) (\(ratio))", terminator: "")
    }
    print()
  }

  static func size(_ place: URL) throws -> Int {
    let names = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String } ?? []
    return try names.reduce(0) { sum, name in
      sum + (try FileManager.default.attributesOfItem(atPath: place.appendingPathComponent(name).path)[.size] as? Int ?? 0)
    }
  }
}

/// Something that keeps records in files.
protocol Subject {
  var name: String { get }
  var place: URL { get }
  func open() throws
  func write(_ keys: [String], _ value: [UInt8]) throws
  /// - Returns: the number of records that were found.
  func read(_ keys: [String]) throws -> Int
  func close()
}

/// The backend of the durable store.
final class BackendSubject: Subject {
  let place: URL
  let replaces: Bool
  private let backend: SQLiteBackend
  private var epoch: Int64 = 0
  var name: String { replaces ? "backend" : "backend, merging" }

  init(_ place: URL, replaces: Bool) {
    (self.place, self.replaces) = (place, replaces)
    backend = SQLiteBackend(.init(place))
  }

  func open() throws { epoch = try backend.open(format: DurableFormat(version: 1, identity: "id", dataVersion: 0)).epoch }

  func write(_ keys: [String], _ value: [UInt8]) throws {
    epoch += 1
    var batch = DurableBatch(epoch: epoch)
    batch.records = keys.map { DurableBatch.RecordChange(identity: $0, body: value, replaces: replaces) }
    try backend.commit(batch) { _, new in new }
  }

  func read(_ keys: [String]) throws -> Int { try backend.load(keys).count }

  func close() { backend.close() }
}

/// SQLite with an integer as its key, in WAL mode.
final class BareSubject: Subject {
  let place: URL
  private var database: Database?
  let name = "bare"

  init(_ place: URL) { self.place = place }

  func open() throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let database = try Database(place.appendingPathComponent("data"), mode: .readWrite)
    try database.execute(
      "PRAGMA journal_mode=WAL", "PRAGMA synchronous=NORMAL", "PRAGMA cache_size=-4000",
      "CREATE TABLE IF NOT EXISTS r(h INTEGER PRIMARY KEY, k TEXT UNIQUE NOT NULL, v BLOB NOT NULL)")
    self.database = database
  }

  func write(_ keys: [String], _ value: [UInt8]) throws {
    guard let database else { return }
    try database.transaction {
      let insert = try database.statement("INSERT INTO r(k, v) VALUES(?1, ?2) ON CONFLICT(k) DO UPDATE SET v=excluded.v")
      for key in keys {
        try insert.bind(key, at: 1)
        try insert.bind(value, at: 2)
        try insert.run()
      }
    }
  }

  func read(_ keys: [String]) throws -> Int {
    guard let select = try database?.statement("SELECT v FROM r WHERE k=?1") else { return 0 }
    var count = 0
    for key in keys {
      try select.bind(key, at: 1)
      while try select.step() { count += select.blob(0).count / 300 }
    }
    return count
  }

  func close() { database?.close() }
}

/// The table of Apollo iOS 2, with JSON text, and a statement that is compiled for each set of keys.
final class ApolloSubject: Subject {
  let place: URL
  let usesLog: Bool
  private var database: Database?
  var name: String { usesLog ? "Apollo's schema, WAL" : "Apollo's schema" }

  init(_ place: URL, usesLog: Bool = false) { (self.place, self.usesLog) = (place, usesLog) }

  func open() throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let database = try Database(place.appendingPathComponent("data"), mode: .readWrite)
    if usesLog { try database.execute("PRAGMA journal_mode=WAL") }
    try database.execute("CREATE TABLE IF NOT EXISTS records(_id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE, record TEXT)")
    self.database = database
  }

  func write(_ keys: [String], _ value: [UInt8]) throws {
    guard let database else { return }
    // As long as the other values.
    let text = "{\"v\":\"" + Data(value.prefix(219)).base64EncodedString() + "\"}"
    try database.transaction {
      let insert = try database.statement(
        "INSERT INTO records(key, record) VALUES(?1, ?2) ON CONFLICT(key) DO UPDATE SET record=excluded.record")
      for key in keys {
        try insert.bind(key, at: 1)
        try insert.bind(text, at: 2)
        try insert.run()
      }
    }
  }

  func read(_ keys: [String]) throws -> Int {
    guard let database else { return 0 }
    let list = (1...keys.count).map { "?\($0)" }.joined(separator: ",")
    let select = try database.statement("SELECT key, record FROM records WHERE key IN (\(list))")
    for (index, key) in keys.enumerated() { try select.bind(key, at: index + 1) }
    var found: Set<String> = []
    while try select.step() { if select.text(1).utf8.count > 100 { found.insert(select.text(0)) } }
    return keys.count { found.contains($0) }
  }

  func close() { database?.close() }
}
