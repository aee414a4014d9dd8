import Foundation

/// A folder in which documents are compiled to Swift, and Swift is type-checked against the runtime and a stub of SwiftUI.
final class Workshop {
  struct Run {
    var status: Int32
    var output: String
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let folder = root.appending(path: "Tests/DocumentationTests")

  private let folder: URL

  init() throws {
    folder = try Self.makeFolder()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file and returns its path.
  func write(_ text: String, _ name: String) throws -> String {
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// The Swift files that the compiler makes of a page's GraphQL. A block called `schema.graphql` stands in for the schema that pages share,
  /// one called `extensions.graphql` or `keys.graphql` is a client schema extension.
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
    let run = try await Self.run(Self.compiler, arguments + ["--schema", schema] + documents)
    guard run.status == 0 else { throw Failure(description: "\(page.path): \(run.output)") }
    let generated = folder.appending(path: "generated").path
    return try FileManager.default.contentsOfDirectory(atPath: generated).filter { $0.hasSuffix(".swift") }.sorted()
      .map { "\(generated)/\($0)" }
  }

  func typecheck(_ files: [String]) async throws -> Run {
    let modules = try await Self.modules.value
    return try await Self.swiftc(
      ["-typecheck", "-wmo", "-parse-as-library", "-module-name", "App", "-I", modules.path] + Self.flags + files)
  }

  private static let flags =
    ["-swift-version", "6", "-strict-concurrency=complete"]
    + ["ExistentialAny", "MemberImportVisibility"].flatMap { ["-enable-upcoming-feature", $0] }

  /// Modules of the SwiftUI stub and of the runtime built with it, made once; function bodies are not needed to use them.
  private static let modules = Task<URL, any Error> {
    let folder = try makeFolder()
    func emit(_ module: String, _ files: [String]) async throws {
      let run = try await swiftc(
        ["-emit-module", "-parse-as-library", "-module-name", module, "-emit-module-path"]
          + [folder.appending(path: "\(module).swiftmodule").path]
          + ["-I", folder.path, "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies"] + flags
          + ["-enable-upcoming-feature", "InternalImportsByDefault"] + files)
      guard run.status == 0 else { throw Failure(description: run.output) }
    }
    try await emit("SwiftUI", [root.appending(path: "Tests/SwiftUITypecheck/SwiftUI.swift").path])
    let sources = FileManager.default.enumerator(at: root.appending(path: "Sources/RelayRuntime"), includingPropertiesForKeys: nil)
    try await emit("RelayRuntime", (sources?.compactMap { ($0 as? URL)?.path } ?? []).filter { $0.hasSuffix(".swift") }.sorted())
    return folder
  }

  private static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "relay-documentation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private static func swiftc(_ arguments: [String]) async throws -> Run {
    try await run(URL(filePath: "/usr/bin/env"), ["swiftc"] + arguments)
  }

  /// Runs a program; meanwhile the thread is free for other tests.
  private static func run(_ executable: URL, _ arguments: [String]) async throws -> Run {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try wait(executable, arguments) }) }
    }
  }

  private static func wait(_ executable: URL, _ arguments: [String]) throws -> Run {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Run(status: process.terminationStatus, output: output)
  }

  /// The tool among the products that the tests were built with.
  private static var compiler: URL {
    get throws {
      let bundle = Bundle(for: Workshop.self).bundleURL
      let candidates = [bundle, bundle.deletingLastPathComponent()].map { $0.appending(path: "relay-compiler-swift") }
      guard let file = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
        throw Failure(description: "relay-compiler-swift is not beside the tests, in \(candidates.map(\.path).joined(separator: " or "))")
      }
      return file
    }
  }
}
