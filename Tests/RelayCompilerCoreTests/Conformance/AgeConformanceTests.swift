import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

/// A whole application with ages everywhere: in its schema, in a client extension and in its documents. Texts, ids and artifacts are those
/// without them.
@Suite(
  "Ages in an application",
  .enabled(
    if: ProcessInfo.processInfo.environment["RELAY_CONFORMANCE"] != nil, "NOT RUN: RELAY_CONFORMANCE names no folder with conformance data")
)
struct AgeConformanceTests {
  private static func sources() throws -> (schema: SourceFile, documents: [SourceFile]) {
    let path = try #require(ProcessInfo.processInfo.environment["RELAY_CONFORMANCE"])
    let folder = URL(filePath: path, relativeTo: Repository.root).appending(path: "projects/force")
    func file(_ name: String) throws -> SourceFile {
      SourceFile(path: name, text: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
    let names = FileManager.default.enumerator(atPath: folder.appending(path: "documents").path)?.compactMap { $0 as? String } ?? []
    return (try file("schema.graphql"), try names.filter { $0.hasSuffix(".graphql") }.sorted().map { try file("documents/\($0)") })
  }

  private static func files(_ schema: [SourceFile], _ extensions: [SourceFile], _ documents: [SourceFile]) -> [GeneratedFile] {
    var input = CompilerInput()
    input.add(schema, as: .schema)
    input.add(extensions, as: .clientSchema)
    input.add(documents, as: .document)
    input.threads = 2
    input.options.featureFlags.enforceFragmentAliasWhereAmbiguous = .disabled
    let output = Compiler.compile(input)
    #expect(output.diagnostics.filter { $0.severity == .error }.prefix(3).map(\.message) == [])
    return GoldenArtifactTests.files(output)
  }

  /// The schema with an age for each type, in turn in the server's schema and in an extension.
  private static func aged(_ schema: SourceFile) -> (server: SourceFile, extensions: SourceFile) {
    var parts = ["", ""]
    let (document, _) = Parser.parse(schema, file: FileID(rawValue: 0), isOfServer: true)
    for (index, definition) in document.definitions.enumerated() {
      guard case .type(let type) = definition, !type.isExtension, let keyword = keywords[type.kind] else { continue }
      let field = type.fields.last.map { "@cacheControlField(name: \"\($0.name.name)\", maxAge: \(index), scope: PRIVATE)" } ?? ""
      parts[index % 2] += "extend \(keyword) \(type.name.name) @cacheControl(maxAge: \(index)) \(field)\n"
    }
    return (
      SourceFile(path: schema.path, text: String(decoding: schema.bytes, as: UTF8.self) + "\n" + parts[0]),
      SourceFile(path: "client.graphql", text: parts[1])
    )
  }

  private static let keywords: [TypeKind: String] = [.object: "type", .interface: "interface", .union: "union"]

  /// The document with `@maxAge` on every query, and on each field of queries and fragments.
  private static func aged(_ file: SourceFile) -> SourceFile {
    var places: [Int] = []
    func collect(_ set: SelectionSetSyntax) {
      for selection in set.selections {
        switch selection {
        case .field(let field):
          let end = field.directives.first?.range.start ?? field.selectionSet?.range.start ?? field.range.end
          if !field.name.name.hasPrefix("__") { places.append(Int(end)) }
          if let inner = field.selectionSet { collect(inner) }
        case .inlineFragment(let fragment): collect(fragment.selectionSet)
        case .fragmentSpread: break
        }
      }
    }
    for definition in Parser.parse(file, file: FileID(rawValue: 0)).0.definitions {
      switch definition {
      case .operation(let operation) where operation.kind == .query:
        places.append(Int(operation.directives.first?.range.start ?? operation.selectionSet.range.start))
        collect(operation.selectionSet)
      case .fragment(let fragment): collect(fragment.selectionSet)
      default: break
      }
    }
    var bytes = file.bytes
    for (index, place) in places.sorted(by: >).enumerated() {
      bytes.insert(contentsOf: " @maxAge(seconds: \(index % 90), staleWhileRevalidate: 5) ".utf8, at: place)
    }
    return SourceFile(path: file.path, bytes: bytes)
  }

  @Test("Texts, ids and artifacts do not change")
  func unchanged() throws {
    let (schema, documents) = try Self.sources()
    let plain = Self.files([schema], [], documents)
    #expect(plain.count > 2000)
    let (server, extensions) = Self.aged(schema)
    let aged = Self.files([server], [extensions], documents.map(Self.aged))
    #expect(plain.map(\.name) == aged.map(\.name))
    let changed = zip(plain, aged).filter { $0.bytes != $1.bytes }.map(\.0.name)
    #expect(changed == [])
  }
}
