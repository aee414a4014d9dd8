internal import Foundation
internal import RelayCompilerCore
internal import RelayFormat

/// `relay format`: brings documents and schemas into one form, and keeps their comments.
struct Format: Command {
  private static let check = Option.flag("--check", "Writes nothing. Exits with 1 if a file would change.")
  private static let width = Option.value("--print-width", "N", "Breaks lines that are longer than N characters. Default: 80.")
  private static let noSpacing = Option.flag("--no-bracket-spacing", "Writes {a: 1} instead of { a: 1 }.")
  private static let spacing = Option.value(
    "--bracket-spacing", "true|false", choices: ["true", "false"], "Whether to write { a: 1 } or {a: 1}. Default: true.")

  let name = "format"
  let summary = "Formats documents and schemas, and keeps their comments."
  let inputs: String? = "PATH… | -"
  let details = "A PATH is a file or a folder of .graphql, .graphqls and .gql files.\n'-' formats standard input to standard output."
  let options = [check, width, noSpacing, spacing]

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    var width = DocumentFormatter.defaultWidth
    if let text = invocation.options.value(Self.width) {
      guard let number = Int(text), (1...10_000).contains(number) else {
        throw .usage("'--print-width' needs a number from 1 to 10000, not '\(text)'")
      }
      width = number
    }
    let hasSpacing = !invocation.options.has(Self.noSpacing) && invocation.options.value(Self.spacing) != "false"
    let inputs = invocation.options.inputs
    if inputs.isEmpty { throw .usage("name the files or folders to format, or '-' for standard input") }
    func format(_ file: SourceFile) -> [UInt8]? {
      let result = DocumentFormatter.format(file, width: width, hasBracketSpacing: hasSpacing)
      if result.text == nil { invocation.report(result.diagnostics, in: [result.file]) }
      return result.text
    }
    if inputs.contains("-") {
      if inputs.count > 1 { throw .usage("'-' is the only input, or none") }
      let file = SourceFile(path: "<stdin>", bytes: try Self.standardInput())
      guard let text = format(file) else { return .findings }
      if invocation.options.has(Self.check) { return text == file.bytes ? .success : .findings }
      invocation.streams.write(text, to: .output)
      return .success
    }
    var (changed, count, hasErrors) = (0, 0, false)
    for path in try Self.files(inputs) {
      let file = try Invocation.read(path)
      count += 1
      guard let text = format(file) else {
        hasErrors = true
        continue
      }
      if text == file.bytes { continue }
      changed += 1
      if invocation.options.has(Self.check) {
        invocation.say("\(path) is not formatted")
      } else {
        try Invocation.replace(path, with: text)
      }
    }
    let isCheck = invocation.options.has(Self.check)
    invocation.say("\(changed) of \(count) \(count == 1 ? "file" : "files") \(isCheck ? "would change" : "changed").")
    return hasErrors || isCheck && changed > 0 ? .findings : .success
  }

  private static func files(_ inputs: [String]) throws(CommandError) -> [String] {
    var files: [String] = []
    for input in inputs {
      let path = FileSystem.absolute(input)
      switch FileSystem.kind(path) {
      case .directory: files += try Invocation.files(below: path, where: OutputName.isDocument)
      case nil: throw .environment("there is no file or folder '\(input)'")
      default: files.append(path)
      }
    }
    return files
  }

  /// Reads standard input to its end. In a command plugin, it is closed.
  private static func standardInput() throws(CommandError) -> [UInt8] {
    do {
      guard let data = try FileHandle.standardInput.read(upToCount: FileSizeLimit.source + 1) else { return [] }
      if data.count > FileSizeLimit.source {
        throw CommandError.environment("standard input has more than \(FileSizeLimit.source >> 20) MB")
      }
      return Array(data)
    } catch let error as CommandError {
      throw error
    } catch {
      throw .environment("standard input cannot be read: \(error.localizedDescription)")
    }
  }
}
