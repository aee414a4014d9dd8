import Foundation
import TestSupport

/// A folder in which documents are compiled to Swift, and Swift is type-checked against the runtime and a stub of SwiftUI.
final class Workshop {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let folder = Repository.url("Tests/SlowTests/Documentation")

  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws {
    temporary = try TemporaryFolder("relay-documentation")
  }

  /// Writes a file and returns its path.
  func write(_ text: String, _ name: String) throws -> String {
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// The Swift files generated from a page's GraphQL. A block called `schema.graphql` replaces the schema that pages share; one called
  /// `extensions.graphql` or `keys.graphql` is a client schema extension.
  func generate(
    _ blocks: [MarkdownPage.Block], configuration: MarkdownPage.Block? = nil, page: URL
  ) async throws -> [String] {
    var arguments = ["generate", "--output", folder.appending(path: "generated").path]
    if let configuration {
      arguments += ["--config", try write(configuration.text, "relay.config.json")]
    }
    var schema = Self.folder.appending(path: "schema.graphql").path
    var documents: [String] = []
    for block in blocks {
      guard let name = block.fileName else {
        throw Failure(description: "\(page.path):\(block.line): error: a GraphQL block begins with the name of its file")
      }
      let file = try write(String(repeating: "\n", count: block.line - 1) + block.text, name)
      switch name {
      case "schema.graphql": schema = file
      case "extensions.graphql", "keys.graphql": arguments += ["--schema-extension", file]
      default: documents.append(file)
      }
    }
    guard !documents.isEmpty else { return [] }
    let run = try await ProcessRun.result(
      of: try BuildProducts.executable("relay-compiler-swift"), arguments + ["--schema", schema] + documents, mergesErrors: true)
    guard run.status == 0 else { throw Failure(description: "\(page.path): \(run.output)") }
    let generated = folder.appending(path: "generated").path
    return try FileManager.default.contentsOfDirectory(atPath: generated).filter { $0.hasSuffix(".swift") }.sorted()
      .map { "\(generated)/\($0)" }
  }

  func typecheck(_ files: [String]) async throws -> ProcessRun {
    let modules = try await Self.modules.value.url
    return try await Self.swiftc(
      ["-typecheck", "-wmo", "-parse-as-library", "-module-name", "App", "-I", modules.path] + Self.flags + files)
  }

  private static let flags =
    ["-swift-version", "6", "-strict-concurrency=complete"]
    + ["ExistentialAny", "MemberImportVisibility"].flatMap { ["-enable-upcoming-feature", $0] }

  /// Modules of the rendering tests' SwiftUI and of the runtime built with it, built once; function bodies are not needed to use them.
  private static let modules = Task<TemporaryFolder, any Error> {
    let temporary = try TemporaryFolder("relay-documentation-modules")
    let folder = temporary.url
    func emit(_ module: String, _ files: [String]) async throws {
      let run = try await swiftc(
        ["-emit-module", "-wmo", "-parse-as-library", "-module-name", module, "-emit-module-path"]
          + [folder.appending(path: "\(module).swiftmodule").path]
          + ["-I", folder.path, "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies"] + flags
          + ["-enable-upcoming-feature", "InternalImportsByDefault"] + files)
      guard run.status == 0 else { throw Failure(description: run.output) }
    }
    try await emit("SwiftUI", Repository.swiftFiles(in: "Tests/SwiftUIRendering/Sources/SwiftUI").map(\.path))
    try await emit("RelayRuntime", Repository.swiftFiles(in: "Sources/RelayRuntime").map(\.path))
    return temporary
  }

  private static func swiftc(_ arguments: [String]) async throws -> ProcessRun { try await ProcessRun.result(of: ["swiftc"] + arguments) }
}
