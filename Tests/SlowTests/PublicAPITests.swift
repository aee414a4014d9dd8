import Foundation
import TestSupport
import Testing

// Apple's systems have more: what is for SwiftUI is in the runtime only where SwiftUI is.
#if os(Linux)
  /// The runtime's public declarations, compared with a list that is checked in: every change of the API is seen in a diff.
  @Suite("Public API", .serialized)
  struct PublicAPITests {
    /// The list. `UPDATE_FIXTURES=1` writes it.
    static let listing = Repository.url("Tests/SlowTests/PublicAPI.txt")

    @Test("the public declarations are those of PublicAPI.txt")
    func declarationsAreListed() async throws {
      let lines = try await Self.declarations()
      if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != nil {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.listing)
      }
      let listed = try String(contentsOf: Self.listing, encoding: .utf8).split(separator: "\n").map(String.init)
      let (now, before) = (Set(lines), Set(listed))
      #expect(lines.filter { !before.contains($0) } == [], "not in the list")
      #expect(listed.filter { !now.contains($0) } == [], "no longer there")
      #expect(listed == listed.sorted())
    }

    @Test("at most 145 public types are not only for generated code")
    func thereAreFewTypes() async throws {
      let kinds: Set = ["struct", "final", "class", "enum", "protocol"]
      let types = try await Self.declarations().filter { line in
        let declaration = line.components(separatedBy: ": ").dropFirst().joined(separator: ": ")
        return !line.hasPrefix("Generated") && kinds.contains(String(declaration.prefix { $0 != " " }))
      }
      #expect(types.count <= 145 && types.count > 100)
    }

    /// A line for each declaration and each conformance, below the name of the type that has it, sorted. Compilers print some attributes in
    /// different ways, and list different conformances that need no code; both are left out.
    private static func declarations() async throws -> [String] {
      let folder = try TemporaryFolder("relay-symbols")
      defer { withExtendedLifetime(folder) {} }
      let arguments =
        ["-emit-module", "-wmo", "-module-name", "RelayRuntime", "-package-name", "relay_swift", "-emit-module-path"]
        + [folder.url.appending(path: "RelayRuntime.swiftmodule").path, "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies"]
        + ["-emit-symbol-graph", "-emit-symbol-graph-dir", folder.url.path, "-symbol-graph-minimum-access-level", "public"]
      let run = try await CompilationTests.swiftc(arguments + CompilationTests.flags + CompilationTests.files(in: "Sources/RelayRuntime"))
      guard run.status == 0 else { throw CompilationTests.CompilerFailure(output: run.output) }
      var lines: Set<String> = []
      for file in try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
      where file.lastPathComponent.hasSuffix(".symbols.json") {
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
        let own = graph.symbols.filter { !$0.identifier.precise.contains("::SYNTHESIZED::") }
        lines.formUnion(own.map(\.line))
        let names = Dictionary(graph.symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) }) { first, _ in first
        }
        for conformance in graph.relationships where conformance.kind == "conformsTo" {
          guard let source = names[conformance.source], let target = conformance.targetFallback ?? names[conformance.target] else {
            continue
          }
          let name = target.hasPrefix("Swift.") ? String(target.dropFirst(6)) : target
          if !["Sendable", "Copyable", "Escapable", "SendableMetatype"].contains(name) { lines.insert("\(source): conforms to \(name)") }
        }
      }
      return lines.sorted()
    }
  }

  /// What is read of a symbol graph.
  private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
      struct Identifier: Decodable { let precise: String }
      struct Fragment: Decodable { let kind, spelling: String }

      let identifier: Identifier
      let pathComponents: [String]
      let declarationFragments: [Fragment]?

      /// The declaration below its path: `OperationState.loading: case loading`.
      var line: String {
        var text = ""
        for fragment in declarationFragments ?? [] where fragment.kind != "attribute" || fragment.spelling == "@Sendable" {
          text += fragment.spelling
        }
        let words = text.split(whereSeparator: \.isWhitespace).filter { !["nonisolated", "@nonexhaustive"].contains($0) }
        return pathComponents.joined(separator: ".") + ": " + words.joined(separator: " ")
      }
    }

    struct Relationship: Decodable {
      let kind, source, target: String
      let targetFallback: String?
    }

    let symbols: [Symbol]
    let relationships: [Relationship]
  }
#endif
