internal import RelayCompilerCore

/// What Apollo's documents have that no server and no compiler but Apollo's knows: local cache mutations, which are left out, and `@import`.
struct ApolloDocuments {
  private static let localCacheMutation: Name = "apollo_client_ios_localCacheMutation"
  private static let importDirective: Name = "import"

  /// The modules of `@import(module:)`.
  private(set) var imports: Set<String> = []
  /// The files of which nothing is left.
  private(set) var excludedFiles: Set<String> = []
  /// The definitions that are left out, with their files.
  private(set) var excluded: [(name: Name, path: String)] = []
  private(set) var changed: Set<Name> = []

  init(_ sources: inout MigrationSources) {
    let definitions = sources.definitions
    let kept = Self.reachedByOthers(definitions)
    for path in Set(definitions.map(\.path)).sorted() {
      guard let file = sources.files.first(where: { $0.path == path }) else { continue }
      let own = definitions.filter { $0.path == path }.map(\.definition)
      let dropped = own.filter { Self.isLocal($0) && !kept.contains(Self.name(of: $0) ?? "") }
      excluded += dropped.map { (Self.name(of: $0) ?? "", path) }
      if !own.isEmpty, dropped.count == own.count {
        excludedFiles.insert(path)
        continue
      }
      var edits = TextEdits()
      for definition in dropped { comment(out: definition, in: file.bytes, &edits) }
      for definition in own where !dropped.contains(where: { Self.range(of: $0) == Self.range(of: definition) }) {
        for directive in Self.directives(of: definition)
        where [Self.localCacheMutation, Self.importDirective].contains(directive.name.name) {
          remove(directive, in: file.bytes, &edits)
          if let name = Self.name(of: definition) { changed.insert(name) }
        }
      }
      if !edits.isEmpty { sources.edit(path, edits) }
    }
    sources.files.removeAll { excludedFiles.contains($0.path) }
  }

  private mutating func remove(_ directive: DirectiveSyntax, in bytes: [UInt8], _ edits: inout TextEdits) {
    for argument in directive.arguments where directive.name.name == Self.importDirective {
      if case .string(let text) = argument.value { imports.insert(text.value) }
    }
    func start(after blanks: String.UTF8View) -> Int {
      bytes[..<Int(directive.range.start)].lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? 0
    }
    let previous = start(after: " \t\r\n".utf8)
    let column = LineIndex(bytes).position(of: previous).column
    // What follows may not become a part of a comment on the line before.
    let isAfterComment = bytes[..<previous].suffix(column - 1).contains(UInt8(ascii: "#"))
    _ = edits.add((isAfterComment ? start(after: " \t".utf8) : previous)..<Int(directive.range.end), "")
  }

  /// Comments a definition out, in a file with others that stay.
  private func comment(out definition: Definition, in bytes: [UInt8], _ edits: inout TextEdits) {
    guard let range = Self.range(of: definition) else { return }
    let text = String(decoding: bytes[Int(range.start)..<Int(range.end)], as: UTF8.self)
    let lines = text.lines.map { "# " + $0 }
    _ = edits.add(
      range, "# A local cache mutation of Apollo's. Here, an updater changes the store.\n" + lines.joined(separator: "\n") + "\n")
  }

  /// The fragments that something other than a local cache mutation reaches.
  private static func reachedByOthers(_ definitions: [(path: String, definition: Definition)]) -> Set<Name> {
    var spreads: [Name: Spreads] = [:]
    var pending: [Name] = []
    for (_, definition) in definitions {
      switch definition {
      case .fragment(let fragment):
        spreads[fragment.name.name] = Spreads(of: fragment)
        if !isLocal(definition) { pending.append(fragment.name.name) }
      case .operation(let operation) where !isLocal(definition): pending += Spreads(of: operation).fragments
      case .operation, .schema, .type, .directive: continue
      }
    }
    var reached: Set<Name> = []
    while let name = pending.popLast() {
      if reached.insert(name).inserted { pending += spreads[name]?.fragments ?? [] }
    }
    return reached
  }

  private static func isLocal(_ definition: Definition) -> Bool {
    directives(of: definition).contains { $0.name.name == localCacheMutation }
  }

  private static func directives(of definition: Definition) -> [DirectiveSyntax] {
    switch definition {
    case .operation(let operation): operation.directives
    case .fragment(let fragment): fragment.directives
    case .schema, .type, .directive: []
    }
  }

  private static func name(of definition: Definition) -> Name? {
    switch definition {
    case .operation(let operation): operation.name?.name
    case .fragment(let fragment): fragment.name.name
    case .schema, .type, .directive: nil
    }
  }

  private static func range(of definition: Definition) -> SourceRange? {
    switch definition {
    case .operation(let operation): operation.range
    case .fragment(let fragment): fragment.range
    case .schema, .type, .directive: nil
    }
  }
}
