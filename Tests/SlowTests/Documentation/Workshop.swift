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

  /// The language mode of a client. Projects in Swift 5 mode usually have no upcoming features.
  enum Mode: CaseIterable {
    case swift5, swift6

    fileprivate var flags: [String] { self == .swift5 ? ["-swift-version", "5"] : Workshop.flags }
  }

  /// Only parses files.
  func parse(_ files: [String]) async throws -> ProcessRun { try await Self.swiftc(["-frontend", "-parse"] + files) }

  func typecheck(_ files: [String], as mode: Mode = .swift6) async throws -> ProcessRun {
    let modules = try await Self.modules.value
    return try await Self.swiftc(
      ["-typecheck", "-wmo", "-parse-as-library", "-module-name", "App", "-I", modules.path] + mode.flags + files)
  }

  /// Links files to a program, and runs it.
  func run(_ files: [String]) async throws -> ProcessRun {
    let libraries = try await Self.libraries.value.url
    let program = folder.appending(path: "samples").path
    let objects = Self.libraryNames.map { libraries.appending(path: "\($0).o").path }
    let link = try await Self.swiftc(
      ["-parse-as-library", "-wmo", "-module-name", "App", "-I", libraries.path, "-o", program] + Self.flags + files + objects)
    guard link.status == 0 else { throw Failure(description: link.output) }
    return try await ProcessRun.result(of: [program])
  }

  private static let flags =
    ["-swift-version", "6", "-strict-concurrency=complete"]
    + ["ExistentialAny", "MemberImportVisibility"].flatMap { ["-enable-upcoming-feature", $0] }

  /// The rendering tests' SwiftUI, and the runtime built with it.
  private static let libraryNames = ["SwiftUI", "RelayRuntime"]

  /// The modules and their code, built once for all pages.
  private static let libraries = Task<TemporaryFolder, any Error> {
    let folder = try TemporaryFolder("relay-documentation-modules")
    try await build(libraryNames, in: folder.url) { ["-emit-object", "-o", $0.path] }
    return folder
  }

  /// The folder with all modules that pages use. Of those that no sample runs, function bodies are not needed.
  private static let modules = Task<URL, any Error> {
    let folder = try await libraries.value.url
    try await build(["RelaySQLite", "RelayDurableStore", "RelayOutbox"], in: folder) { _ in
      ["-Xfrontend", "-experimental-skip-non-inlinable-function-bodies"]
    }
    return folder
  }

  /// - Parameter options: further options for a module whose object file would be the given one.
  private static func build(_ modules: [String], in folder: URL, _ options: (URL) -> [String]) async throws {
    for module in modules {
      let sources = module == "SwiftUI" ? "Tests/SwiftUIRendering/Sources/SwiftUI" : "Sources/\(module)"
      let run = try await swiftc(
        ["-emit-module", "-wmo", "-parse-as-library", "-module-name", module, "-package-name", "relay_swift", "-emit-module-path"]
          + [folder.appending(path: "\(module).swiftmodule").path] + ["-I", folder.path] + options(folder.appending(path: "\(module).o"))
          + flags + ["-enable-upcoming-feature", "InternalImportsByDefault"] + Repository.swiftFiles(in: sources).map(\.path))
      guard run.status == 0 else { throw Failure(description: run.output) }
    }
  }

  private static func swiftc(_ arguments: [String]) async throws -> ProcessRun { try await ProcessRun.result(of: ["swiftc"] + arguments) }
}
