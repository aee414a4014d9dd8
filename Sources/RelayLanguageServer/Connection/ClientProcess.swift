import Foundation

/// The process of the client, which may die without closing the connection: another process can have a copy of its end.
enum ClientProcess {
  private static let interval = 1.0

  /// Calls `body` on a thread of its own when the process is gone. A process that cannot be seen may be outside of the server's container, or
  /// may have died before it was looked for; then the process that started this one is watched instead.
  ///
  /// - Parameter isNeeded: asked now and then; the thread ends when it returns false.
  static func watch(_ id: Int, while isNeeded: @escaping @Sendable () -> Bool, body: @escaping @Sendable () -> Void) {
    guard id > 1, let id = pid_t(exactly: id) else { return }
    let isVisible = exists(id)
    Thread.detachNewThread {
      while isNeeded() {
        if isVisible ? !exists(id) : isOrphan { return body() }
        Thread.sleep(forTimeInterval: interval)
      }
    }
  }

  /// Ends this process if it does not end itself, because a thread waits for a client that is gone to read.
  static func endOwn(unless isEnding: () -> Bool) {
    Thread.sleep(forTimeInterval: 3 * interval)
    if !isEnding() { exit(EXIT_FAILURE) }
  }

  /// Whether the process that started this one is gone, and another one has become the parent. A process is in the session of the one that
  /// started it, unless it began one of its own.
  private static var isOrphan: Bool {
    let (own, parents) = (getsid(0), getsid(getppid()))
    return own != getpid() && parents != -1 && parents != own
  }

  private static func exists(_ id: pid_t) -> Bool { kill(id, 0) == 0 || errno != ESRCH }
}
