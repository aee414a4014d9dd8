import Foundation
import TestSupport
import Testing

/// The build plugin cannot import the compiler, so it repeats some of its constants; this test compares their source text. What plugin and
/// tool have in common is in `Shared`, which both compile.
struct SharedNameTests {
  @Test(.cases)
  func pluginAndCompilerAgree() {
    eachCase(of: [
      ("static let exportsHead = ", "WorkFolders.swift", "Syntax/ModuleExports.swift"),
      ("static let call = ", "FileContents.swift", "Syntax/GraphQLLiterals.swift"),
      (" excludes: [String] = ", "Shared/Selection.swift", "Configuration/RelayConfig.swift"),
    ]) { try pluginAndCompilerAgree(declaration: $0.0, plugin: $0.1, compiler: $0.2) }
  }

  func pluginAndCompilerAgree(declaration: String, plugin: String, compiler: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
    let pluginValue = try value(of: declaration, in: root.appending(path: "Plugins/RelayCodegenPlugin/\(plugin)"))
    let compilerValue = try value(of: declaration, in: root.appending(path: "Sources/RelayCompilerCore/\(compiler)"))
    #expect(pluginValue == compilerValue)
  }

  private func value(of declaration: String, in file: URL) throws -> Substring {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let line = try #require(lines.first { $0.contains(declaration) }, "\(file.path) does not declare '\(declaration)'")
    let start = try #require(line.range(of: declaration)).upperBound
    return line[start...]
  }
}
