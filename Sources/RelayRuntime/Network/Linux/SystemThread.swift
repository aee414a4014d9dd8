#if !canImport(Darwin)
  import Foundation
  import FoundationNetworking

  /// Starts threads and reports failures: a container or a user may have reached its limit. `Thread.start()` does not report that.
  enum SystemThread {
    /// Starts a thread that runs a function. Returns false if the system has no thread; then the function is not run.
    typealias Start = @Sendable (_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool

    /// The size of a thread's stack, enough for libcurl and OpenSSL, in bytes.
    private static let stackSize = 1 << 20

    static let start: Start = { name, body in
      // The system copies the attributes and writes the thread's identity during its calls. The memory for both, which has no initial value
      // because that differs between systems, is freed at the end. The thread releases `work`, or if there is none, this function.
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
      defer { unsafe attributes.deallocate() }
      guard unsafe pthread_attr_init(attributes) == 0 else { return false }
      defer { unsafe pthread_attr_destroy(attributes) }
      unsafe pthread_attr_setdetachstate(attributes, CInt(PTHREAD_CREATE_DETACHED))
      unsafe pthread_attr_setstacksize(attributes, stackSize)
      let work = unsafe Unmanaged.passRetained(Work(name: name, body: body))
      let thread = UnsafeMutablePointer<pthread_t>.allocate(capacity: 1)
      defer { unsafe thread.deallocate() }
      let failure = unsafe pthread_create(thread, attributes, { unsafe SystemThread.run($0) }, unsafe work.toOpaque())
      if failure != 0 { unsafe work.release() }
      return failure == 0
    }

    /// The error of a transfer or connection for which the system has no thread or descriptor, or the limits no place.
    static func unavailable(_ reason: String) -> any Error {
      URLError(.resourceUnavailable, userInfo: [NSLocalizedDescriptionKey: reason])
    }

    private final class Work: Sendable {
      let name: String
      let body: @Sendable () -> Void

      init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
      }
    }

    /// - Parameter context: a retained `Work`, which the thread now owns.
    private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let context = unsafe context else { return nil }
      let work = unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
      Thread.current.name = work.name
      work.body()
      return nil
    }
  }

  /// Threads of one kind in this process, up to a limit.
  final class ThreadBudget: Sendable {
    let limit: Int
    private let startThread: SystemThread.Start
    private let used = Lock(0)

    init(limit: Int, start: @escaping SystemThread.Start = SystemThread.start) {
      self.limit = limit
      startThread = start
    }

    /// The number of threads that are running.
    var count: Int { used.withLock { $0 } }

    /// Runs `body` on a new thread.
    /// - Returns: whether a thread was started. If not, `body` is not run.
    func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
      let isWithinLimit = used.withLock { used in
        guard used < limit else { return false }
        used += 1
        return true
      }
      guard isWithinLimit else { return false }
      let hasStarted = startThread(name) {
        body()
        self.used.withLock { $0 -= 1 }
      }
      if !hasStarted { used.withLock { $0 -= 1 } }
      return hasStarted
    }
  }
#endif
