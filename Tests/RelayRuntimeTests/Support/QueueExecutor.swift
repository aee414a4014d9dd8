import Dispatch

/// Runs tasks on a private serial queue, so that a test knows when they have reached a suspension point.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "QueueExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Returns when every task started before has run until it was suspended.
  func drain() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }
}
