import Foundation
import RelaySQLite

/// The folder of a durable store: which folder in it has the data, and how that is taken away in one step.
///
///     writer.lock   locked by the process that writes
///     changes       what readers look at to learn that something has changed
///     data-7        the database
///     trash-6       data that has been cleared and is being deleted
///     damaged-5     data that could not be read, kept for a report
///
/// Folders and files are for the user only, and links are not followed.
package struct BackendFolder: Sendable {
  /// Moments at which the tests end the process.
  package enum Step: String, Sendable, CaseIterable {
    case beforeRename, afterRename, afterSync, afterCreation, duringDeletion, afterDeletion
  }

  let url: URL
  /// Called at each step.
  let willContinue: @Sendable (Step) -> Void

  func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

  /// The folder with the data of a generation.
  func data(_ generation: Int64) -> URL { url.appendingPathComponent("data-\(generation)", isDirectory: true) }

  /// Makes the folder if there is none. Its own folder must exist.
  /// - Throws: ``DurabilityError``
  func create() throws {
    var status = stat()
    if unsafe lstat(url.path, &status) != 0 {
      guard errno == ENOENT else { throw DurabilityError.last }
      do {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      } catch { throw DurabilityError.notWritable(EACCES) }
      // Another process may make it at the same time.
      guard unsafe mkdir(url.path, 0o700) == 0 || errno == EEXIST else { throw DurabilityError.last }
      guard unsafe lstat(url.path, &status) == 0 else { throw DurabilityError.last }
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw DurabilityError.notWritable(ENOTDIR) }
    if status.st_mode & 0o777 != 0o700 { _ = unsafe chmod(url.path, 0o700) }
    if FileSystem.isRemote(url) {
      throw DurabilityError.unavailable("the folder is on a network file system, on which several processes cannot share a database")
    }
    #if canImport(Darwin)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      var excluded = url
      try? excluded.setResourceValues(values)
    #endif
  }

  /// Locks the folder for the one who writes.
  /// - Throws: ``DurabilityError/alreadyOpen``, ``DurabilityError/hasOtherWriter``, and if the file of the lock cannot be made.
  func lock() throws -> FolderLock {
    do throws(FolderLock.Failure) {
      return try FolderLock(url, file: "writer.lock")
    } catch {
      switch error {
      case .isTaken: throw DurabilityError.alreadyOpen
      case .isTakenElsewhere: throw DurabilityError.hasOtherWriter
      case .system(let number): throw DurabilityError(system: number)
      }
    }
  }

  /// The numbers of the folders with a prefix, ascending.
  private func numbers(_ prefix: String) -> [Int64] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.compactMap { $0.hasPrefix(prefix) ? Int64($0.dropFirst(prefix.count)) : nil }.filter { $0 > 0 && $0 < .max }.sorted()
  }

  /// The newest generation with data; `nil` if there is none.
  var generation: Int64? {
    numbers("data-").last { generation in
      var status = stat()
      return unsafe lstat(data(generation).path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// Makes the folder for the data of the next generation.
  /// - Returns: its number, which no generation had before that left a trace.
  func createGeneration(after least: Int64 = 0) throws -> Int64 {
    let next = ["data-", "trash-", "damaged-"].reduce(least) { max($0, numbers($1).last ?? 0) } + 1
    guard unsafe mkdir(data(next).path, 0o700) == 0 else { throw DurabilityError.last }
    sync()
    return next
  }

  /// Takes what was put aside away, before the data. It is gone at the latest after the next start.
  func discardDamaged() throws {
    let damaged = numbers("damaged-")
    for number in damaged { try rename(file("damaged-\(number)"), to: "trash-\(number)") }
    if !damaged.isEmpty { sync() }
  }

  /// Takes the data of a generation away. It is gone once this returns, and all of it or nothing if the process dies.
  func discard(_ generation: Int64) throws {
    willContinue(.beforeRename)
    try rename(data(generation), to: "trash-\(generation)")
    willContinue(.afterRename)
    sync()
    willContinue(.afterSync)
  }

  /// Puts damaged data aside, in place of what was put aside before.
  func putAside(_ generation: Int64) throws {
    for older in numbers("damaged-") { try? FileManager.default.removeItem(at: url.appendingPathComponent("damaged-\(older)")) }
    try rename(data(generation), to: "damaged-\(generation)")
    sync()
  }

  private func rename(_ folder: URL, to name: String) throws {
    guard unsafe Foundation.rename(folder.path, file(name).path) != 0 else { return }
    // The system may delete caches.
    guard errno != ENOENT else { return }
    // A file system that can be written, but whose folder has the name already: leftovers, which go first.
    guard errno == ENOTEMPTY || errno == EEXIST, (try? FileManager.default.removeItem(at: file(name))) != nil,
      unsafe Foundation.rename(folder.path, file(name).path) == 0
    else { throw DurabilityError.last }
  }

  /// Deletes data that has been taken away, also by a process that died. What cannot be deleted now is deleted at the next start.
  func deleteTrash() {
    for generation in numbers("trash-") {
      let trash = file("trash-\(generation)")
      // A link is not followed.
      let isFolder = (try? FileManager.default.attributesOfItem(atPath: trash.path)[.type] as? FileAttributeType) == .typeDirectory
      for name in isFolder ? (try? FileManager.default.contentsOfDirectory(atPath: trash.path)) ?? [] : [] {
        try? FileManager.default.removeItem(at: trash.appendingPathComponent(name))
        willContinue(.duringDeletion)
      }
      try? FileManager.default.removeItem(at: trash)
    }
    willContinue(.afterDeletion)
  }

  /// Takes away what an earlier process has left beside the newest data.
  func removeLeftovers() {
    guard hasLeftovers else { return willContinue(.afterDeletion) }
    let newest = generation
    for other in numbers("data-") where other != newest { try? rename(data(other), to: "trash-\(other)") }
    deleteTrash()
  }

  /// Whether there is more than one folder with data, or one that has been taken away.
  private var hasLeftovers: Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.contains { $0.hasPrefix("trash-") } || names.lazy.filter { $0.hasPrefix("data-") }.count > 1
  }

  /// Makes new names durable. Not every file system supports that.
  private func sync() {
    let descriptor = unsafe open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
