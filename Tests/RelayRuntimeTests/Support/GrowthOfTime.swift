import TestSupport

/// How the processor time of some work grows with its size.
enum GrowthOfTime {
  /// Growth that is too fast for linear work. Twice the size takes twice the time; the rest is for tables that grow, for caches of the
  /// processor, and for the tests that run at the same time. Work that grows with the square of its size takes four times as long.
  static let limit = 2.7
  /// Shorter times are too inaccurate, in nanoseconds.
  private static let floor: UInt64 = 10_000_000
  /// Other work may disturb some runs, but growth that is too fast occurs in all of them.
  private static let runs = 8

  /// The problem, or nil.
  /// - Parameters:
  ///   - size: the smaller size; doubled until the work takes long enough to be measured.
  ///   - work: prepares the work of a size, and returns what is measured.
  static func problem(from size: Int, _ work: (_ size: Int) throws -> () throws -> Void) throws -> String? {
    var size = size
    var single = try time(work(size))
    while single < floor, size < 1 << 18 {
      size *= 2
      single = try time(work(size))
    }
    // Memory that is first needed at some size makes one step too large, but not two.
    guard try step(from: size, work) != nil else { return nil }
    return try step(from: 2 * size, work)
  }

  /// Compares a size with its double.
  private static func step(from size: Int, _ work: (_ size: Int) throws -> () throws -> Void) throws -> String? {
    var (single, double) = (UInt64.max, UInt64.max)
    for _ in 0..<runs {
      single = min(single, try time(work(size)))
      double = min(double, try time(work(2 * size)))
      if Double(double) <= Double(single) * limit { return nil }
    }
    return "\(single / 1000) µs at size \(size), \(double / 1000) µs at \(2 * size)"
  }

  /// The processor time that this thread takes, in nanoseconds.
  private static func time(_ work: () throws -> Void) rethrows -> UInt64 {
    let start = ProcessorTime.ofThread
    try work()
    return ProcessorTime.ofThread - start
  }
}
