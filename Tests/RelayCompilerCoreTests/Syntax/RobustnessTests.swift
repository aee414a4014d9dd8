import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("Any input")
struct RobustnessTests {
  /// The whole pipeline on bytes that are documents, schema and extension at once.
  static func compile(_ bytes: [UInt8]) -> CompilerOutput {
    var input = CompilerInput()
    input.add([SourceFile(path: "a.graphql", bytes: bytes)], as: .document)
    input.threads = 1
    return Compiler.compile(input)
  }

  @Test("Empty files, blanks and comments are documents without definitions", arguments: ["", " \n\t", "# nothing", "\u{FEFF}"])
  func empty(_ text: String) {
    let parsed = Parsed(text)
    #expect(parsed.document.definitions.isEmpty && parsed.diagnostics.isEmpty)
  }

  @Test("A file of ten megabytes, well-formed or not, takes time in proportion to its length")
  func large() async {
    let start = ContinuousClock.now
    let field = "alias: field(argument: [1, 2, {a: \"text\"}]) @include(if: $a) { x }\n"
    let count = 10_000_000 / field.utf8.count
    let text = "query Q {\n" + String(repeating: field, count: count)
    #expect(Parsed(text + "}").diagnostics.isEmpty)
    await Task.yield()
    #expect(Parsed(text).diagnostics.count == 1)
    await Task.yield()
    #expect(Parsed(String(repeating: "{", count: 10_000_000)).diagnostics.count == 1)
    #expect(Parsed(String(repeating: "query {", count: 1_000_000)).diagnostics.count >= 1)
    #expect(Parsed(bytes: [UInt8](repeating: 0, count: 10_000_000)).diagnostics.count == 1)
    #expect(ContinuousClock.now - start < .seconds(300))
  }

  @Test("Mutated inputs never stop the compiler")
  func mutations() async throws {
    let corpus = Repository.url("Fixtures/Fuzz")
    let files = try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "graphql" }.sorted { $0.path < $1.path }
    let seeds = try files.map { [UInt8](try Data(contentsOf: $0)) }
    try #require(!seeds.isEmpty)
    // A number of inputs, or as many as fit into a time.
    let seconds = ProcessInfo.processInfo.environment["RELAY_FUZZ_SECONDS"].flatMap { Double($0) }
    let deadline = seconds.map { ContinuousClock.now + .seconds($0) }
    var mutator = Mutator(seeds: seeds, seed: 20_250_901)
    var runs = 0
    while deadline.map({ ContinuousClock.now < $0 }) ?? (runs < 1_000) {
      // The tests that wait for something share a few threads with this one.
      if runs % 20 == 0 { await Task.yield() }
      let bytes = mutator.next()
      let output = Self.compile(bytes)
      for diagnostic in output.diagnostics {
        #expect(Int(diagnostic.range.end) <= bytes.count || diagnostic.range.isGenerated)
      }
      _ = DiagnosticRenderer.render(output.diagnostics, in: [SourceFile(path: "a.graphql", bytes: bytes)], style: .human)
      runs += 1
    }
    print("\(runs) mutated inputs")
    #expect(runs >= 1_000)
  }

  @Test("Thousands of selections of one field are compared in no time")
  func overlaps() async throws {
    let schema = "type Query { a: A } type A { a: A b(x: Int): Int c: A }"
    let flat = "query Q { " + String(repeating: "a { b(x: 1) c { b } } ", count: 5000) + "}"
    let conflict = "query Q { " + String(repeating: "a { b(x: 1) } ", count: 2500) + "a { b(x: 2) } " + "}"
    let fragments = (0..<500).map { "fragment F\($0) on A { a { ...F\($0 + 1) } c { ...F\($0 + 1) } }" }.joined(separator: "\n")
    let chain = "query Q { a { ...F0 } }\n" + fragments + "\nfragment F500 on A { b }"
    let deep = "query Q " + String(repeating: "{ a { c { b } } a ", count: 60) + "{ b }" + String(repeating: "}", count: 60)
    for (text, count) in [(flat, 0), (conflict, 1), (chain, 0), (deep, 0)] {
      await Task.yield()
      let start = ContinuousClock.now
      let found = try ValidationTests.validate(text, schema: schema, profile: .specification)
      #expect(found.count == count, "\(found.first ?? "")")
      #expect(ContinuousClock.now - start < .seconds(60))
    }
  }
}

@Suite("Arguments that grow from fragment to fragment")
struct GrowingArgumentsTests {
  private static let schema = "type Query { f(x: In): Int q: Query } input In { a: In b: In c: [In] }"

  /// Fragments F0 to F`levels`, each of which spreads the next with the given arguments, once for each.
  private static func chain(_ levels: Int, passing values: [String]) -> String {
    var text = "query Q($x: In) { ...F0 @arguments(x: $x) }\n"
    for level in 0..<levels {
      let spreads = values.enumerated().map { "q\($0): q { ...F\(level + 1) @arguments(x: \($1)) }" }.joined(separator: " ")
      text += "fragment F\(level) on Query @argumentDefinitions(x: {type: \"In\"}) { \(spreads) }\n"
    }
    return text + "fragment F\(levels) on Query @argumentDefinitions(x: {type: \"In\"}) { f(x: $x) }\n"
  }

  private static func errors(_ text: String) -> [String] {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    input.add([SourceFile(path: "a.graphql", text: text)], as: .document)
    input.threads = 1
    return Compiler.compile(input).diagnostics.map { "\($0.id) in \($0.range.file.rawValue)" }
  }

  /// Without a limit, the first would need a value of 2^200 parts, the second as many fragments.
  @Test(
    "A value that doubles on every level, or copies that do, are an error and no wait", .timeLimit(.minutes(1)),
    arguments: [
      (["{a: $x, b: $x}"], "fragment-argument-too-large in 1"),
      (["{a: $x, b: $x}", "{a: $x, c: [$x, $x]}"], "fragment-argument-too-large in 1"),
      (["{a: $x}", "{b: $x}"], "too-many-fragment-copies in 1"),
    ])
  func doubling(_ values: [String], _ expected: String) {
    let found = Self.errors(Self.chain(200, passing: values))
    #expect(found.contains(expected), "\(found.prefix(3))")
    #expect(found.count < 300)
  }

  @Test("What grows a little is accepted")
  func small() {
    #expect(Self.errors(Self.chain(10, passing: ["{a: $x, b: $x}"])) == [])
    #expect(Self.errors(Self.chain(6, passing: ["{a: $x}", "{b: $x}"])) == [])
  }
}

/// A deterministic mutator: bytes, tokens and pieces of other seeds.
struct Mutator {
  private let seeds: [[UInt8]]
  private var state: UInt64
  private static let pieces: [[UInt8]] = [
    "{", "}", "(", ")", "[", "]", "!", "$", "@", ":", "=", "|", "&", "...", "\"", "\"\"\"", "\\", "#", "\n", "\r", "on", "null", "-1",
    "1e999", "99999999999999999999", "$a", "@include(if: $a)", "@arguments(a: 1)", "@argumentDefinitions(a: {type: \"[Int!\"})", "...F",
    "query Q", "fragment F on User", "type Query", "extend", "implements", "@connection(key: \"F_friends\")",
    "@refetchable(queryName: \"R\")",
    "@required(action: LOG)", "@relay(mask: false)", "@inline", "@catch", "@alias(as: \"x\")", "__typename", "id", "\u{FEFF}", "é", "\u{0}",
  ].map { Array($0.utf8) }

  init(seeds: [[UInt8]], seed: UInt64) {
    self.seeds = seeds
    state = seed
  }

  private mutating func random(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return count < 1 ? 0 : Int((state >> 33) % UInt64(count))
  }

  mutating func next() -> [UInt8] {
    var bytes = seeds[random(seeds.count)]
    for _ in 0...random(4) {
      let position = random(bytes.count + 1)
      switch random(6) {
      case 0: bytes.removeSubrange(position..<min(bytes.count, position + 1 + random(12)))
      case 1: bytes.insert(contentsOf: Mutator.pieces[random(Mutator.pieces.count)], at: position)
      case 2: if position < bytes.count { bytes[position] = UInt8(random(256)) }
      case 3:
        let start = random(bytes.count)
        bytes.insert(contentsOf: bytes[start..<min(bytes.count, start + random(80))], at: position)
      case 4:
        let other = seeds[random(seeds.count)]
        let start = random(other.count)
        bytes.insert(contentsOf: other[start..<min(other.count, start + random(120))], at: position)
      default: bytes.removeSubrange(position...)
      }
      if bytes.count > 20_000 { bytes.removeSubrange(20_000...) }
    }
    return bytes
  }
}
