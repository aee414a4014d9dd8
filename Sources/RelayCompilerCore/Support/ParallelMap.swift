/// Applies `transform` to every item on up to `threads` threads and returns the results in the order of the items.
///
/// This is the compiler's only concurrency: reading, parsing, passes over parts of a program, and emission use it. With one thread or one
/// item, everything runs on the caller's thread.
package func parallelMap<Item: Sendable, Result: Sendable>(
  _ items: [Item], threads: Int = defaultThreadCount, _ transform: @Sendable (Item) -> Result
) -> [Result] {
  let workers = min(threads, items.count)
  guard workers > 1 else { return items.map(transform) }
  let next = Lock(0)
  // Each worker takes a few items at a time, because items are small and many.
  let batch = max(1, items.count / (workers * 16))
  return unsafe [Result](unsafeUninitializedCapacity: items.count) { results, count in
    // Sound to share: every slot is written once, by the worker that took its index, and read after all workers have finished.
    nonisolated(unsafe) let slots = unsafe results
    WorkerThread.run(with: workers - 1) {
      while true {
        let start = next.withLock { next in
          defer { next += batch }
          return next
        }
        guard start < items.count else { return }
        for index in start..<min(start + batch, items.count) { unsafe slots.initializeElement(at: index, to: transform(items[index])) }
      }
    }
    count = items.count
  }
}

/// The number of processors.
package let defaultThreadCount: Int = max(1, onlineProcessorCount())
