import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("Any input")
struct RobustnessTests {
  /// Runs the whole pipeline on bytes that serve as documents, schema and extension at once.
  static func compile(_ bytes: [UInt8]) -> CompilerOutput {
    var input = CompilerInput()
    input.add([SourceFile(path: "a.graphql", bytes: bytes)], as: .document)
    input.threads = 1
    return Compiler.compile(input)
  }

  @Test("Empty files, blanks and comments are documents without definitions", .cases)
  func empty() {
    eachCase(of: ["", " \n\t", "# nothing", "\u{FEFF}"]) { empty($0) }
  }

  func empty(_ text: String) {
    let parsed = Parsed(text)
    #expect(parsed.document.definitions.isEmpty && parsed.diagnostics.isEmpty)
  }

  @Test("A file of ten megabytes, well-formed or not, takes time proportional to its length", .comparesTimes)
  func large() async {
    let field = "alias: field(argument: [1, 2, {a: \"text\"}]) @include(if: $a) { x }\n"
    let texts: [(String, ClosedRange<Int>, @Sendable (_ bytes: Int) -> String)] = [
      ("fields", 0...0, { "query Q {\n" + String(repeating: field, count: $0 / field.utf8.count) + "}" }),
      ("fields without an end", 1...1, { "query Q {\n" + String(repeating: field, count: $0 / field.utf8.count) }),
      ("braces", 1...1, { String(repeating: "{", count: $0) }),
      ("queries without an end", 1...Int.max, { String(repeating: "query {", count: $0 / 10) }),
      ("zeros", 1...1, { String(repeating: "\0", count: $0) }),
      ("apostrophes", 1...Int.max, { String(repeating: "'\n", count: $0 / 20) }),
      (
        "brackets that close nothing", 1...Int.max,
        { "query Q @a( " + String(repeating: "(", count: $0 / 100) + String(repeating: "]", count: $0 / 100) }
      ),
      ("braces on one line, without an end", 1...Int.max, { "query Q {" + String(repeating: "a { a } ", count: $0 / 400) }),
      ("errors before other errors", 1...Int.max, { "query Q {\n" + String(repeating: "a(b: 1 : ' )\n", count: $0 / 1000) + "}" }),
    ]
    for (name, diagnostics, text) in texts {
      await Task.yield()
      let growth = ProcessorTime.growth(from: 5_000_000) {
        #expect(diagnostics.contains(Parsed(text($0)).diagnostics.count), "\(name)")
      }
      #expect(growth < 3, "\(name)")
    }
  }

  @Test("Swift in which literals do not end takes time proportional to its length", .comparesTimes)
  func literals() async {
    let texts: [(String, @Sendable (_ count: Int) -> String)] = [
      ("one line", { String(repeating: "let a = graphql(\"\"\"graphql(\"\"\"  ", count: $0) }),
      ("raw strings", { String(repeating: "graphql(#\"\"\"\n}\n", count: $0) }),
      ("raw strings before an end", { String(repeating: "graphql(#\"\"\"\n}\n", count: $0) + "graphql(\"\"\"#" }),
      ("number signs", { String(repeating: "#", count: 10 * $0) }),
    ]
    for (name, text) in texts {
      await Task.yield()
      let growth = ProcessorTime.growth(from: 4000) { count in
        _ = GraphQLLiterals.find(in: SourceFile(path: "A.swift", text: text(count)))
      }
      #expect(growth < 3, "\(name)")
    }
  }

  @Test("Mutated inputs never crash the compiler")
  func mutations() async throws {
    let corpus = Repository.url("Fixtures/Fuzz")
    let files = try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "graphql" }.sorted { $0.path < $1.path }
    let seeds = try files.map { [UInt8](try Data(contentsOf: $0)) }
    try #require(!seeds.isEmpty)
    // A fixed number of inputs, and as many more as fit into the given time.
    let seconds = ProcessInfo.processInfo.environment["RELAY_FUZZ_SECONDS"].flatMap { Double($0) } ?? 0
    let least = seconds > 0 ? 2_000 : TestEffort.repetitions(2_000)
    let deadline = ContinuousClock.now + .seconds(seconds)
    let seed: UInt64 = 20_250_901
    var mutator = Mutator(seeds: seeds, seed: seed)
    var runs = 0
    while runs < least || ContinuousClock.now < deadline {
      // Tests that wait for something share a small thread pool with this one.
      if runs % 20 == 0 { await Task.yield() }
      let bytes = mutator.next()
      let output = Self.compile(bytes)
      for diagnostic in output.diagnostics {
        #expect(Int(diagnostic.range.end) <= bytes.count || diagnostic.range.isGenerated, "input \(runs), seed \(seed)")
      }
      _ = DiagnosticRenderer.render(output.diagnostics, in: [SourceFile(path: "a.graphql", bytes: bytes)], style: .human)
      runs += 1
    }
    print("\(runs) mutated inputs")
  }

  @Test("Thousands of selections of one field are compared quickly", .comparesTimes)
  func overlaps() async throws {
    let schema = "type Query { a: A } type A { a: A b(x: Int): Int c: A }"
    func check(_ text: String, _ count: Int) throws {
      let found = try ValidationTests.validate(text, schema: schema, profile: .specification)
      #expect(found.count == count, "\(found.first ?? "")")
    }
    // In time proportional to their number.
    let flat = try ProcessorTime.growth(from: 2500) { count in
      try check("query Q { " + String(repeating: "a { b(x: 1) c { b } } ", count: count) + "}", 0)
    }
    #expect(flat < 3)
    await Task.yield()
    let conflict = try ProcessorTime.growth(from: 1250) { count in
      try check("query Q { " + String(repeating: "a { b(x: 1) } ", count: count) + "a { b(x: 2) } " + "}", 1)
    }
    #expect(conflict < 3)
    await Task.yield()
    // Comparing every path would never end.
    let fragments = (0..<500).map { "fragment F\($0) on A { a { ...F\($0 + 1) } c { ...F\($0 + 1) } }" }.joined(separator: "\n")
    try check("query Q { a { ...F0 } }\n" + fragments + "\nfragment F500 on A { b }", 0)
    await Task.yield()
    let opening = String(repeating: "{ a { c { b } } a ", count: 60)
    try check("query Q " + opening + "{ b }" + String(repeating: "}", count: 60), 0)
  }
}

/// A deterministic mutator of bytes, tokens and pieces of other seeds.
struct Mutator {
  private let seeds: [[UInt8]]
  private var random: SplitMix
  private static let pieces: [[UInt8]] = [
    "{", "}", "(", ")", "[", "]", "!", "$", "@", ":", "=", "|", "&", "...", "\"", "\"\"\"", "\\", "#", "\n", "\r", "on", "null", "-1",
    "1e999", "99999999999999999999", "$a", "@include(if: $a)", "@arguments(a: 1)", "@argumentDefinitions(a: {type: \"[Int!\"})", "...F",
    "query Q", "fragment F on User", "type Query", "extend", "implements", "@connection(key: \"F_friends\")",
    "@refetchable(queryName: \"R\")",
    "@required(action: LOG)", "@relay(mask: false)", "@inline", "@catch", "@alias(as: \"x\")", "__typename", "id", "\u{FEFF}", "é", "\u{0}",
  ].map { Array($0.utf8) }

  init(seeds: [[UInt8]], seed: UInt64) {
    self.seeds = seeds
    random = SplitMix(seed: seed)
  }

  /// A number below `count`.
  private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }

  mutating func next() -> [UInt8] {
    var bytes = seeds[number(seeds.count)]
    for _ in 0...number(4) {
      let position = number(bytes.count + 1)
      switch number(6) {
      case 0: bytes.removeSubrange(position..<min(bytes.count, position + 1 + number(12)))
      case 1: bytes.insert(contentsOf: Mutator.pieces[number(Mutator.pieces.count)], at: position)
      case 2: if position < bytes.count { bytes[position] = UInt8(number(256)) }
      case 3:
        let start = number(bytes.count)
        bytes.insert(contentsOf: bytes[start..<min(bytes.count, start + number(80))], at: position)
      case 4:
        let other = seeds[number(seeds.count)]
        let start = number(other.count)
        bytes.insert(contentsOf: other[start..<min(other.count, start + number(120))], at: position)
      default: bytes.removeSubrange(position...)
      }
      if bytes.count > 20_000 { bytes.removeSubrange(20_000...) }
    }
    return bytes
  }
}
