import Foundation

/// Threads with a stack that suffices for the compiler's stages.
enum ServerThread {
  private static let stackSize = 16 << 20

  static func start(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = stackSize
    thread.start()
  }

  /// Runs `body` on such a thread and waits for its result.
  static func run(_ body: @escaping @Sendable () -> Int32) -> Int32 {
    let done = Completion()
    start { done.finish(body()) }
    return done.wait()
  }

  /// `@unchecked Sendable`: the result is only used while `condition` is locked.
  private final class Completion: @unchecked Sendable {
    private let condition = NSCondition()
    private var result: Int32?

    func finish(_ result: Int32) {
      condition.lock()
      self.result = result
      condition.signal()
      condition.unlock()
    }

    func wait() -> Int32 {
      condition.lock()
      defer { condition.unlock() }
      while true {
        if let result { return result }
        condition.wait()
      }
    }
  }
}
