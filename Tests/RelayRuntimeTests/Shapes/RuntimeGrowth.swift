/// Searches for the size at which a shape takes long enough to be measured, and compares its time with that of twice the size.
struct RuntimeGrowth {
  let shape: RuntimeShape

  /// Shorter times are too inaccurate, in nanoseconds.
  static let floor: UInt64 = 15_000_000
  /// The growth that is allowed when the size doubles. Linear work takes twice the time; the rest is for tables that grow, for caches of the
  /// processor that are too small for the larger size, and for other work on the machine.
  static let limit = 2.6
  private static let largest = 1 << 18
  /// The minimum of this many runs counts if the first ones disagree.
  private static let runs = 5
  private static let firstRuns = 2
  /// Growth that is too fast is looked for once more, at twice the size, unless that takes longer than this, in nanoseconds. Memory that is
  /// first needed at some size makes one step too large, but not two.
  private static let longest: UInt64 = 400_000_000

  init(of shape: RuntimeShape) { self.shape = shape }

  /// The problem, or nil. Other work may disturb some runs, but growth that is too fast occurs in all of them.
  func problem() throws -> String? {
    var size = shape.smallest
    var single = try shape.time(of: size)
    while single < Self.floor, size < Self.largest {
      size *= 2
      single = try shape.time(of: size)
    }
    let step = try step(from: size)
    guard step.problem != nil, step.double < Self.longest else { return step.problem }
    return try self.step(from: 2 * size).problem
  }

  /// Compares a size with its double.
  private func step(from size: Int) throws -> (problem: String?, double: UInt64) {
    var (single, double) = (UInt64.max, UInt64.max)
    for run in 1...Self.runs {
      single = min(single, try shape.time(of: size))
      double = min(double, try shape.time(of: 2 * size))
      if run >= Self.firstRuns, Self.allows(double, after: single) { return (nil, double) }
    }
    return ("\(shape): \(single / 1000) µs at size \(size), \(double / 1000) µs at \(2 * size)", double)
  }

  static func allows(_ double: UInt64, after single: UInt64) -> Bool { Double(double) <= Double(single) * limit }
}
