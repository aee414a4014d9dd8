internal import RelayCompilerCore

/// Gives inline fragments with `@defer` a name, because here only fragments with a name can be deferred. The answer is the same.
struct DeferredInlineFragments {
  /// The definitions that spread the new fragments.
  private(set) var changed: Set<Name> = []
  private(set) var names: [Name] = []

  init(in sources: inout MigrationSources) {
    var taken: Set<Name> = []
    for (_, definition) in sources.definitions {
      switch definition {
      case .operation(let operation): if let name = operation.name { taken.insert(name.name) }
      case .fragment(let fragment): taken.insert(fragment.name.name)
      case .schema, .type, .directive: continue
      }
    }
    // One at a time, because the new fragment may have others in it. Each round removes one.
    while let (path, owner, fragment, type) = Self.first(in: sources),
      let bytes = sources.files.first(where: { $0.path == path })?.bytes
    {
      let base = "\(owner)_\(Self.label(of: fragment) ?? type.string)"
      var name = Name(base)
      var number = 2
      while !taken.insert(name).inserted {
        name = Name("\(base)\(number)")
        number += 1
      }
      func text(_ start: UInt32, _ end: UInt32) -> String { String(decoding: bytes[Int(start)..<Int(end)], as: UTF8.self) }
      let directives = fragment.directives.map { text($0.range.start, $0.range.end) }.joined(separator: " ")
      let selections = text(fragment.selectionSet.range.start, fragment.selectionSet.range.end)
      var edits = TextEdits()
      guard edits.add(fragment.range, "\(Self.comments(of: fragment, in: bytes))...\(name) \(directives)"),
        edits.add(bytes.count..<bytes.count, "\nfragment \(name) on \(type) \(selections)\n")
      else { return }
      sources.edit(path, edits)
      changed.formUnion([owner, name])
      names.append(name)
    }
  }

  /// The comments that stand neither in a directive nor in the selections, each on a line.
  private static func comments(of fragment: InlineFragmentSyntax, in bytes: [UInt8]) -> String {
    func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    let start = Int(fragment.range.start)
    let line = bytes[(bytes[..<start].lastIndex(where: isLineEnd).map { $0 + 1 } ?? 0)..<start]
    let indentation = String(decoding: line.prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    var comments = ""
    var position = start
    for part in fragment.directives.map(\.range) + [fragment.selectionSet.range] {
      // There is no string here in which '#' would be a character.
      for line in bytes[position..<Int(part.start)].split(whereSeparator: isLineEnd) {
        guard let comment = line.firstIndex(of: UInt8(ascii: "#")) else { continue }
        comments += String(decoding: line[comment...], as: UTF8.self) + "\n" + indentation
      }
      position = Int(part.end)
    }
    return comments
  }

  private static func first(in sources: MigrationSources) -> (path: String, owner: Name, InlineFragmentSyntax, type: Name)? {
    for (path, definition) in sources.definitions where !path.hasSuffix(".swift") {
      let found: InlineFragmentSyntax?
      let owner: Name
      switch definition {
      case .operation(let operation): (owner, found) = (operation.name?.name ?? "Query", first(in: operation.selectionSet))
      case .fragment(let fragment): (owner, found) = (fragment.name.name, first(in: fragment.selectionSet))
      case .schema, .type, .directive: continue
      }
      if let found, let type = found.typeCondition { return (path, owner, found, type.name) }
    }
    return nil
  }

  private static func first(in set: SelectionSetSyntax) -> InlineFragmentSyntax? {
    for selection in set.selections {
      switch selection {
      case .field(let field): if let found = field.selectionSet.flatMap(first) { return found }
      case .inlineFragment(let fragment):
        if fragment.typeCondition != nil, fragment.directives.contains(where: { $0.name.name == "defer" }) { return fragment }
        if let found = first(in: fragment.selectionSet) { return found }
      case .fragmentSpread: continue
      }
    }
    return nil
  }

  private static func label(of fragment: InlineFragmentSyntax) -> String? {
    for directive in fragment.directives where directive.name.name == "defer" {
      for argument in directive.arguments where argument.name.name == "label" {
        if case .string(let text) = argument.value, !text.value.isEmpty,
          text.value.utf8.allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F })
        {
          return text.value
        }
      }
    }
    return nil
  }
}
