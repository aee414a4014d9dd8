#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The cost of work, which unlike the time of the clock does not depend on what else the machine does.
package enum ProcessorTime {
  /// The processor time that the calling thread has used, in nanoseconds.
  package static var ofThread: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The processor time of `work` on the calling thread, in seconds.
  package static func seconds(_ work: () throws -> Void) rethrows -> Double { Double(try cost(work)) * 1e-9 }

  /// The factor by which the cost of work grows when its size doubles: 2 if the cost is proportional to the size, 4 if it grows with the
  /// square.
  ///
  /// Other work disturbs single measurements, by sharing the processor's caches. So the measurements are repeated, up to five times,
  /// until their minima give less than `limit`, and that up to three times: one run that is disturbed less than all others would decide
  /// otherwise. Growth that is too fast remains.
  package static func growth(from size: Int, below limit: Double = 3, _ work: (_ size: Int) throws -> Void) rethrows -> Double {
    var growth = Double.infinity
    for _ in 0..<3 where growth >= limit {
      var (single, double) = (UInt64.max, UInt64.max)
      for _ in 0..<5 where growth >= limit {
        single = min(single, try cost { try work(size) })
        double = min(double, try cost { try work(2 * size) })
        growth = Double(double) / Double(max(1, single))
      }
    }
    return growth
  }

  private static func cost(_ work: () throws -> Void) rethrows -> UInt64 {
    let start = ofThread
    try work()
    return ofThread - start
  }
}
