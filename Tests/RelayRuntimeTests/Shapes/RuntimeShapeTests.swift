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

  @Test("Work that grows with the square of the size is found, and work in proportion is not", .comparesTimes)
  func finder() async throws {
    func adding(_ name: String, _ rounds: @escaping @Sendable (Int) -> Int) -> RuntimeShape {
      RuntimeShape(name) { size in
        {
          var table: [Int: Int] = [:]
          for number in 0..<rounds(size) { table[number % 64, default: 0] &+= number }
          #expect(table.count == 64)
        }
      }
    }
    #expect(try await problem(of: adding("in proportion") { $0 }) == nil)
    // A machine that is slow at the wrong moments may hide it once.
    for shape in [adding("square") { $0 * $0 / 16 }, adding("square, but hardly noticeable") { $0 * 64 + $0 * $0 / 4 }] {
      var isFound = false
      for _ in 0..<3 where !isFound { isFound = try await problem(of: shape) != nil }
      #expect(isFound, "\(shape)")
    }
  }

  /// Measures on a thread of its own. On a thread of the shared pool the work would hold up other tests.
  private func problem(of shape: RuntimeShape) async throws -> String? {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          with: Result { try GrowthOfTime.problem(from: shape.smallest, shape.session).map { "\(shape): \($0)" } })
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }
}
