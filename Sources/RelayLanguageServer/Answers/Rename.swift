internal import RelayCompilerCore

/// `textDocument/prepareRename` and `rename`, in documents and client schemas, and of what is generated from them in Swift.
extension TextQuery {
  func prepareRename(_ params: JSON) throws(InvalidParameters) -> JSON {
    guard let (node, symbol) = try symbol(params), isRenamable(symbol) else { return .null }
    return ["range": range(outline.nodes[node].nameRange), "placeholder": .string(symbol.name.string)]
  }

  /// The edits. What could not be changed is said in a message, because an edit has no place for it.
  func rename(_ params: JSON) throws(InvalidParameters) -> JSON {
    let newName = try params.text("newName")
    guard let (_, symbol) = try symbol(params) else { throw InvalidParameters("There is nothing to rename here") }
    let (edit, note) = try renameEdit(symbol, to: newName)
    if let note { inform(note) }
    return edit
  }

  /// - Returns: the edits, and what the user should know about them.
  func renameEdit(_ symbol: Symbol, to newName: String) throws(InvalidParameters) -> (edit: JSON, note: String?) {
    guard newName.isGraphQLName else { throw InvalidParameters("'\(newName.prefix(80))' is not a name") }
    guard isRenamable(symbol) else { throw InvalidParameters("'\(symbol.name)' is a name of the server's schema, or of the specification") }
    if let problem = conflict(of: symbol, with: Name(newName)) { throw InvalidParameters(problem) }
    let edits = project.places(of: renamed(symbol)).map { place in
      (place.text, project.texts[place.text].outline.nodes[place.node].nameRange, newName)
    }
    let swift = swiftEdits(renaming: symbol, edits)
    return (workspaceEdit(edits, swift.edits), swift.note)
  }

  /// A variable that fragments use is the same one in all operations that reach them.
  private func renamed(_ symbol: Symbol) -> Symbol {
    guard case .variable(let operation, let name) = symbol else { return symbol }
    let isShared = project.places(of: symbol).contains { place in
      Scope(project, place.text).variable(name, in: project.texts[place.text].outline.definition(of: place.node)) == .globalVariable(name)
    }
    return isShared ? .globalVariable(name) : .variable(operation, name)
  }

  private func isRenamable(_ symbol: Symbol) -> Bool {
    switch symbol {
    case .operation, .fragment, .fragmentArgument, .alias: return true
    // A variable that nothing declares is a mistake, and not known to be one variable.
    case .variable, .globalVariable: return !project.declarations(of: symbol).isEmpty
    case .type, .field, .inputField, .enumValue, .argument, .directive, .directiveArgument:
      // The server's names are not the client's to change. Where no schema is named, the documents' type definitions are the server's too.
      let places = project.declarations(of: symbol)
      return !places.isEmpty && places.allSatisfy { project.texts[$0.text].role == .clientSchema }
    case .metaField: return false
    }
  }

  private func conflict(of symbol: Symbol, with name: Name) -> String? {
    if name == symbol.name { return nil }
    switch symbol {
    case .fragment, .operation:
      let isTaken = project.fragments[name]?.isEmpty == false || project.operations[name]?.isEmpty == false
      return isTaken ? "There is another definition named '\(name)'" : name.string == "on" ? "No fragment can be named 'on'" : nil
    case .variable(let operation, _):
      return project.variableDefinition(name, of: operation) == nil ? nil : "The operation has another variable '$\(name)'"
    case .fragmentArgument(let fragment, _):
      return project.fragmentArguments(of: fragment).contains { $0.name == name } ? "The fragment has another argument '\(name)'" : nil
    case .type: return schema.type(named: name) == nil ? nil : "There is another type named '\(name)'"
    case .alias(let place, _):
      let text = project.texts[place.text]
      let definition = Place(text: place.text, node: text.outline.definition(of: place.node))
      let path = text.responsePath(to: place.node).dropLast() + [name]
      return project.selection(at: path, in: definition) == nil ? nil : "There is another field '\(name)'"
    default: return nil
    }
  }

  /// An edit of a file that need not be a text of the project.
  typealias FileEdit = (path: String, range: TextRange, replacement: String)

  func workspaceEdit(_ edits: [(text: Int, range: Range<Int>, replacement: String)], _ others: [FileEdit] = []) -> JSON {
    var byPath: [String: [JSON]] = [:]
    let own = edits.map { edit -> FileEdit in
      let text = project.texts[edit.text]
      return (text.path, text.range(edit.range, client.encoding), edit.replacement)
    }
    for edit in own + others {
      byPath[edit.path, default: []].append(["range": edit.range.json, "newText": .string(edit.replacement)])
    }
    let files = byPath.sorted { $0.key < $1.key }.map { (path: $0.key, edits: JSON.array($0.value)) }
    if client.hasDocumentChanges {
      return ["documentChanges": .array(files.map { ["textDocument": document($0.path), "edits": $0.edits] })]
    }
    return ["changes": .object(files.map { JSON.Member(uris[$0.path] ?? DocumentURI.uri($0.path), $0.edits) })]
  }
}
