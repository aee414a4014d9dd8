import TestSupport
import Testing

@testable import RelayCompilerCore

/// A large schema is parsed in pieces. The result must equal that of parsing the whole, wherever the text is divided.
@Suite("A schema in pieces")
struct SchemaPiecesTests {
  /// Large enough for several pieces.
  private static func schema(description: String, last: String = "") -> String {
    (0..<6000).map { "\"\"\"\n\(description)\n\"\"\"\ntype T\($0) {\n  a(x: Int = 1): [T\($0)!]!\n}\n" }.joined() + last
  }

  private static func parse(_ text: String, threads: Int) throws -> ParsedSource {
    let sources = [Source(SourceFile(path: "schema.graphql", text: text), as: .schema)]
    return try #require(ParsedSource.parse(sources, options: CompilerOptions(), threads: threads).first)
  }

  @Test("The definitions and errors of pieces are those of the whole", .cases)
  func pieces() {
    eachCase(of: [
      schema(description: "An object"),
      // Text that looks like the end of a definition. Every piece ends in such a place.
      schema(description: "}\n\n}\n}\ntype Not {\n}"),
      schema(description: "}\n", last: "type Broken {\n  a: \n}\ntype T1 { a: Int }\n"),
      schema(description: "}\n", last: "type Open {\n  a: Int\n"),
    ]) { try pieces(text: $0) }
  }

  func pieces(text: String) throws {
    #expect(text.utf8.count > 262_144)
    let whole = try Self.parse(text, threads: 1)
    let pieces = try Self.parse(text, threads: 2)
    #expect(pieces.document.definitions.map(\.outline) == whole.document.definitions.map(\.outline))
    #expect(pieces.document.definitions.map(\.range) == whole.document.definitions.map(\.range))
    #expect(pieces.diagnostics.map(\.message) == whole.diagnostics.map(\.message))
    #expect(pieces.diagnostics.map(\.range) == whole.diagnostics.map(\.range))
  }

  @Test("A large schema is divided, and its pieces cover all of it")
  func division() {
    let source = SourceFile(path: "schema.graphql", text: Self.schema(description: "An object"))
    let pieces = SourcePieces.divide(source, size: 65_536)
    #expect(pieces.count > 4)
    #expect(pieces.first?.range.lowerBound == 0 && pieces.last?.range.upperBound == source.bytes.count)
    for (piece, next) in zip(pieces, pieces.dropFirst()) { #expect(piece.range.upperBound == next.range.lowerBound) }
  }
}
