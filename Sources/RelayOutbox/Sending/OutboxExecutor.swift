import Dispatch

/// Runs an outbox on a queue of its own, because it waits for the disk.
final class OutboxExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "RelayOutbox", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The closure keeps the executor.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
