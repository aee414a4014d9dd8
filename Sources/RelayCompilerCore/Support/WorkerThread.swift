#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread whose stack has a known size, whatever thread calls the compiler.
///
/// Stages recurse into nested selections, values and types, up to 400 levels deep. Without optimization that takes megabytes, and other threads
/// have as little as 512 kB. Memory is only taken for the part of a stack that is used.
enum WorkerThread {
  static let stackSize = 16 << 20

  /// Runs `work` on such a thread and returns its result. If the system has no thread left, the calling thread runs it.
  static func run<Result>(_ work: () -> Result) -> Result {
    var result: Result?
    concurrently(threads: 1, callerWorks: false) { result = work() }
    return result ?? work()
  }

  /// Runs `work` on the calling thread and on `others` new ones at the same time, or on fewer if the system has none left, and returns when
  /// all have finished.
  static func run(with others: Int, _ work: @Sendable () -> Void) {
    concurrently(threads: others, callerWorks: true, work)
  }

  private struct Job {
    let work: () -> Void
  }

  private static func concurrently(threads: Int, callerWorks: Bool, _ work: () -> Void) {
    // The closure does not escape: every thread that calls it is joined before this function returns.
    withoutActuallyEscaping(work) { work in
      var job = Job(work: work)
      // Sound: the job lives until its threads are joined, and they only read it.
      unsafe withUnsafeMutablePointer(to: &job) { job in
        let started = (0..<threads).map { _ in unsafe Started(job) }
        if callerWorks { work() }
        for case let thread? in started { thread.join() }
      }
    }
  }

  /// A thread of the system, until it is joined.
  @safe private struct Started {
    #if canImport(Darwin)
      private var thread: pthread_t?
    #else
      private var thread = pthread_t()
    #endif

    /// nil if the system has no thread left.
    ///
    /// - Parameter job: a `Job`.
    init?(_ job: UnsafeMutableRawPointer) {
      var attributes = pthread_attr_t()
      unsafe pthread_attr_init(&attributes)
      defer { unsafe pthread_attr_destroy(&attributes) }
      guard unsafe pthread_attr_setstacksize(&attributes, stackSize) == 0 else { return nil }
      let status = unsafe pthread_create(
        &thread, &attributes,
        { job in
          unsafe WorkerThread.runJob(job)
          return nil
        }, job)
      if status != 0 { return nil }
    }

    func join() {
      #if canImport(Darwin)
        if let thread = unsafe thread { unsafe pthread_join(thread, nil) }
      #else
        pthread_join(thread, nil)
      #endif
    }
  }

  private static func runJob(_ job: UnsafeMutableRawPointer?) {
    unsafe job?.assumingMemoryBound(to: Job.self).pointee.work()
  }
}
