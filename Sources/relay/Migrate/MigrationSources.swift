internal import RelayCompilerCore

/// The sources of a migration in memory. They are compiled and fixed there, and written at the end.
struct MigrationSources {
  struct File {
    let path: String
    let original: [UInt8]
    var bytes: [UInt8]
    var role: Source.Role

    init(_ file: SourceFile, as role: Source.Role, isNew: Bool = false) {
      path = file.path
      original = isNew ? [] : file.bytes
      bytes = file.bytes
      self.role = role
    }
  }

  var files: [File] = []
  var options = CompilerOptions()

  /// Compiles what is there now. Each literal of a Swift file is a source of its own.
  func compile() -> (input: CompilerInput, output: CompilerOutput) {
    var input = CompilerInput()
    input.options = options
    for file in files {
      let source = SourceFile(path: file.path, bytes: file.bytes)
      input.add(file.path.hasSuffix(".swift") ? GraphQLLiterals.find(in: source).0 : [source], as: file.role)
    }
    return (input, Compiler.compile(input))
  }

  /// Edits a file; edits that clash are left out.
  mutating func edit(_ path: String, _ edits: TextEdits) {
    guard let index = files.firstIndex(where: { $0.path == path }) else { return }
    files[index].bytes = edits.applied(to: files[index].bytes)
  }

  /// The definitions in all documents, as they are now.
  var definitions: [(path: String, definition: Definition)] {
    files.flatMap { file -> [(String, Definition)] in
      guard case .document = file.role else { return [] }
      let source = SourceFile(path: file.path, bytes: file.bytes)
      let sources = file.path.hasSuffix(".swift") ? GraphQLLiterals.find(in: source).0 : [source]
      return sources.flatMap { Parser.parse($0, file: FileID(rawValue: 0)).0.definitions.map { (file.path, $0) } }
    }
  }

  /// What `repair` did.
  struct Repairs {
    /// The names of the changed definitions.
    var changed: Set<Name> = []
    var aliases = 0
    /// The operations with a fragment of their name, which are called differently now.
    var renamed: [String] = []
  }

  /// Adds `@alias` where a fragment may not match, and renames operations that have the name of a fragment. What an operation asks for stays
  /// the same.
  mutating func repair() -> (repairs: Repairs, input: CompilerInput, output: CompilerOutput) {
    var repairs = Repairs()
    var number = 2
    while true {
      let (input, output) = compile()
      var edits: [String: TextEdits] = [:]
      for diagnostic in output.diagnostics {
        guard let fix = fix(for: diagnostic, in: input.files, number), input.files.indices.contains(fix.range.file.index) else { continue }
        let file = input.files[fix.range.file.index]
        guard file.canHold(fix.replacement), edits[file.path, default: TextEdits()].add(fix.range, fix.replacement) else { continue }
        number += 1
        if diagnostic.id == "alias-required" { repairs.aliases += 1 }
        if diagnostic.id == "duplicate-definition" { repairs.renamed.append(fix.replacement) }
        let document = Parser.parse(file, file: fix.range.file, allowsFragmentVariables: true).0
        for definition in document.definitions {
          switch definition {
          case .operation(let operation) where operation.range.contains(fix.range):
            if let name = operation.name {
              repairs.changed.insert(diagnostic.id == "duplicate-definition" ? Name(fix.replacement) : name.name)
            }
          case .fragment(let fragment) where fragment.range.contains(fix.range): repairs.changed.insert(fragment.name.name)
          case .operation, .fragment, .schema, .type, .directive: continue
          }
        }
      }
      if edits.isEmpty { return (repairs, input, output) }
      for (path, edits) in edits { edit(path, edits) }
    }
  }

  /// - Parameter number: makes an alias unique that another spread has already.
  private func fix(for diagnostic: Diagnostic, in files: [SourceFile], _ number: Int) -> Diagnostic.FixIt? {
    switch diagnostic.id {
    case "alias-required", "duplicate-definition": return diagnostic.fixIts.first
    case "alias-conflict":
      // The spread has got its alias here, or there would have been the same conflict before.
      guard files.indices.contains(diagnostic.range.file.index) else { return nil }
      let bytes = files[diagnostic.range.file.index].bytes
      let alias = Array("@alias".utf8)
      let start = Int(diagnostic.range.start)
      let end = min(Int(diagnostic.range.end) + alias.count + 1, bytes.count)
      guard start < end, let place = (start..<end).first(where: { bytes[$0...].starts(with: alias) }) else { return nil }
      let after = place + alias.count
      if after < bytes.count, bytes[after] == UInt8(ascii: "(") { return nil }
      var nameEnd = place
      while nameEnd > 0, bytes[nameEnd - 1] == 0x20 { nameEnd -= 1 }
      var nameStart = nameEnd
      while nameStart > 0, bytes[nameStart - 1] != UInt8(ascii: "."), bytes[nameStart - 1] > 0x20 { nameStart -= 1 }
      let name = String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self)
      let range = SourceRange(file: diagnostic.range.file, start: UInt32(clamping: place), end: UInt32(clamping: after))
      return Diagnostic.FixIt(replace: range, with: "@alias(as: \"\(name)\(number)\")")
    default: return nil
    }
  }
}
