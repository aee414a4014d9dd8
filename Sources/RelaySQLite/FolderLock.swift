package import Foundation

/// The right to use a folder's files, which one owner in one process has: a lock on a file in the folder.
///
/// The system releases the lock when the process ends. A second owner in the same process is found in a table. Whoever has files of the folder
/// open closes them before the lock is released, so that its next owner finds files that nobody uses.
package final class FolderLock: Sendable {
  package enum Failure: Error, Sendable, Hashable {
    /// Another owner in this process has the lock.
    case isTaken
    /// Another process has the lock.
    case isTakenElsewhere
    /// The lock cannot be had; the number is that of the system's error.
    case system(CInt)
  }

  private struct Place: Hashable {
    let device: UInt64
    let folder: UInt64
    let name: String
  }

  /// The locks of this process.
  private static let places = Lock<Set<Place>>([])

  private let place: Place
  /// `nil` once the lock has been released, so that no descriptor is closed twice: its number may belong to another file then.
  private let descriptor: Lock<CInt?>

  /// - Parameters:
  ///   - folder: an existing folder.
  ///   - name: the file of the lock, which is made if there is none.
  package init(_ folder: URL, file name: String) throws(Failure) {
    var status = stat()
    guard unsafe stat(folder.path, &status) == 0 else { throw .system(errno) }
    let place = Place(device: UInt64(truncatingIfNeeded: status.st_dev), folder: UInt64(status.st_ino), name: name)
    guard FolderLock.places.withLock({ $0.insert(place).inserted }) else { throw .isTaken }
    do throws(Failure) {
      descriptor = Lock(try FolderLock.lock(folder.appendingPathComponent(name, isDirectory: false)))
    } catch {
      FolderLock.leave(place)
      throw error
    }
    self.place = place
  }

  deinit { release() }

  /// Lets the next owner have the folder. Does nothing the second time.
  package func release() {
    let open = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    guard let open else { return }
    // The system's lock comes first: who finds the place free in the table gets it. Closing alone would not be enough, because a process
    // that is just being started has a copy of every descriptor for a moment.
    _ = flock(open, LOCK_UN)
    close(open)
    FolderLock.leave(place)
  }

  /// - Returns: the descriptor of the locked file.
  private static func lock(_ file: URL) throws(Failure) -> CInt {
    // The system uses the path during the call only.
    let descriptor = unsafe open(file.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      close(descriptor)
      throw number == EWOULDBLOCK ? .isTakenElsewhere : .system(number)
    }
    return descriptor
  }

  private static func leave(_ place: Place) { places.withLock { _ = $0.remove(place) } }
}
