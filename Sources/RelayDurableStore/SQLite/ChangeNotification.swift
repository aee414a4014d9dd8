import Foundation
import RelaySQLite

/// A notification of Darwin that a folder has changed: it reaches other processes without a file being watched, has no contents, and several
/// may arrive as one. A process that was suspended gets none for what happened meanwhile.
struct ChangeNotification: Sendable {
  /// Of the folder's path, which is the same in all processes of an app's group. Names are visible to every process.
  let name: String

  /// - Returns: `nil` on systems without such notifications.
  init?(_ file: URL) {
    #if canImport(Darwin)
      var checksum = CRC32C()
      checksum.add(file.resolvingSymlinksInPath().path)
      name = "relay.durable-store.\(checksum.value)"
    #else
      return nil
    #endif
  }

  func post() {
    #if canImport(Darwin)
      // Nothing is behind the pointer, which is nil.
      unsafe CFNotificationCenterPostNotification(
        CFNotificationCenterGetDarwinNotifyCenter(), CFNotificationName(name as CFString), nil, nil, true)
    #endif
  }

  #if canImport(Darwin)
    /// Calls a function for each notification, on the main thread, until the result is released.
    func observe(_ body: @escaping @Sendable () -> Void) -> Observation { Observation(name, body) }

    final class Observation: Sendable {
      private struct Observers {
        var bodies: [Int: @Sendable () -> Void] = [:]
        var last = 0
      }

      /// By number, which the center has in place of a pointer: a notification may come while an observation ends.
      private static let observers = Lock(Observers())
      private let number: Int
      private var pointer: UnsafeRawPointer? { unsafe UnsafeRawPointer(bitPattern: number) }

      fileprivate init(_ name: String, _ body: @escaping @Sendable () -> Void) {
        number = Observation.observers.withLock { observers in
          observers.last += 1
          observers.bodies[observers.last] = body
          return observers.last
        }
        // The center never uses the pointer.
        unsafe CFNotificationCenterAddObserver(
          CFNotificationCenterGetDarwinNotifyCenter(), pointer,
          { _, observer, _, _, _ in
            let number = unsafe Int(bitPattern: observer)
            Observation.observers.withLock { $0.bodies[number] }?()
          }, name as CFString, nil, .deliverImmediately)
      }

      deinit {
        unsafe CFNotificationCenterRemoveEveryObserver(CFNotificationCenterGetDarwinNotifyCenter(), pointer)
        Observation.observers.withLock { $0.bodies[number] = nil }
      }
    }
  #endif
}
