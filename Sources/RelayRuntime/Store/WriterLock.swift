import Foundation

/// What a writer does, in the words of an error or a warning.
struct StoreWriter: Sendable, CustomStringConvertible {
  private let action: String
  private let operation: OperationDescriptor?

  /// - Parameters:
  ///   - action: what the writer does, followed by the operation's name.
  ///   - operation: the operation for which it does that.
  init(_ action: String, _ operation: OperationDescriptor? = nil) {
    self.action = action
    self.operation = operation
  }

  var description: String { operation.map { "\(action) \($0.definition.name)" } ?? action }
}

/// The lock for changes of a store, held from the first access to the records until after the publication. It is recursive, so that app
/// code that runs under it can use the store.
final class WriterLock: Sendable {
  /// Stands for a holding of the lock under which app code runs, and is passed on to the tasks that the code starts.
  private final class Token: Sendable {}

  private struct Holder {
    /// The number of this holding.
    let number: Int
    let thread: UInt
    /// How often the holder has taken the lock.
    var depth = 0
    /// The app code that runs under the lock.
    var appCode: StoreWriter?
    /// Made for the first app code.
    var token: Token?
  }

  private struct State {
    var holder: Holder?
    /// How often the lock has been taken by a thread that did not hold it.
    var holdings = 0
    /// The threads that wait. One is woken when the lock is free, and tries again.
    var waiting: [DispatchSemaphore] = []
  }

  private let state = Lock(State())
  /// The holding under which the app code ran that started this task.
  @TaskLocal private static var inherited: Token?

  // The system's number of a thread has the size of a word.
  private static var thisThread: UInt { unsafe withUnsafeBytes(of: pthread_self()) { unsafe $0.loadUnaligned(as: UInt.self) } }

  /// Waits for the lock.
  ///
  /// Where one thread waits for another, no clock tells a deadlock from a long wait, so the wait for app code has a limit. The wait for
  /// the library's own work has none.
  ///
  /// - Parameter limit: the maximum time to wait for the same holder while its app code runs; `nil` for no limit.
  /// - Returns: the app code that still runs after this time; `nil` if the caller now holds the lock.
  func lock(waiting limit: Duration?) -> StoreWriter? {
    let thread = WriterLock.thisThread
    while true {
      let wait = state.withLock { state -> (turn: DispatchSemaphore, holding: Int)? in
        if let holder = state.holder, holder.thread != thread {
          let turn = DispatchSemaphore(value: 0)
          state.waiting.append(turn)
          return (turn, holder.number)
        }
        if state.holder == nil {
          state.holdings &+= 1
          state.holder = Holder(number: state.holdings, thread: thread)
        }
        state.holder?.depth += 1
        return nil
      }
      guard let (turn, holding) = wait else { return nil }
      guard let limit else {
        turn.wait()
        continue
      }
      // A limit of zero must not keep the thread busy while the library works.
      guard turn.wait(timeout: .now() + max(limit, .milliseconds(1)).seconds) == .timedOut else { continue }
      let blocker = state.withLock { state -> StoreWriter? in
        // If it is not there, this thread was woken just now.
        guard let index = state.waiting.firstIndex(where: { $0 === turn }) else { return nil }
        state.waiting.remove(at: index)
        return state.holder?.number == holding ? state.holder?.appCode : nil
      }
      if let blocker { return blocker }
    }
  }

  /// - Returns: whether the lock is free now.
  func unlock() -> Bool {
    let (isFree, next) = state.withLock { state -> (Bool, DispatchSemaphore?) in
      state.holder?.depth -= 1
      guard state.holder?.depth == 0 else { return (false, nil) }
      state.holder = nil
      return (true, state.waiting.isEmpty ? nil : state.waiting.removeFirst())
    }
    next?.signal()
    return isFree
  }

  /// Runs app code under the lock, which the calling thread holds.
  func run<Result>(_ appCode: StoreWriter, _ body: () throws -> Result) rethrows -> Result {
    let (token, outer) = state.withLock { state in
      let token = state.holder?.token ?? Token()
      let outer = state.holder?.appCode
      state.holder?.token = token
      state.holder?.appCode = appCode
      return (token, outer)
    }
    defer { state.withLock { $0.holder?.appCode = outer } }
    return try WriterLock.$inherited.withValue(token) { try body() }
  }

  /// Whether the calling thread holds the lock.
  var isHeldHere: Bool { state.withLock { $0.holder?.thread } == WriterLock.thisThread }

  /// Whether the current task, or one that started it, was started by app code under the lock, which is still held.
  var isHeldByOrigin: Bool {
    guard let inherited = WriterLock.inherited else { return false }
    return state.withLock { $0.holder?.token } === inherited
  }
}
