import TestSupport

/// Searches for the size at which some work takes long enough to be measured, and compares its processor time with that of twice the size.
struct GrowthOfTime {
  /// Shorter times are too inaccurate, in nanoseconds.
  private static let floor: UInt64 = 15_000_000
  /// The growth that is allowed when the size doubles. Linear work takes twice the time, and work that grows with the square of its size four
  /// times as long; the rest is for tables that grow, for caches of the processor that are too small for the larger size, and for other work
  /// on the machine.
  static let limit = 2.6
  private static let largest = 1 << 18
  /// The minimum of this many runs counts if the first ones disagree.
  private static let runs = 5
  private static let firstRuns = 2
  /// Growth that is too fast must be so every time. Other processes can take the caches of the processor from one size more than from the
  /// other for as long as all runs take.
  private static let attempts = 3
  /// Growth that is too fast is looked for once more, at twice the size, unless that takes longer than this, in nanoseconds. Memory that is
  /// first needed at some size makes one step too large, but not two.
  private static let longest: UInt64 = 400_000_000

  /// The time so far, in nanoseconds.
  private let clock: () -> UInt64

  /// - Parameter clock: the time so far, in nanoseconds; the processor time of the calling thread if nothing is given.
  init(clock: @escaping () -> UInt64 = { ProcessorTime.ofThread }) { self.clock = clock }

  /// The problem, or nil. Other work may disturb some runs, but growth that is too fast occurs in all of them.
  /// - Parameters:
  ///   - size: the smaller size; doubled until the work takes long enough to be measured.
  ///   - work: prepares the work of a size, and returns what is measured.
  func problem(from size: Int, _ work: (_ size: Int) throws -> () throws -> Void) throws -> String? {
    var size = size
    while try time(work(size)) < Self.floor, size < Self.largest { size *= 2 }
    var problem: String?
    for _ in 0..<Self.attempts {
      problem = try self.problem(at: size, work)
      if problem == nil { return nil }
    }
    return problem
  }

  private func problem(at size: Int, _ work: (_ size: Int) throws -> () throws -> Void) throws -> String? {
    let step = try step(from: size, work)
    guard step.problem != nil, step.double < Self.longest else { return step.problem }
    return try self.step(from: 2 * size, work).problem
  }

  /// Compares a size with its double.
  private func step(
    from size: Int, _ work: (_ size: Int) throws -> () throws -> Void
  ) throws -> (problem: String?, double: UInt64) {
    var (single, double) = (UInt64.max, UInt64.max)
    for run in 1...Self.runs {
      single = min(single, try time(work(size)))
      double = min(double, try time(work(2 * size)))
      if run >= Self.firstRuns, Double(double) <= Double(single) * Self.limit { return (nil, double) }
    }
    return ("\(single / 1000) µs at size \(size), \(double / 1000) µs at \(2 * size)", double)
  }

  /// What the work takes, in nanoseconds.
  private func time(_ work: () throws -> Void) rethrows -> UInt64 {
    let start = clock()
    try work()
    return clock() - start
  }
}
