internal import Foundation
internal import RelayCompilerCore

/// The findings with their places, for all formats.
struct LintReport: Encodable {
  struct Finding: Encodable {
    var rule: String
    var message: String
    /// As the command was given it, or absolute.
    var file: String
    /// 1-based; columns count UTF-8 bytes.
    var line: Int
    var column: Int
    var endLine: Int
    var endColumn: Int
    /// The columns in code points, for SARIF.
    var codePoints: (column: Int, endColumn: Int)

    enum CodingKeys: String, CodingKey { case rule, message, file, line, column, endLine, endColumn }
  }

  var findings: [Finding] = []
  /// What was not looked at, and why.
  var notes: [String] = []

  init(_ findings: [LintFinding], in project: ProjectModules, notes: [String]) {
    self.notes = notes
    var indices: [String: LineIndex] = [:]
    for finding in findings {
      let range = finding.diagnostic.range
      let files = project.modules[finding.module].files
      guard files.indices.contains(range.file.index) else { continue }
      let file = files[range.file.index]
      let index = indices[file.path] ?? LineIndex(file.bytes)
      indices[file.path] = index
      let start = index.position(of: Int(range.start))
      let end = index.position(of: Int(max(range.start, range.end)))
      self.findings.append(
        Finding(
          rule: finding.diagnostic.id.rawValue, message: DiagnosticRenderer.oneLine(finding.diagnostic.message), file: file.path,
          line: start.line, column: start.column, endLine: end.line, endColumn: end.column,
          codePoints: (
            Self.codePoints(before: start.column, in: file.bytes[index.bytes(ofLine: start.line)]),
            Self.codePoints(before: end.column, in: file.bytes[index.bytes(ofLine: end.line)])
          )))
    }
    self.findings.sort { ($0.file, $0.line, $0.column, $0.rule) < ($1.file, $1.line, $1.column, $1.rule) }
  }

  /// A column that counts bytes, as one that counts code points.
  private static func codePoints(before column: Int, in line: ArraySlice<UInt8>) -> Int {
    line.prefix(max(0, column - 1)).count { $0 & 0xC0 != 0x80 } + 1
  }

  /// Commands for GitHub Actions, one line for each finding.
  var annotations: String {
    func escaped(_ text: String, _ characters: [Character: String]) -> String {
      text.reduce(into: "") { result, character in result += characters[character] ?? String(character) }
    }
    let message: [Character: String] = ["%": "%25", "\r": "%0D", "\n": "%0A", "\r\n": "%0D%0A"]
    let property = message.merging([":": "%3A", ",": "%2C"]) { $1 }
    return findings.map { finding in
      let file = escaped(Self.relative(finding.file), property)
      let place = "file=\(file),line=\(finding.line),endLine=\(finding.endLine),col=\(finding.column),title=\(finding.rule)"
      return "::warning \(place)::\(escaped(finding.message, message))\n"
    }.joined()
  }

  /// The path from the current folder, if the file is in it.
  private static func relative(_ path: String) -> String {
    FilePath.relative(path, to: FileSystem.currentDirectory) ?? path
  }

  /// The Static Analysis Results Interchange Format, version 2.1.0.
  var sarif: SARIF {
    let used = Set(findings.map(\.rule))
    let rules = LintRule.allCases.filter { used.contains($0.rawValue) }.map {
      SARIF.Rule(id: $0.rawValue, shortDescription: SARIF.Text(text: $0.summary))
    }
    let results = findings.map { finding in
      let isRelative = FilePath.relative(finding.file, to: FileSystem.currentDirectory) != nil
      let uri =
        isRelative
        ? Self.relative(finding.file).addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? finding.file
        : URL(filePath: finding.file).absoluteString
      let region = SARIF.Region(
        startLine: finding.line, startColumn: finding.codePoints.column, endLine: finding.endLine,
        endColumn: finding.codePoints.endColumn)
      let location = SARIF.PhysicalLocation(artifactLocation: SARIF.ArtifactLocation(uri: uri), region: region)
      return SARIF.Result(
        ruleId: finding.rule, level: "warning", message: SARIF.Text(text: finding.message),
        locations: [SARIF.Location(physicalLocation: location)])
    }
    let driver = SARIF.Driver(name: "relay", version: Compiler.version, rules: rules)
    return SARIF(runs: [SARIF.Run(tool: SARIF.Tool(driver: driver), results: results)])
  }
}

/// The parts of SARIF that are used. The names are those of the format.
struct SARIF: Encodable {
  struct Run: Encodable {
    var tool: Tool
    var results: [Result]
    var columnKind = "unicodeCodePoints"
  }
  struct Tool: Encodable { var driver: Driver }
  struct Driver: Encodable {
    var name: String
    var version: String
    var rules: [Rule]
  }
  struct Rule: Encodable {
    var id: String
    var shortDescription: Text
  }
  struct Text: Encodable { var text: String }
  struct Result: Encodable {
    var ruleId: String
    var level: String
    var message: Text
    var locations: [Location]
  }
  struct Location: Encodable { var physicalLocation: PhysicalLocation }
  struct PhysicalLocation: Encodable {
    var artifactLocation: ArtifactLocation
    var region: Region
  }
  struct ArtifactLocation: Encodable { var uri: String }
  struct Region: Encodable {
    var startLine: Int
    var startColumn: Int
    var endLine: Int
    var endColumn: Int
  }

  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }
}
