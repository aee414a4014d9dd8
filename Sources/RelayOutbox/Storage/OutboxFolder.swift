import Foundation
import RelayRuntime
import RelaySQLite

/// The folder of one owner's outbox: the database, the files to upload, and a lock that keeps others out.
///
/// The system's functions use the texts whose addresses they get during the call only.
final class OutboxFolder: Sendable {
  let folder: URL
  private let lock: FolderLock

  /// Makes the folder if it does not exist, and locks it.
  ///
  /// - Parameters:
  ///   - parent: the folder of the outboxes of all owners.
  ///   - owner: whose outbox it is. Any text makes a name of its own.
  /// - Throws: ``OutboxError/alreadyOpen``, ``OutboxError/unavailable(_:)``.
  init(in parent: URL, owner: String) throws {
    folder = parent.appendingPathComponent(RelayEnvironment.digest(of: owner))
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw OutboxError.unavailable("its folder cannot be made")
    }
    // One that exists may have been made by something else.
    _ = unsafe chmod(folder.path, 0o700)
    #if canImport(Darwin)
      // On another device, everything would be sent a second time.
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      var excluded = folder
      try? excluded.setResourceValues(values)
    #endif
    do throws(FolderLock.Failure) {
      lock = try FolderLock(folder, file: "lock")
    } catch {
      switch error {
      case .isTaken, .isTakenElsewhere: throw OutboxError.alreadyOpen
      case .system: throw OutboxError.unavailable("its folder cannot be locked")
      }
    }
  }

  /// The start of the names of the files of a database that could not be read.
  static let damagedPrefix = "damaged-"

  /// Removes the files of databases that could not be read.
  func removeDamaged() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(OutboxFolder.damagedPrefix) {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  /// Lets another outbox have the folder. The storage must be closed.
  func unlock() { lock.release() }
}

/// The copies of the files of mutations. They exist from before their entry is stored until it is removed.
struct OutboxFiles: Sendable {
  /// The folder of all copies; `nil` if the outbox has no folder.
  let folder: URL?

  private func folder(named name: UUID) -> URL? { folder?.appendingPathComponent(name.uuidString) }

  /// Copies files into a new folder. On file systems that can, a copy shares the file's blocks.
  ///
  /// - Returns: what to store of them.
  /// - Throws: an error if one cannot be read or copied; then there are none.
  func copy(_ uploads: [String: GraphQLUpload], into name: UUID) throws -> [StoredEntry.File] {
    if uploads.isEmpty { return [] }
    guard let folder = folder(named: name) else { throw OutboxError.notStored("an outbox without a folder cannot keep files") }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      var files: [StoredEntry.File] = []
      for (index, (path, upload)) in uploads.sorted(by: { $0.key < $1.key }).enumerated() {
        let copy = folder.appendingPathComponent(String(index))
        switch upload.content {
        case .bytes(let bytes): try bytes.write(to: copy)
        case .file(let file):
          // A copy of a link would be a link.
          try FileManager.default.copyItem(at: file.resolvingSymlinksInPath(), to: copy)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
        let handle = try FileHandle(forUpdating: copy)
        try handle.synchronize()
        let size = try handle.seekToEnd()
        try handle.close()
        files.append(.init(path: path, filename: upload.filename, contentType: upload.contentType, size: Int(clamping: size)))
      }
      Self.synchronize(folder)
      Self.synchronize(folder.deletingLastPathComponent())
      return files
    } catch {
      remove(name)
      throw OutboxError.notStored("a file could not be copied: \(error.localizedDescription)")
    }
  }

  /// Makes the names in a folder durable. Not every file system supports that.
  private static func synchronize(_ folder: URL) {
    // The system uses the path during the call only.
    let descriptor = unsafe open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// The files to send.
  func uploads(of entry: StoredEntry, onProgress: (@Sendable (UploadProgress) -> Void)?) -> [String: GraphQLUpload] {
    guard let folder = folder(named: entry.folder) else { return [:] }
    var uploads: [String: GraphQLUpload] = [:]
    for (index, file) in entry.files.enumerated() {
      uploads[file.path] = GraphQLUpload(
        filename: file.filename, contentType: file.contentType, file: folder.appendingPathComponent(String(index)), onProgress: onProgress)
    }
    return uploads
  }

  /// Removes the files in a folder.
  func remove(_ name: UUID) {
    if let folder = folder(named: name) { try? FileManager.default.removeItem(at: folder) }
  }

  /// Removes what belongs to no entry: the process has ended before it was stored, or after it was removed.
  func removeAll(but folders: Set<UUID>) {
    guard let folder else { return }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
      guard let id = UUID(uuidString: name), !folders.contains(id) else { continue }
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }
}
