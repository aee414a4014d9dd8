import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// How the runtime's time grows with responses and sessions of many shapes.
///
/// A shape has a size. Doubling it may at most multiply the time by `GrowthOfTime.limit`: processor time of one thread, so that other work on
/// the machine hardly counts, and the minimum of several runs.
@Suite("The runtime's time grows with its input", .serialized)
struct RuntimeShapeTests {
  @Test("Twice the size takes twice the time", .comparesTimes, arguments: RuntimeShape.all)
  func growth(_ shape: RuntimeShape) async throws {
    let problem = try await problem(of: shape)
    #expect(problem == nil)
  }

  @Test("There are at least 40 shapes, each with its own name")
  func names() {
    let names = RuntimeShape.all.map(\.name)
    #expect(names.count >= 40)
    #expect(Set(names).count == names.count)
  }

  /// The clock of this test counts steps and disturbs each measurement, so that the result does not depend on the machine.
  @Test("Work that grows with the square of the size is found, and work in proportion is not", arguments: 1...20 as ClosedRange<UInt64>)
  func finder(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var now: UInt64 = 0
    // Nanoseconds for a step: 100, and what other work adds.
    func problem(_ step: ClosedRange<UInt64> = 100...110, _ steps: @escaping (Int) -> Int) throws -> String? {
      try GrowthOfTime(clock: { now }).problem(from: 250) { size in
        { now += UInt64(steps(size)) * UInt64.random(in: step, using: &random) }
      }
    }
    #expect(try problem { $0 } == nil)
    #expect(try problem(100...200) { $0 } == nil)
    #expect(try problem { $0 * $0 / 16 } != nil)
    #expect(try problem { $0 * 64 + $0 * $0 / 4 } != nil, "a square that is hardly noticeable")
  }

  /// Measures on a thread of its own. On a thread of the shared pool the work would hold up other tests.
  private func problem(of shape: RuntimeShape) async throws -> String? {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          with: Result { try GrowthOfTime().problem(from: shape.smallest, shape.session).map { "\(shape): \($0)" } })
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }
}
