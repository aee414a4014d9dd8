import Foundation
import Testing

@testable import RelayCompilerCore

/// Doubling an input must not do more than double the work, give or take what measuring does.
@Suite("Growth", .serialized)
struct GrowthTests {
  /// The processor time of this thread that one compilation takes, in seconds: the least of several.
  private static func cost(_ growth: Growth, _ size: Int, runs: Int) -> Double {
    let (schema, document) = growth.make(size)
    var input = Compilation.Input()
    input.schema = [SourceFile(path: "schema.graphql", bytes: Array(schema.utf8))]
    input.documents = [SourceFile(path: "Document.graphql", bytes: Array(document.utf8))]
    input.threads = 1
    var least = Double.infinity
    for _ in 0..<runs {
      let start = Self.threadTime
      let output = Compilation.run(input)
      _ = output.diagnostics.count
      least = min(least, Self.threadTime - start)
    }
    return least
  }

  private static var threadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Sizes below this are not told from noise.
  private static let measurable = ProcessInfo.processInfo.environment["RELAY_GROWTH_SECONDS"].flatMap { Double($0) } ?? 0.02

  @Test("Twice the size is less than three times the work", arguments: Growth.all)
  func growth(_ growth: Growth) async {
    var size = growth.start
    var cost = Self.cost(growth, size, runs: 1)
    while cost < Self.measurable, size < 1 << 17 {
      await Task.yield()
      size *= 2
      cost = Self.cost(growth, size, runs: 1)
    }
    guard cost >= Self.measurable else { return }
    var doubled = Double.infinity
    // The rest of the machine may be at work: what counts is the least that was ever needed.
    for _ in 0..<4 {
      await Task.yield()
      cost = min(cost, Self.cost(growth, size, runs: 5))
      doubled = min(doubled, Self.cost(growth, 2 * size, runs: 5))
      if doubled < 3 * cost { return }
    }
    #expect(doubled < 3 * cost, "size \(size): \(cost) s, size \(2 * size): \(doubled) s")
  }
}
