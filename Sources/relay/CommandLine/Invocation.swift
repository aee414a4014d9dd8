internal import Foundation
internal import RelayCompilerCore

/// One run of a command: its arguments, and where its results go.
struct Invocation: Sendable {
  let options: OptionValues
  /// For a command that parses its arguments itself; otherwise empty.
  let arguments: [String]
  let streams: Streams

  init(_ options: OptionValues, on streams: Streams) {
    self.options = options
    arguments = []
    self.streams = streams
  }

  init(_ arguments: [String], on streams: Streams) throws(CommandError) {
    guard let none = try OptionValues([], of: NoCommand()) else { throw .usage("no arguments") }
    options = none
    self.arguments = arguments
    self.streams = streams
  }

  private struct NoCommand: Command {
    let name = ""
    let summary = ""
    let options: [Option] = []
    func run(_ invocation: Invocation) -> ExitStatus { .success }
  }

  var isJSON: Bool { options.has(.json) }

  /// Writes the result of the command: to the file of `--output` or to standard output.
  func write(_ text: String) throws(CommandError) {
    guard let path = options.value(.output), path != "-" else {
      streams.write(text, to: .output)
      return
    }
    try Invocation.replace(path, with: Array(text.utf8))
  }

  /// Writes the result as JSON, with sorted keys.
  func write(json value: some Encodable) throws(CommandError) { try write(Self.json(value)) }

  static func json(_ value: some Encodable) throws(CommandError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    guard let data = try? encoder.encode(value) else { throw .environment("the result cannot be written as JSON") }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// Says in one line, on standard error, how it went. `--json` is for programs, which need no such line.
  func say(_ text: String) {
    if !isJSON { streams.write(text + "\n", to: .error) }
  }

  /// Replaces a file as a whole, or leaves it as it was. A file with the same bytes is not touched. It is a user's own: a link stays one, and
  /// permissions stay.
  static func replace(_ path: String, with bytes: [UInt8]) throws(CommandError) {
    let path = FileSystem.target(of: FileSystem.absolute(path))
    let report = ArtifactWriter(keepsPermissions: true, threads: 1).write([(path, bytes)])
    if let failure = report.failures.first { throw .environment("cannot write '\(failure.path)': \(failure.reason)") }
  }

  /// Reads a file, or says why it cannot be read.
  static func read(_ path: String, limit: Int = FileSizeLimit.source) throws(CommandError) -> SourceFile {
    let absolute = FileSystem.absolute(path)
    do throws(FileSystemError) {
      return SourceFile(path: absolute, bytes: try FileSystem.read(absolute, limit: limit))
    } catch {
      throw .environment("cannot read '\(path)': \(error.reason)")
    }
  }

  /// Every file below a folder that `matches`, or says which folder cannot be read, or which file has no name that is a text.
  static func files(
    below folder: String, excluding isExcluded: (String) -> Bool = { _ in false }, where matches: (String) -> Bool
  ) throws(CommandError) -> [String] {
    var misnamed: [String] = []
    let files: [String]
    do throws(FileSystemError) {
      files = try FileSystem.files(below: folder, excluding: isExcluded, where: matches) { path, isFolder in
        if !isFolder { misnamed.append(path) }
      }
    } catch {
      throw .unreadable(error)
    }
    if let first = misnamed.min() { throw .environment("the name of '\(first)' is not UTF-8. Rename the file") }
    return files
  }

  /// Prints diagnostics on standard error, and returns whether one of them is an error.
  @discardableResult
  func report(_ diagnostics: [Diagnostic], in files: [SourceFile]) -> Bool {
    let style: DiagnosticStyle = streams.isTerminal(.error) ? .human : .plain
    streams.write(
      DiagnosticRenderer.render(diagnostics, in: files, style: style, isColored: streams.colors(.error)), to: .error)
    return diagnostics.hasErrors
  }
}
