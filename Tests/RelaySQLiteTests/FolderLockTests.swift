import Foundation
import TestSupport
import Testing

@testable import RelaySQLite

@Suite("The lock of a folder") struct FolderLockTests {
  private let place: TemporaryFolder

  init() throws { place = try TemporaryFolder("folder-lock") }

  @Test("it has one owner at a time, and another folder or name is another lock")
  func owners() throws {
    let first = try FolderLock(place.url, file: "lock")
    #expect(throws: FolderLock.Failure.isTaken) { try FolderLock(place.url, file: "lock") }
    let other = try FolderLock(place.url, file: "other")
    first.release()
    let second = try FolderLock(place.url, file: "lock")
    // The first owner has nothing left to release.
    first.release()
    #expect(throws: FolderLock.Failure.isTaken) { try FolderLock(place.url, file: "lock") }
    withExtendedLifetime((other, second)) {}
  }

  @Test("it is released when nobody holds it any more")
  func end() throws {
    for _ in 0..<3 { _ = try FolderLock(place.url, file: "lock") }
  }

  @Test("no descriptor is closed twice, although its number belongs to another file by then")
  func descriptors() throws {
    let lock = try FolderLock(place.url, file: "lock")
    lock.release()
    // The lowest free number is given to the next file.
    let files = try (0..<4).map { number -> FileHandle in
      let file = place.url.appendingPathComponent("\(number)")
      try Data().write(to: file)
      return try FileHandle(forWritingTo: file)
    }
    lock.release()
    for file in files { try file.write(contentsOf: Data("still open".utf8)) }
    for file in files { try file.close() }
  }

  @Test("another open file description is another process, as far as the system knows")
  func processes() throws {
    // The system uses the path during the call only.
    let descriptor = unsafe open(place.url.appendingPathComponent("lock").path, O_RDWR | O_CREAT, 0o600)
    #expect(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    #expect(throws: FolderLock.Failure.isTakenElsewhere) { try FolderLock(place.url, file: "lock") }
    close(descriptor)
    _ = try FolderLock(place.url, file: "lock")
  }

  @Test("a folder that is not there, and a link in the place of the file, are errors of the system")
  func failures() throws {
    #expect(throws: FolderLock.Failure.system(ENOENT)) { try FolderLock(place.url.appendingPathComponent("none"), file: "lock") }
    try FileManager.default.createSymbolicLink(
      at: place.url.appendingPathComponent("link"), withDestinationURL: place.url.appendingPathComponent("target"))
    #expect(throws: FolderLock.Failure.system(ELOOP)) { try FolderLock(place.url, file: "link") }
  }
}
