import Foundation

/// The right to write to a folder, which one store of one process has.
///
/// Between processes it is a lock on a file, which the system releases when the process ends. A second store of the same process is found
/// in a table.
final class WriterElection: Sendable {
  private let descriptor: CInt
  private let folder: Folder

  private struct Folder: Hashable { var device: UInt64, file: UInt64 }

  /// The folders of this process.
  private static let folders = Lock<Set<Folder>>([])

  /// - Throws: ``DurabilityError/alreadyOpen``, ``DurabilityError/hasOtherWriter``, and if the file cannot be made.
  init(_ place: BackendFolder) throws {
    var status = stat()
    guard unsafe stat(place.url.path, &status) == 0 else { throw DurabilityError.last }
    let folder = Folder(device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(status.st_ino))
    guard WriterElection.folders.withLock({ $0.insert(folder).inserted }) else { throw DurabilityError.alreadyOpen }
    let descriptor = unsafe open(place.file("writer.lock").path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      defer { WriterElection.release(folder) }
      throw DurabilityError.last
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      close(descriptor)
      WriterElection.release(folder)
      throw number == EWOULDBLOCK ? DurabilityError.hasOtherWriter : DurabilityError(system: number)
    }
    (self.descriptor, self.folder) = (descriptor, folder)
  }

  deinit {
    // Closing releases the lock.
    close(descriptor)
    WriterElection.release(folder)
  }

  private static func release(_ folder: Folder) { folders.withLock { _ = $0.remove(folder) } }
}
