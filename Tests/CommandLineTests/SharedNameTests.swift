import Foundation
import TestSupport
import Testing

/// The build plugin determines the names of files before the tool runs; the tool determines them if it runs without the plugin. A plugin
/// cannot import the tool's modules, so each has its own constants; this test compares their source text.
struct SharedNameTests {
  @Test(.cases)
  func pluginAndToolAgree() {
    eachCase(of: [
      ("static let schema = ", "OutputName.swift", "relay-compiler-swift/OutputName.swift"),
      ("static let exports = ", "OutputName.swift", "relay-compiler-swift/OutputName.swift"),
      ("static let imports = ", "OutputName.swift", "relay-compiler-swift/OutputName.swift"),
      ("static let schemaStamp = ", "OutputName.swift", "relay-compiler-swift/OutputName.swift"),
      ("static let schemaArchive = ", "OutputName.swift", "relay-compiler-swift/OutputName.swift"),
      ("static let exportsHead = ", "WorkFolders.swift", "RelayCompilerCore/Syntax/ModuleExports.swift"),
      ("static let documentExtensions = ", "OutputName.swift", "relay-compiler-swift/OutputName.swift"),
      ("static let escapes = ", "OutputName.swift", "relay-compiler-swift/OutputName.swift"),
      ("static let call = ", "SourceModule.swift", "RelayCompilerCore/Syntax/GraphQLLiterals.swift"),
      (" excludes: [String] = ", "Selection.swift", "RelayCompilerCore/Configuration/RelayConfig.swift"),
      ("static let fileName = ", "Configuration.swift", "relay-compiler-swift/InputLoader.swift"),
    ]) { try pluginAndToolAgree(declaration: $0.0, plugin: $0.1, tool: $0.2) }
  }

  func pluginAndToolAgree(declaration: String, plugin: String, tool: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
    let pluginValue = try value(of: declaration, in: root.appending(path: "Plugins/RelayCodegenPlugin/\(plugin)"))
    let toolValue = try value(of: declaration, in: root.appending(path: "Sources/\(tool)"))
    #expect(pluginValue == toolValue)
  }

  private func value(of declaration: String, in file: URL) throws -> Substring {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let line = try #require(lines.first { $0.contains(declaration) }, "\(file.path) does not declare '\(declaration)'")
    let start = try #require(line.range(of: declaration)).upperBound
    return line[start...]
  }
}
