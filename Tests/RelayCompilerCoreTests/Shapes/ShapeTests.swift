import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

/// How long to test all shapes; nil to skip them.
private let fuzzSeconds = ProcessInfo.processInfo.environment["RELAY_FUZZ_SECONDS"].flatMap { Double($0) }

/// Shapes whose time used to grow with the square of their size, or doubled with every level.
private let formerlySlowShapes: Set<String> = [
  "fragments that spread the next one twice, inline and not", "a union of many types", "a union of many types, all of them selected",
  "two interfaces with many types, disjoint and not", "interfaces that implement interfaces", "one type extended many times",
  "many directives in the schema", "a field of many arguments, all given", "unknown fields among many",
  "one field with other fields each time", "inline fragments with directives", "fragments that wrap an argument",
  "aliases of one name", "mutations of one type with many fields",
]

/// How compile time grows with input and output, for inputs of many shapes.
///
/// A shape has a size. If compiling it takes more than `Growth.floor`, doubling the size may at most triple the time: the processor time
/// of one thread, the minimum of five runs. Output counts as well as input: some outputs grow faster than their inputs because Relay's
/// semantics require it (a response contains a fragment's fields wherever the fragment is spread).
///
/// The unit tests use the shapes that have been slow before. With `RELAY_FUZZ_SECONDS`, all shapes are tested, and then random
/// compositions until the time is up.
@Suite("Time grows with input and output", .serialized)
struct ShapeTests {
  static let manyTypes = TestEffort.current == .nightly ? 100_000 : 20_000

  @Test("Shapes that used to be slow", .comparesTimes, .cases)
  func formerlySlow() async {
    await eachCase(of: (Shape.schemas + Shape.documents + Shape.mutations).filter { formerlySlowShapes.contains($0.name) }) {
      await formerlySlow($0)
    }
  }

  func formerlySlow(_ shape: Shape) async {
    let problem = await onThread { Growth(of: shape, doublings: 1).lastingProblem() }
    #expect(problem == nil)
  }

  @Test("All shapes that used to be slow exist")
  func names() {
    let names = (Shape.schemas + Shape.documents + Shape.mutations).map(\.name)
    #expect(Set(names).count == names.count)
    #expect(formerlySlowShapes.isSubset(of: names))
  }

  @Test(
    "Every shape, and random compositions of them", .comparesTimes,
    .enabled(if: fuzzSeconds != nil, "set RELAY_FUZZ_SECONDS to the duration"))
  func all() async throws {
    let deadline = ContinuousClock.now + .seconds(try #require(fuzzSeconds))
    await onThread { Self.testAll(until: deadline) }
  }

  private static func testAll(until deadline: ContinuousClock.Instant) {
    for shape in Shape.schemas + Shape.documents + Shape.mutations {
      if let problem = Growth(of: shape, doublings: 2).lastingProblem() { Issue.record("\(problem)") }
    }
    var seed: UInt64 = 0
    repeat {
      seed += 1
      if let problem = Growth(of: .composed(seed: seed), doublings: 1).lastingProblem() { Issue.record("\(problem)") }
    } while ContinuousClock.now < deadline
    print("\(Shape.schemas.count + Shape.documents.count) shapes and \(seed) compositions")
  }

  @Test("Work that grows with the square of the size is detected")
  func finder() async {
    // Nothing is compiled here: the measurements are invented.
    func measured(_ time: UInt64, read: Int, written: Int) -> ShapeMeasurement {
      ShapeMeasurement(time: time, bytesRead: read, bytesWritten: written, diagnostics: [], timings: [])
    }
    let small = measured(100_000_000, read: 1000, written: 1000)
    #expect(!Growth.allows(measured(400_000_000, read: 2000, written: 2000), after: small))
    #expect(Growth.allows(measured(240_000_000, read: 2000, written: 2000), after: small))
    #expect(Growth.allows(measured(400_000_000, read: 2000, written: 4000), after: small))
  }

  @Test("Fragments that spread the next one twice: 180 levels take not much longer than 90", .comparesTimes)
  func doubling() async throws {
    let shape = try #require(Shape.documents.first { $0.name == "fragments that spread the next one twice, inline and not" })
    let compiled = try await compileInProportion(180) { shape.project($0) }
    #expect(compiled.diagnostics.isEmpty)
  }

  @Test("A chain of many types", .comparesTimes, .cases)
  func chainOfTypes() async {
    await eachCase(of: [
      // Each level refers to the next.
      ("type Query { a(i: I0): Int }", "input I@ { x: Int, i: I# }", "input I@ { x: Int }", "query Q($i: I0) { a(i: $i) }"),
      ("type Query { a(i: I0): Int }", "input I@ { x: Int! = 1, i: I#! }", "input I@ { x: Int }", "query Q($i: I0!) { a(i: $i) }"),
      ("type Query { a(i: I0): Int }", "input I@ { x: Int, i: I# = {} }", "input I@ { x: Int }", "query Q { a(i: {}) }"),
      ("type Query { a: T0 }", "type T@ { x: Int, t: T# }", "type T@ { x: Int }", "query Q { a { x } }"),
    ]) { try await chainOfTypes($0.0, $0.1, $0.2, $0.3) }
  }

  func chainOfTypes(_ query: String, _ level: String, _ last: String, _ document: String) async throws {
    let compiled = try await compileInProportion(Self.manyTypes) { levels in
      let types = times(levels) { level.replacing("@", with: "\($0)").replacing("#", with: "\($0 + 1)") }
      return ShapeProject("\(query) \(types) \(last.replacing("@", with: "\(levels)"))", document)
    }
    #expect(compiled.diagnostics.isEmpty)
  }

  @Test(
    "A union of many types with 300 inline fragments", .comparesTimes,
    arguments: [
      // Each with and without ids, which are added for every type wherever the union is selected.
      ("a: Int", "u { ", "... on T", " { a } ", "}", 0), ("id: ID! a: Int", "u { ", "... on T", " { a } ", "}", 0),
      ("id: ID! a: Int", "", "u@: u { ... on T", " { a } } ", "", 1),
    ])
  func largeUnion(_ fields: String, _ start: String, _ opening: String, _ closing: String, _ end: String, _ errors: Int) async throws {
    let compiled = try await compileInProportion(Self.manyTypes) { count in
      let union = "type Query { u: U } union U = " + times(count, separator: "|") { "T\($0)" } + " "
      let types = times(count) { "type T\($0) { \(fields) }" }
      let fragments = times(300) { opening.replacing("@", with: "\($0)") + "\($0 * (count / 400))" + closing }
      return ShapeProject(union + types, "query Q { \(start)\(fragments)\(end) }")
    }
    #expect(compiled.diagnostics.map(\.id) == [DiagnosticID](repeating: "too-many-selections", count: errors))
  }
}

/// Compiles an input and one of half its size, and checks the growth of the time. Other work may disturb the measurements, so they are
/// repeated until their minima are in proportion; growth that is too fast remains.
private func compileInProportion(_ size: Int, _ project: @escaping @Sendable (Int) -> ShapeProject) async throws -> ShapeMeasurement {
  func fastest(of size: Int, _ earlier: ShapeMeasurement?) async -> ShapeMeasurement {
    var compiled = await onThread { ShapeMeasurement.compile(project(size)) }
    if let earlier { compiled.time = min(compiled.time, earlier.time) }
    return compiled
  }
  var half = await fastest(of: size / 2, nil)
  var whole = await fastest(of: size, nil)
  for _ in 0..<4 where !Growth.allows(whole, after: half) {
    half = await fastest(of: size / 2, half)
    whole = await fastest(of: size, whole)
  }
  #expect(Growth.allows(whole, after: half), "\(half.milliseconds) ms for half of it, \(whole.milliseconds) ms")
  return whole
}

/// Runs long work on a separate thread. On a thread of the shared pool it would block other tests.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.stackSize = WorkerThread.stackSize
    thread.start()
  }
}

/// Searches for the size at which a shape takes long enough to be measured, and measures how its time grows from there.
struct Growth {
  let shape: Shape
  /// How often the size is doubled from that size.
  let doublings: Int

  /// Shorter times are too inaccurate.
  static let floor: UInt64 = 50_000_000
  /// Larger inputs would only prolong the test.
  private static let maximumBytes = 8_000_000
  private static let runs = 5
  /// With one of these, the compiler has rejected the input as too large: that bounds its time.
  private static let limits: Set<DiagnosticID> = [
    "too-many-selections", "selections-too-complex", "too-many-fragment-copies", "fragment-argument-too-large",
  ]
  /// The longest time until that is found: that of about a million selections, in nanoseconds.
  private static let boundedTime: UInt64 = {
    let fields = ShapeProject("type Query { a: Int }", "{" + times(10_000) { "a\($0): a" } + "}")
    return 100 * ((0..<3).map { _ in ShapeMeasurement.compile(fields).time }.min() ?? 0)
  }()

  init(of shape: Shape, doublings: Int) {
    self.shape = shape
    self.doublings = doublings
  }

  /// Whether the increase in time is justified by the increase in input or output.
  static func allows(_ measured: ShapeMeasurement, after earlier: ShapeMeasurement) -> Bool {
    let read = Double(measured.bytesRead) / Double(max(1, earlier.bytesRead))
    // The growth of a small output is not significant.
    let written = earlier.bytesWritten < earlier.bytesRead / 10 ? 1 : Double(measured.bytesWritten) / Double(max(1, earlier.bytesWritten))
    return Double(measured.time) <= Double(earlier.time) * 1.5 * max(2, read, written)
  }

  /// The problem that occurs every time, or nil. Other work may disturb one measurement, but growth that is too fast
  /// occurs again.
  func lastingProblem() -> String? {
    var problem = problem()
    for _ in 0..<2 where problem != nil { problem = self.problem() }
    return problem
  }

  /// The problem, or nil.
  private func problem() -> String? {
    var size = 16
    var last: ShapeMeasurement?
    var compared = 0
    while size <= shape.maximumSize, compared < doublings {
      let project = shape.project(size)
      if project.byteCount > Self.maximumBytes { return nil }
      var measured = ShapeMeasurement.compile(project)
      if measured.diagnostics.contains(where: { Self.limits.contains($0.id) }) {
        return measured.time < Self.boundedTime ? nil : "\(shape), size \(size): \(measured.milliseconds) ms before the limit is found"
      }
      if let earlier = last {
        var earlier = earlier
        if !Self.allows(measured, after: earlier) {
          // Both again and in turn, so that both are measured under the same conditions: what else runs on a core can double its times.
          let smaller = shape.project(size / 2)
          (measured.time, earlier.time) = (.max, .max)
          for _ in 0..<Self.runs {
            measured.time = min(measured.time, ShapeMeasurement.compile(project).time)
            earlier.time = min(earlier.time, ShapeMeasurement.compile(smaller).time)
          }
        }
        if !Self.allows(measured, after: earlier) {
          let slowest = measured.timings.max { $0.nanoseconds < $1.nanoseconds }
          return "\(shape): \(earlier.milliseconds) ms at size \(size / 2), \(measured.milliseconds) ms at \(size); most in "
            + "\(slowest?.stage ?? "?")"
        }
        compared += 1
      }
      if measured.time > Self.floor {
        if last == nil {
          for _ in 1..<Self.runs { measured.time = min(measured.time, ShapeMeasurement.compile(project).time) }
        }
        last = measured.time > Self.floor ? measured : nil
      }
      size *= 2
    }
    return nil
  }
}
