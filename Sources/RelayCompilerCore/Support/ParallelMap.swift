private import Dispatch
private import Synchronization

/// Applies `transform` to every item on up to `threads` threads and returns the results in the order of the items.
///
/// The compiler's only concurrency: reading, parsing, per-definition transforms and emission go through here. With one thread (or
/// one item) everything runs on the caller's.
package func parallelMap<Item: Sendable, Result: Sendable>(
  _ items: [Item], threads: Int = defaultThreadCount, _ transform: @Sendable (Item) -> Result
) -> [Result] {
  let workers = min(threads, items.count)
  guard workers > 1 else { return items.map(transform) }
  let next = Atomic(0)
  // Every slot is written by the one worker that drew its index, and read after all of them have ended.
  let results = UnsafeMutableBufferPointer<Result?>.allocate(capacity: items.count)
  results.initialize(repeating: nil)
  defer {
    results.deinitialize()
    results.deallocate()
  }
  nonisolated(unsafe) let slots = results
  DispatchQueue.concurrentPerform(iterations: workers) { _ in
    // Draw a few at a time: items are small and many.
    let batch = max(1, items.count / (workers * 16))
    while true {
      let start = next.add(batch, ordering: .relaxed).oldValue
      guard start < items.count else { return }
      for index in start..<min(start + batch, items.count) { slots[index] = transform(items[index]) }
    }
  }
  return results.map { result in
    guard let result else { preconditionFailure("every index below the count is drawn exactly once") }
    return result
  }
}

/// As many as there are processors.
package let defaultThreadCount: Int = max(1, onlineProcessorCount())
