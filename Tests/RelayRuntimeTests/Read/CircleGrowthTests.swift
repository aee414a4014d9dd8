#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// The processor time of everything that a store does with records that link to one another many times, for responses of a size and of
/// twice that size.
@Suite("The cost of circles is that of their links", .serialized)
struct CircleGrowthTests {
  struct Shape: Sendable, CustomStringConvertible {
    let description: String
    let depth: Int
    /// The smaller size, with which the work takes some milliseconds.
    let size: Int
    let response: @Sendable (_ size: Int) -> String
  }

  static let shapes: [Shape] = [
    Shape(description: "a list of itself", depth: 4, size: 2000) { Circles.ofOne($0) },
    Shape(description: "a list of itself, many levels", depth: 40, size: 200) { Circles.ofOne($0) },
    // The number of links is the square of that of the users.
    Shape(description: "all in the list of each", depth: 4, size: 3600) { Circles.ofAll(Int(Double($0).squareRoot())) },
    Shape(description: "two that list each other", depth: 6, size: 800) { size in
      func friends(_ id: String, _ inner: String) -> String {
        Array(repeating: #"{"id":"\#(id)","name":"N","friends":[\#(inner)]}"#, count: size).joined(separator: ",")
      }
      let other = #"{"id":"2","name":"N","friends":[\#(friends("1", ""))]}"#
      return #"{"data":{"me":{"id":"1","name":"N","friends":[\#(other),\#(friends("3", ""))]}}}"#
    },
    Shape(description: "a chain of lists of the next", depth: 20, size: 1600) { size in
      let count = size / 20
      let innermost = #"{"id":"u20","name":"N","friends":[]}"#
      let chain = (0..<20).reversed().reduce(innermost) { inner, level in
        let next = Array(repeating: #"{"id":"u\#(level + 1)","name":"N"}"#, count: count - 1).joined(separator: ",")
        return #"{"id":"u\#(level)","name":"N","friends":[\#(inner),\#(next)]}"#
      }
      return #"{"data":{"me":\#(chain)}}"#
    },
  ]

  /// Publishes a response and does everything else with its data.
  private static func work(_ shape: Shape, _ size: Int) throws -> UInt64 {
    let operation = OperationDescriptor(Circles.operation(shape.depth))
    let test = TestStore.collectingOnRequest(RelayStore.Configuration())
    let response = shape.response(size)
    let start = ProcessorTime.ofThread
    try test.publish(operation, response)
    let retention = test.store.retain(operation)
    let snapshot = test.store.lookup(operation)
    let heard = Recorder<Snapshot>()
    let subscription = test.store.subscribe(snapshot) { heard.append($0) }
    #expect(test.store.check(operation).isAvailable)
    test.queue.commitUpdate { $0["1"]?["name"] = "New" }
    test.queue.run()
    let captured = test.store.capture(test.store.selector(operation))
    #expect(captured.row == test.store.lookup(operation).row)
    #expect(captured.row?.hashValue == test.store.lookup(operation).row?.hashValue)
    test.store.collectGarbage()
    let time = ProcessorTime.ofThread - start
    subscription.dispose()
    retention.dispose()
    return time
  }

  /// The shortest times of several runs with a size and with twice that size, in turn.
  private static func times(_ shape: Shape) throws -> (half: UInt64, whole: UInt64) {
    var (half, whole) = (UInt64.max, UInt64.max)
    for _ in 0..<3 {
      half = min(half, try work(shape, shape.size))
      whole = min(whole, try work(shape, 2 * shape.size))
    }
    return (half, whole)
  }

  @Test("twice the links take at most twice the time, and a margin for the work on other threads", .comparesTimes, arguments: shapes)
  func growth(_ shape: Shape) async throws {
    let times = try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Result { try Self.times(shape) }) }
      thread.stackSize = 4 << 20
      thread.start()
    }
    #expect(Double(times.whole) < 2.8 * Double(times.half), "\(times.half / 1000) µs, then \(times.whole / 1000) µs")
  }
}
