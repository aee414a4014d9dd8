package import Foundation
package import RelaySQLite

/// Keeps the records of a durable store in a database of SQLite, in a folder of its own.
///
/// One connection writes, another one loads, each with a lock of its own: loading does not wait for a commit. A process that may not write
/// has only the second one.
///
/// `@unchecked Sendable`: `writer`, `folderLock` and `format` are only used with `writing`, `reader` only with `reading`. Who needs both
/// takes `writing` first.
package final class SQLiteBackend: DurableBackend, @unchecked Sendable {
  package enum Role: Sendable {
    case writer
    /// Sees what another process writes, and never writes.
    case reader
  }

  /// What the app may want to know.
  package enum Event: Sendable, Hashable {
    /// The contents could not be read, and an empty database has taken their place.
    case startedEmpty(String)
    /// Records whose bytes have been damaged: they count as absent.
    case damaged(records: Int)
  }

  package struct Options: Sendable {
    package var folder: URL
    /// Whose data it is, for example a user and an endpoint; `nil` if that does not matter.
    package var owner: String?
    package var role = Role.writer
    package var protection = Database.Protection.untilFirstUnlock
    package var cipher: (any DurableCipher)?
    package var report: @Sendable (Event) -> Void = { _ in }
    /// Called at moments at which tests end the process.
    package var willContinue: @Sendable (BackendFolder.Step) -> Void = { _ in }

    package init(_ folder: URL, owner: String? = nil) { (self.folder, self.owner) = (folder, owner) }
  }

  let options: Options
  let folder: BackendFolder
  let coding: RowCoding
  let damage = DamageLog()
  let changeFile: ChangeFile

  private let writing = NSLock()
  /// One store of one process writes to a folder.
  private var folderLock: FolderLock?
  private var writer: WriteConnection?
  private var format: DurableFormat?

  let reading = NSLock()
  var reader: ReadConnection?

  package init(_ options: Options) {
    self.options = options
    folder = BackendFolder(url: options.folder, willContinue: options.willContinue)
    coding = RowCoding(cipher: options.cipher)
    changeFile = ChangeFile(folder.file("changes"))
  }

  deinit { closeAll() }

  // MARK: - Opening

  package func open(format: DurableFormat) throws -> DurableContents {
    try writing.withLock {
      try reading.withLock {
        closeAll()
        self.format = format
        do {
          return try DurabilityError.converting { try options.role == .writer ? openWriter(format) : openReader(format).contents }
        } catch {
          closeAll()
          throw error
        }
      }
    }
  }

  private func openWriter(_ format: DurableFormat) throws -> DurableContents {
    _ = try SQLite.library()
    try folder.create()
    folderLock = try folder.lock()
    folder.removeLeftovers()
    var reason: String?
    while true {
      let generation = try folder.generation ?? folder.createGeneration(after: changeFile.read()?.generation ?? 0)
      do {
        let writer = try WriteConnection(folder, generation, coding, options.protection)
        self.writer = writer
        var contents = try writer.open(format: format, owner: options.owner)
        reader = try ReadConnection(folder, generation, coding, options.protection, damage)
        contents.startedEmpty = reason
        damage.reset()
        changeFile.announce(generation, contents.epoch)
        return contents
      } catch let error where reason == nil {
        // Not twice: a file that has just been made is intact.
        writer?.close()
        writer = nil
        reason = try makeRoom(generation, error)
      }
    }
  }

  /// Takes contents away that cannot be used.
  /// - Returns: why.
  /// - Throws: `error`, if it is about something else.
  private func makeRoom(_ generation: Int64, _ error: any Error) throws -> String {
    switch error {
    case StoredContents.Rejection.belongsToAnother: throw DurabilityError.belongsToAnother
    case StoredContents.Rejection.outdated(let reason):
      try folder.discard(generation)
      folder.deleteTrash()
      return reason
    case StoredContents.Rejection.damaged: break
    case let error as SQLiteError:
      // A folder or a link in the file's place. The second one is `SQLITE_CANTOPEN_SYMLINK`.
      let isForeign = error.code == .cannotOpen && error.systemError == EISDIR || error.extendedCode == 1_550
      guard error.isDamage || isForeign else { throw error }
    default: throw error
    }
    try folder.putAside(generation)
    return "the contents were damaged"
  }

  package func close() { writing.withLock { reading.withLock { closeAll() } } }

  private func closeAll() {
    reader?.close()
    writer?.close()
    // Last, when no file is open any more.
    folderLock?.release()
    (reader, writer, folderLock) = (nil, nil, nil)
  }

  // MARK: - Writing

  package func commit(_ batch: DurableBatch, merging: (_ stored: [UInt8], _ new: [UInt8]) throws -> [UInt8]) throws {
    try writing.withLock {
      try write { writer in
        let damaged = damage.takeRows()
        if !damaged.isEmpty { options.report(.damaged(records: damaged.count)) }
        try writer.commit(batch, damaged: damaged, merging: merging)
        changeFile.write(writer.generation, batch.epoch)
      }
    }
  }

  package func collect(_ limits: DurableLimits) throws -> DurableCollection? {
    try writing.withLock { try write { try $0.collect(limits) } }
  }

  /// Calls `body`, once more if it finds the file damaged, with an empty one.
  private func write<Result>(_ body: (WriteConnection) throws -> Result) throws -> Result {
    guard options.role == .writer else { throw DurabilityError.hasOtherWriter }
    return try DurabilityError.converting {
      if damage.isFatal { try startEmpty() }
      try openLost()
      guard let writer else { throw SQLiteBackend.isClosed }
      do {
        return try body(writer)
      } catch let error as SQLiteError where error.isDamage {
        try startEmpty()
        guard let writer = self.writer else { throw SQLiteBackend.isClosed }
        return try body(writer)
      }
    }
  }

  /// Opens the database again after clearing has failed, for example because the disk was full.
  private func openLost() throws {
    guard writer == nil, folderLock != nil, let format else { return }
    try reading.withLock {
      if let generation = folder.generation { try openAgain(generation, format) } else { try begin(format, after: 0) }
    }
  }

  private static let isClosed = DurabilityError.unavailable("the store is closed")

  /// Puts the damaged file aside.
  private func startEmpty() throws {
    guard let damaged = writer, let format else { return }
    try reading.withLock {
      reader?.close()
      damaged.close()
      (reader, writer) = (nil, nil)
      try folder.putAside(damaged.generation)
      try begin(format, after: damaged.generation)
    }
    options.report(.startedEmpty("the contents were damaged"))
  }

  /// Begins with an empty database.
  private func begin(_ format: DurableFormat, after generation: Int64) throws {
    let generation = try folder.createGeneration(after: generation)
    let writer = try WriteConnection(folder, generation, coding, options.protection)
    _ = try writer.open(format: format, owner: options.owner)
    reader = try ReadConnection(folder, generation, coding, options.protection, damage)
    self.writer = writer
    damage.reset()
    changeFile.write(generation, 0)
  }

  package func clear() throws {
    guard options.role == .writer else { throw DurabilityError.hasOtherWriter }
    try writing.withLock {
      try reading.withLock {
        try DurabilityError.converting {
          // A closed store can be cleared, too: a user may log out of an app that is being suspended.
          let wasOpen = folderLock != nil
          if !wasOpen {
            try folder.create()
            folderLock = try folder.lock()
          }
          defer { if !wasOpen { closeAll() } }
          let generation = folder.generation
          reader?.close()
          writer?.close()
          (reader, writer) = (nil, nil)
          do {
            try folder.discardDamaged()
            if let generation { try folder.discard(generation) }
          } catch {
            // Everything is still there. A store that is open goes on.
            if wasOpen, let generation, let format { _ = try? openAgain(generation, format) }
            throw error
          }
          if wasOpen, let format {
            try begin(format, after: generation ?? 0)
          } else {
            changeFile.write((generation ?? 0) + 1, 0)
          }
          folder.willContinue(.afterCreation)
          folder.deleteTrash()
        }
      }
    }
  }

  private func openAgain(_ generation: Int64, _ format: DurableFormat) throws {
    let writer = try WriteConnection(folder, generation, coding, options.protection)
    _ = try writer.open(format: format, owner: options.owner)
    reader = try ReadConnection(folder, generation, coding, options.protection, damage)
    self.writer = writer
  }

  // MARK: - Loading

  package func load(_ identities: [String]) throws -> [DurableRecord] { try load { try $0.load(identities) } }

  package func load(membersOf operation: Int64) throws -> [DurableRecord] { try load { try $0.load(membersOf: operation) } }

  package func load(changedSince epoch: Int64) throws -> [DurableRecord] { try load { try $0.load(changedSince: epoch) } }

  private func load(_ body: (ReadConnection) throws -> [DurableRecord]) throws -> [DurableRecord] {
    try reading.withLock {
      try DurabilityError.converting {
        try followWriter()
        guard let reader else {
          if options.role == .reader { return [] }
          throw SQLiteBackend.isClosed
        }
        guard !damage.isFatal else { return [] }
        do {
          return try body(reader)
        } catch let error as SQLiteError where error.isDamage {
          // The next commit begins with an empty file.
          damage.noteFatal()
          return []
        }
      }
    }
  }
}
