import TestSupport
import Testing

@testable import RelayCompilerCore

/// Texts of combining marks, which Swift normalizes to compare or hash them.
@Suite("Texts of combining marks", .serialized)
struct CombiningMarkTests {
  /// A place where text from a file becomes a key or is compared.
  struct Place: Sendable, CustomTestStringConvertible {
    let name: String
    /// Reads a text there and returns the messages.
    let read: @Sendable (String) -> [String]
    var testDescription: String { name }
  }

  private static func configuration(_ json: String) -> [String] {
    ConfigParser.parse(SourceFile(path: "relay.config.json", text: json), file: FileID(rawValue: 0)).1.map(\.message)
  }

  private static func introspection(_ json: String) -> [String] {
    IntrospectionReader.parse(SourceFile(path: "schema.json", text: json), file: FileID(rawValue: 0)).1.map(\.message)
  }

  private static func persisted(_ json: String, _ format: PersistConfig.Format) -> [String] {
    PersistedQueryFile.merged([], into: Array(json.utf8), format: format) == nil ? ["no file of persisted queries"] : []
  }

  private static func document(_ text: String) -> [String] {
    ShapeMeasurement.compile(ShapeProject(Shape.schema, text)).diagnostics.map(\.message)
  }

  static let places = [
    Place(name: "key of the configuration") { configuration(#"{"\#($0)": 1, "\#($0)x": 2}"#) },
    Place(name: "value of the configuration") { configuration(#"{"persistConfig": {"file": "a", "algorithm": "\#($0)"}}"#) },
    Place(name: "scalar's type") { configuration(#"{"customScalarTypes": {"A": "\#($0)", "B": {"name": "C", "path": "\#($0)"}}}"#) },
    Place(name: "module") { configuration(#"{"swift": {"imports": ["\#($0)"], "payloads": ["\#($0)"]}}"#) },
    Place(name: "key of a schema in JSON") { introspection(#"{"__schema": {"types": [{"\#($0)": 1, "\#($0)x": 2}]}}"#) },
    Place(name: "kind in a schema in JSON") { introspection(#"{"__schema": {"types": [{"name": "A", "kind": "\#($0)"}]}}"#) },
    Place(name: "persisted query's id") { persisted(#"{"\#($0)": "query Q { a }", "\#($0)x": "query R { a }"}"#, .relay) },
    Place(name: "id in a manifest") {
      let operation = { (id: String) in #"{"id": "\#(id)", "name": "Q", "type": "query", "body": "query Q { a }"}"# }
      return persisted(#"{"operations": [\#(operation($0)), \#(operation($0 + "x"))]}"#, .apollo)
    },
    Place(name: "alias") { document("query Q { user { ...F @alias(as: \"\($0)\") } } fragment F on User { a }") },
    Place(name: "label") { document("query Q { user { ...F @defer(label: \"\($0)\") } } fragment F on User { a }") },
    Place(name: "connection's key") {
      document("query Q { user { friends(first: 1) @connection(key: \"\($0)\") { edges { node { a } } } } }")
    },
    Place(name: "values") { document("query Q { a: value(s: \"\($0)\") a: value(s: \"\($0)x\") b: value(s: \"\"\"\($0)\"\"\") }") },
    Place(name: "string in single quotes") { document("query Q { a: value(s: '\($0)') b: value(s: '\($0)') }") },
    Place(name: "string in typographic quotes") { document("query Q { a: value(s: \u{201C}\($0)\u{201D}) }") },
    Place(name: "document") { document($0) },
  ]

  /// Processor time in nanoseconds: the shortest of up to three runs.
  private static func time(_ work: () -> Void) -> UInt64 {
    var shortest = UInt64.max
    for _ in 0..<3 where shortest > Growth.floor / 10 {
      let start = ProcessorTime.ofThread
      work()
      shortest = min(shortest, ProcessorTime.ofThread - start)
      // What is so slow needs no second run.
      if shortest > 20 * Growth.floor { break }
    }
    return shortest
  }

  @Test("Time grows with the text", .comparesTimes, arguments: places, [0, 30])
  func growth(_ place: Place, _ run: Int) {
    // All marks in a row, or as many as are allowed, in an order that normalization changes.
    func text(_ count: Int) -> String {
      let marks = (0..<count).map { index in run > 0 && index % run == 0 ? "a\u{301}" : index % 2 == 0 ? "\u{301}" : "\u{323}" }
      return "a" + marks.joined()
    }
    let (shorter, longer) = (text(10_000), text(20_000))
    var measured: [String] = []
    // Another process may have disturbed one of the two.
    for _ in 0..<4 {
      let first = Self.time { _ = place.read(shorter) }
      let second = Self.time { _ = place.read(longer) }
      if second < Growth.floor || second <= 3 * first { return }
      measured.append("\(first / 1000) and \(second / 1000) microseconds")
    }
    Issue.record("\(measured.joined(separator: ", "))")
  }

  @Test("More than thirty combining marks in a row are an error at their place", .cases)
  func limit() {
    eachCase(of: Self.places) { place in
      let marks = "a" + String(repeating: "\u{323}\u{301}", count: 15) + "\u{323}"
      let escapes = "a" + String(repeating: "\\u0323\\u0301", count: 15) + "\\u0323"
      for text in [marks, escapes] where place.name != "document" {
        let messages = place.read(text)
        #expect(
          messages.contains("The string has more than 30 combining marks in a row") || messages == ["no file of persisted queries"],
          "\(messages)")
      }
    }
  }

  @Test("Marks of languages, and thirty in a row, are text", .cases)
  func text() {
    eachCase(of: ["a\u{301}", "नमस्ते", "שָׁלוֹם", "a" + String(repeating: "\u{301}", count: 30)] as [String]) { text in
      #expect(Self.document("query Q { a: value(s: \"\(text)\") b: value(s: \"\"\"\(text)\"\"\") }") == [])
      #expect(Self.persisted(#"{"\#(text)": "query Q { a }"}"#, .relay) == [])
    }
  }
}
