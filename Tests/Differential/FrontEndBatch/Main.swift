import Foundation
internal import RelayCompilerCore

/// Runs the compiler's front end on many inputs in one process, for `Tests/Differential/run` and for measuring.
///
/// Standard input is a sequence of requests, each a line `COMMAND LENGTH` and that many bytes:
/// - `parse`: any document.
/// - `schema`: a type system, checked by the specification's rules; it becomes the schema of later requests.
/// - `validate`: executable documents, checked by the specification's rules against that schema.
/// - `relay-schema`, `relay-validate`: the same with Relay's rules; `relay-extension` is the client's part of the next schema.
///
/// The answer to each is one line: `LINE:COLUMN:ID` for every error, separated by spaces; an empty line if there are no errors.
@main
struct Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count >= 4, arguments[1] == "--measure" {
      let numbers = arguments.dropFirst(4).map { Int($0) ?? 1 }
      let measure = try Measure(schema: arguments[2], folder: arguments[3])
      measure.run(times: max(1, numbers.first ?? 10), threads: numbers.count > 1 ? max(1, numbers[1]) : 1)
      return
    }
    var input = Input()
    var batch = Batch()
    while let header = input.line() {
      let words = header.split(separator: " ")
      guard words.count == 2, let length = Int(words[1]), let bytes = input.bytes(length) else { return }
      let answer = batch.answer(String(words[0]), bytes)
      try FileHandle.standardOutput.write(contentsOf: Data((answer + "\n").utf8))
    }
  }
}

/// Standard input, buffered.
private struct Input {
  private var buffer: [UInt8] = []
  private var position = 0

  private mutating func fill() -> Bool {
    buffer.removeFirst(position)
    position = 0
    let data = FileHandle.standardInput.availableData
    if data.isEmpty { return false }
    buffer.append(contentsOf: data)
    return true
  }

  mutating func line() -> String? {
    while true {
      if let end = buffer[position...].firstIndex(of: 0x0A) {
        defer { position = end + 1 }
        return String(decoding: buffer[position..<end], as: UTF8.self)
      }
      guard fill() else { return nil }
    }
  }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    while buffer.count - position < count {
      guard fill() else { return nil }
    }
    defer { position += count }
    return Array(buffer[position..<position + count])
  }
}

private struct Batch {
  var schema: Schema?
  var clientExtension: Document?

  mutating func answer(_ command: String, _ bytes: [UInt8]) -> String {
    let source = SourceFile(path: "input.graphql", bytes: bytes)
    let (document, syntaxErrors) = Parser.parse(source, file: FileID(rawValue: command == "relay-extension" ? 1 : 0))
    var diagnostics = syntaxErrors
    if diagnostics.isEmpty {
      switch command {
      case "schema", "relay-schema":
        let (built, problems) = SchemaBuilder.build(
          server: [document], clientExtensions: clientExtension.map { [$0] } ?? [], options: CompilerOptions(),
          profile: command == "schema" ? .specification : .relay)
        diagnostics = problems
        schema = built
        clientExtension = nil
      case "relay-extension":
        clientExtension = document
      case "validate", "relay-validate":
        guard let schema else { return "0:0:no-schema" }
        diagnostics =
          Validator.validate(
            documents: [document], schema: schema, options: CompilerOptions(),
            profile: command == "validate" ? .specification : .relay, threads: 1
          ).diagnostics
      default:
        if document.definitions.isEmpty { return "1:1:empty-document" }
      }
    }
    let index = LineIndex(bytes)
    return diagnostics.filter { $0.severity == .error }.map { diagnostic in
      let (line, column) = index.position(of: Int(diagnostic.range.start))
      return "\(line):\(column):\(diagnostic.id)"
    }.joined(separator: " ")
  }
}
