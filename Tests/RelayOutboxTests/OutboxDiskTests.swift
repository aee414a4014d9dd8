import Foundation
import RelayOutbox
import RelayRuntime
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Outboxes in folders: with the system's SQLite and real files.
@Suite("Outbox on disk", .hangGuard)
struct OutboxDiskTests {
  private let temporary: TemporaryFolder
  private let server = TodoServer()
  private var folder: URL { temporary.url }

  init() throws { temporary = try TemporaryFolder("relay-outbox") }

  private func open(
    _ owner: String, _ network: FaultyNetwork? = nil, mutations: [any GraphQLMutation.Type] = allMutations
  ) async throws -> (outbox: Outbox, environment: RelayEnvironment, network: FaultyNetwork) {
    let network = network ?? FaultyNetwork(server) { _ in .refused }
    let environment = RelayEnvironment(network: network)
    let outbox = try await Outbox.open(folder, owner: owner, environment: environment, mutations: mutations)
    return (outbox, environment, network)
  }

  @Test("what is stored is there after reopening, for its owner only")
  func owners() async throws {
    let ada = try await open("ada")
    await ada.outbox.pause()
    let entry = try await ada.outbox.enqueue(IncrementTodoMutation(id: "a"), policy: OutboxPolicy(lane: "a", expiresAfter: .seconds(1e9)))
    await #expect(throws: OutboxError.alreadyOpen) { _ = try await open("ada") }
    let bob = try await open("Ada")
    #expect(bob.outbox.entries.isEmpty)
    try await ada.outbox.close()
    let again = try await open("ada", FaultyNetwork(server))
    let found = try #require(again.outbox.entries.first?.of(IncrementTodoMutation.self))
    #expect(found.id == entry.id && found.details.lane == "a" && found.details.variables["id"] == "a")
    _ = try await found.result()
    #expect(server.todos.first?.count == 1)
    try await eventually { again.outbox.entries.isEmpty }
    #expect(bob.network.requests.isEmpty)
  }

  @Test("only the user can read the folder and its files")
  func permissions() async throws {
    // The folder is there, made by something else.
    let own = folder.appendingPathComponent(RelayEnvironment.digest(of: "ada"))
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let outbox = try await open("ada").outbox
    #expect(try FileManager.default.attributesOfItem(atPath: own.path)[.posixPermissions] as? Int == 0o700)
    await outbox.pause()
    try await outbox.enqueue(
      UploadPhotoMutation(id: "a", photo: GraphQLUpload(filename: "a.png", bytes: Data("photo".utf8))))
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(paths.contains { $0.hasSuffix("outbox.sqlite") } && paths.contains { $0.contains("files/") })
    for path in paths {
      let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + path)[.posixPermissions] as? Int
      #expect((mode ?? 0) & 0o077 == 0, "\(path)")
    }
  }

  @Test("a file is copied, sent from the copy in a later run, and removed with its entry", arguments: [false, true])
  func uploads(isLinked: Bool) async throws {
    let file = folder.appendingPathComponent("photo.png")
    let original = isLinked ? folder.appendingPathComponent("original") : file
    try Data("photo".utf8).write(to: original)
    if isLinked { try FileManager.default.createSymbolicLink(at: file, withDestinationURL: original) }
    let attributes = try FileManager.default.attributesOfItem(atPath: original.path)
    let first = try await open("ada").outbox
    await first.pause()
    try await first.enqueue(UploadPhotoMutation(id: "a", photo: GraphQLUpload(contentType: "image/png", file: file)))
    let mode = try FileManager.default.attributesOfItem(atPath: original.path)[.posixPermissions] as? Int
    #expect(mode == attributes[.posixPermissions] as? Int)
    try Data("changed".utf8).write(to: original)
    try FileManager.default.removeItem(at: original)
    try await first.close()
    let sent = Lock<[Data]>([])
    let network = FaultyNetwork(server) { request in
      for upload in request.uploads.values {
        if case .file(let copy) = upload.content { try sent.withLock { $0.append(try Data(contentsOf: copy)) } }
        #expect(upload.filename == "photo.png" && upload.contentType == "image/png")
      }
      #expect(request.uploads.keys.sorted() == ["photo"])
      return .none
    }
    let second = try await open("ada", network).outbox
    try await eventually { second.entries.isEmpty }
    #expect(sent.withLock { $0 } == [Data("photo".utf8)])
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains("files/") }
    #expect(left.isEmpty)
  }

  @Test("editing replaces the files, or keeps them; a mistake leaves everything as it was")
  func editedUploads() async throws {
    let photo = GraphQLUpload(filename: "a.png", contentType: "image/png", bytes: Data("photo".utf8))
    let first = try await open("ada").outbox
    await first.pause()
    let entry = try await first.enqueue(UploadPhotoMutation(id: "a", photo: photo))
    func files() throws -> [Data] {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).map { folder.appendingPathComponent($0) }
      return try paths.filter { $0.path.contains("files/") && !$0.hasDirectoryPath && $0.lastPathComponent.count < 3 }
        .map { try Data(contentsOf: $0) }
    }
    // Other variables with the same file.
    let known = try #require(try await entry.uploads()["photo"])
    try await entry.edit(UploadPhotoMutation(id: "b", photo: known))
    #expect(try files() == [Data("photo".utf8)])
    // A file without a place, then one that is not there.
    await #expect(throws: (any Error).self) {
      try await entry.edit(UploadPhotoMutation(id: "c", photo: photo), uploads: ["missing": photo])
    }
    let missing = GraphQLUpload(contentType: "image/png", file: folder.appendingPathComponent("missing.png"))
    await #expect(throws: (any Error).self) { try await entry.edit(UploadPhotoMutation(id: "c", photo: missing)) }
    #expect(try files() == [Data("photo".utf8)] && entry.details.variables["id"] == "b")
    // Another file.
    try await entry.edit(UploadPhotoMutation(id: "b", photo: GraphQLUpload(filename: "b.png", bytes: Data("other".utf8))))
    #expect(try files() == [Data("other".utf8)])
    try await first.close()

    let sent = Lock<[Data]>([])
    let network = FaultyNetwork(server) { request in
      for upload in request.uploads.values {
        if case .file(let copy) = upload.content { try sent.withLock { $0.append(try Data(contentsOf: copy)) } }
        #expect(upload.filename == "b.png" && request.variables["id"] == "b")
      }
      return .none
    }
    let second = try await open("ada", network).outbox
    try await eventually { second.entries.isEmpty }
    #expect(sent.withLock { $0 } == [Data("other".utf8)])
    #expect(try files().isEmpty)
  }

  @Test("a damaged row is shown as damaged, stops its lane, and can be discarded")
  func damagedRow() async throws {
    let storage = MemoryOutboxStorage()
    let first = try await Life(server, storage)
    await first.outbox.pause()
    try await first.increment("a", policy: OutboxPolicy(lane: "a"))
    try await first.increment("a", policy: OutboxPolicy(lane: "a"))
    try await first.increment("b", policy: OutboxPolicy(lane: "b"))
    try await first.outbox.close()
    let row = try #require(try storage.rows().first)
    // Every bit counts, and so do the number and the lane.
    for bit in 0..<row.body.count * 8 {
      var body = row.body
      body[body.startIndex + bit / 8] ^= 1 << UInt8(bit % 8)
      try storage.commit([.put(StoredRow(number: row.number, lane: row.lane, body: body))])
      if bit % 97 == 0 {
        let life = try await Life(server, storage) { $0.startsPaused = true }
        #expect(life.outbox.entries.map(\.status).first == .damaged, "bit \(bit)")
        try await life.outbox.close()
      }
    }
    for count in [0, 1, 4, row.body.count - 1] {
      try storage.commit([.put(StoredRow(number: row.number, lane: row.lane, body: row.body.prefix(count)))])
      let life = try await Life(server, storage) { $0.startsPaused = true }
      #expect(life.outbox.entries.map(\.status).first == .damaged)
      try await life.outbox.close()
    }
    let life = try await Life(server, storage)
    #expect(await life.settle() == .waitingForDecisions)
    #expect(server.executions.map(\.id) == ["b"])
    let damaged = try #require(life.outbox.entries.first)
    await #expect(throws: OutboxError.notPossible) { try await damaged.retry() }
    try await damaged.discard()
    #expect(await life.settle() == .idle)
    #expect(server.executions.map(\.id) == ["b", "a"])
  }

  @Test("a damaged row may have the greatest number; then there is no room until it is gone and the outbox was opened again")
  func greatestNumber() async throws {
    let storage = MemoryOutboxStorage([StoredRow(number: .max, lane: "a", body: Data())])
    let life = try await Life(server, storage)
    let damaged = try #require(life.outbox.entries.first)
    #expect(damaged.status == .damaged)
    await #expect(throws: OutboxError.full) { try await life.increment("a") }
    try await damaged.discard()
    try await life.outbox.close()
    let next = try await Life(server, storage)
    _ = try await next.increment("a").result()
    #expect(server.executions.count == 1)
  }

  @Test("a file that is no database is kept under another name")
  func damagedFile() async throws {
    let first = try await open("ada").outbox
    try await first.close()
    let file = try #require(
      FileManager.default.subpathsOfDirectory(atPath: folder.path).first { $0.hasSuffix("outbox.sqlite") })
    try Data(repeating: 7, count: 10_000).write(to: folder.appendingPathComponent(file))
    let second = try await open("ada").outbox
    #expect(second.entries.isEmpty)
    let kept = try #require(second.damagedFile)
    #expect(try Data(contentsOf: kept).count == 10_000)
    try await second.close()
    let third = try await open("ada").outbox
    #expect(FileManager.default.fileExists(atPath: kept.path))
    try await third.close(discarding: true)
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(!left.contains { $0.contains(kept.lastPathComponent) }, "\(left)")
  }

  @Test("a process that is killed loses nothing that was stored")
  func killedProcess() async throws {
    for round in 1...TestEffort.repetitions(6) {
      let process = Process()
      process.executableURL = try BuildProducts.executable("OutboxWorker")
      process.arguments = [folder.path]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      var text = Data()
      while text.split(separator: UInt8(ascii: "\n")).count < round * 7 {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { break }
        text += more
      }
      kill(process.processIdentifier, SIGKILL)
      text += output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let stored = text.split(separator: UInt8(ascii: "\n")).compactMap { UUID(uuidString: String(decoding: $0, as: UTF8.self)) }
      #expect(stored.count >= round * 7)
      let outbox = try await open("worker").outbox
      let entries = outbox.entries
      // One may have been stored and not printed.
      #expect(entries.count == stored.count || entries.count == stored.count + 1)
      #expect(entries.prefix(stored.count).map(\.id) == stored)
      try await outbox.close(discarding: true)
    }
  }
}
