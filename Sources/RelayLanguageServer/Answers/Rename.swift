internal import RelayCompilerCore

/// `textDocument/prepareRename` and `rename`, in documents and client schemas.
extension TextQuery {
  func prepareRename(_ params: JSON) throws(InvalidParameters) -> JSON {
    guard let (node, symbol) = try symbol(params), isRenamable(symbol) else { return .null }
    return ["range": range(outline.nodes[node].nameRange), "placeholder": .string(symbol.name.string)]
  }

  func rename(_ params: JSON) throws(InvalidParameters) -> JSON {
    let newName = try params.text("newName")
    guard isName(newName) else { throw InvalidParameters("'\(newName.prefix(80))' is not a name") }
    guard let (_, symbol) = try symbol(params) else { throw InvalidParameters("There is nothing to rename here") }
    guard isRenamable(symbol) else { throw InvalidParameters("'\(symbol.name)' is a name of the server's schema, or of the specification") }
    if let problem = conflict(of: symbol, with: Name(newName)) { throw InvalidParameters(problem) }
    return workspaceEdit(project.places(of: renamed(symbol)).map { ($0, newName) })
  }

  private func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return Lexer.beginsName(first) && text.utf8.allSatisfy(Lexer.continuesName)
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
    default: return nil
    }
  }

  /// Edits that replace names.
  func workspaceEdit(_ edits: [(place: Place, text: String)]) -> JSON {
    workspaceEdit(
      edits.map { edit in
        (edit.place.text, project.texts[edit.place.text].outline.nodes[edit.place.node].nameRange, edit.text)
      })
  }

  func workspaceEdit(_ edits: [(text: Int, range: Range<Int>, replacement: String)]) -> JSON {
    var byText: [Int: [JSON]] = [:]
    for edit in edits {
      let range = project.texts[edit.text].range(edit.range, client.encoding).json
      byText[edit.text, default: []].append(["range": range, "newText": .string(edit.replacement)])
    }
    let files = byText.sorted { $0.key < $1.key }
    if client.hasDocumentChanges {
      return [
        "documentChanges": .array(
          files.map { text, edits in
            ["textDocument": ["uri": .string(uri(project.texts[text])), "version": .null], "edits": .array(edits)]
          })
      ]
    }
    return ["changes": .object(files.map { JSON.Member(uri(project.texts[$0.key]), .array($0.value)) })]
  }
}
