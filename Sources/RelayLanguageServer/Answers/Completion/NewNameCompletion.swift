internal import RelayCompilerCore

/// Completion where something gets its name: what is used and not declared yet, and names after the file.
extension TextQuery {
  /// Whether the name of a node is at an offset or, if it has none, could be.
  func isName(of node: Outline.Node, at offset: Int) -> Bool {
    if node.hasName { return node.isNamed(at: offset) }
    let end = Int(node.nameEnd)
    return end > 0 && end <= offset && text.bytes[min(end, text.bytes.count)..<min(offset, text.bytes.count)].allSatisfy(Self.isSpace)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  // MARK: - Operations and fragments

  func newNameItems(for definition: Int) -> [CompletionItem] {
    let isFragment = outline.nodes[definition].kind == .fragment
    let place = Place(text: index, node: definition)
    let taken = isFragment ? project.fragments : project.operations
    var names = isFragment ? missingFragments() : []
    names += namesAfterFile(definition).filter { name in
      !names.contains(name) && (taken[Name(name)] ?? []).allSatisfy { $0 == place }
    }
    return names.map { CompletionItem(label: $0, kind: isFragment ? .fragment : .operation) }
  }

  /// The fragments that documents spread and no document defines, those of this text first.
  private func missingFragments() -> [String] {
    func missing(_ texts: [Int]) -> Set<Name> {
      var found: Set<Name> = []
      for index in texts where !Cancellation.isCancelled && project.texts[index].role == .document {
        for node in project.texts[index].outline.nodes where node.kind == .spread {
          if let name = node.name, project.fragments[name] == nil { found.insert(name) }
        }
      }
      return found
    }
    let own = missing([index])
    let others = missing(project.texts.indices.filter { $0 != index }).subtracting(own)
    return own.sorted().map(\.string) + others.sorted().map(\.string)
  }

  /// `TodoListQuery` and `TodoList_todo` in `TodoList.graphql`.
  private func namesAfterFile(_ definition: Int) -> [String] {
    let stem = FilePath.name(of: text.path).utf8.prefix { $0 != UInt8(ascii: ".") }
    let words = stem.split { !Lexer.continuesName($0) }.map { String(decoding: $0, as: UTF8.self) }
    let file = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    guard file.isGraphQLName else { return [] }
    let node = outline.nodes[definition]
    guard node.kind == .fragment else {
      let suffix =
        switch node.operationKind {
        case .query: "Query"
        case .mutation: "Mutation"
        case .subscription: "Subscription"
        }
      return [file.hasSuffix(suffix) ? file : file + suffix]
    }
    let type = outline.condition(of: definition)?.string
    return (type.map { ["\(file)_\($0.prefix(1).lowercased())\($0.dropFirst())"] } ?? []) + [file]
  }

  // MARK: - Variables

  /// The variables that the operation uses, also in fragments, and does not declare elsewhere.
  func newVariableItems(for declaration: Int) -> [CompletionItem] {
    let operation = Place(text: index, node: outline.definition(of: declaration))
    let others = outline.parent(declaration).map(outline.children(of:)) ?? []
    let declared = Set(others.filter { $0 != declaration }.compactMap { outline.nodes[$0].name })
    let hasType = outline.nodes[declaration].colonEnd > 0
    return project.usedVariables(in: operation).filter { !declared.contains($0.name) }.map { variable in
      let type = variable.type.map { schema.description(of: $0) }
      return CompletionItem(
        label: variable.name.string, kind: .variable, detail: type,
        insertText: hasType ? nil : type.map { "\(variable.name): \($0)" })
    }
  }
}

extension Project {
  /// The variables that an operation uses, in the order of their first uses, with the types that these need, if they are known.
  func usedVariables(in operation: Place) -> [(name: Name, type: TypeReference?)] {
    var seen: Set<Name> = []
    return variables(of: operation).compactMap { place in
      let scope = Scope(self, place.text)
      let node = scope.node(place.node)
      guard node.kind == .variable, let name = node.name, seen.insert(name).inserted else { return nil }
      return (name, scope.expectedReference(at: place.node))
    }
  }
}
