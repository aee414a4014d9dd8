internal import RelayCompilerCore

/// `textDocument/codeAction`: the fixes of diagnostics, and changes that a place suggests.
extension TextQuery {
  func codeActions(_ params: JSON) throws(InvalidParameters) -> JSON {
    let wanted = try TextRange(params.require("range"))
    let start = text.lines.offset(of: wanted.start, in: text.bytes, client.encoding)
    let end = text.lines.offset(of: wanted.end, in: text.bytes, client.encoding)
    guard start <= end else { return [] }
    var actions = fixes(in: start...end)
    if let node = outline.node(at: start) {
      actions += [
        declareVariable(node), removeVariable(node), addSelections(node), addDirective(node, "required", "(action: LOG)"), addAlias(node),
        replaceDeprecated(node), inlineFragment(node), extractFragment(start..<end), nameAfterFile(node), moveToFile(node),
      ].compactMap(\.self)
      actions += spreadFragments(node)
    }
    if text.operations.isEmpty == false || text.fragments.isEmpty == false, let action = moveToSwift(start) { actions.append(action) }
    // A client says which kinds it wants.
    let only = params["context"]?["only"]?.array?.compactMap(\.string)
    return .array(
      actions.filter { action in
        guard let only, let kind = action["kind"]?.string else { return true }
        return only.contains { kind == $0 || kind.hasPrefix($0 + ".") }
      })
  }

  private func fixes(in range: ClosedRange<Int>) -> [JSON] {
    problems.filter { $0.range.lowerBound <= range.upperBound && $0.range.upperBound >= range.lowerBound }.flatMap { problem in
      problem.fixIts.compactMap { fixIt in
        let title = fixIt.replacement.isEmpty ? "Remove it" : "Replace by '\(fixIt.replacement.prefix(60))'"
        return action(title, "quickfix", [(fixIt.location.text, fixIt.location.range, fixIt.replacement)], fixes: problem)
      }
    }
  }

  /// An action that edits texts; nil if a literal cannot hold what it writes.
  func action(
    _ title: String, _ kind: String, _ edits: [(text: Int, range: Range<Int>, replacement: String)],
    fixes problem: ProjectCheck.Problem? = nil
  ) -> JSON? {
    guard edits.allSatisfy({ project.texts[$0.text].canHold($0.replacement, at: $0.range.lowerBound) }) else { return nil }
    return .object([
      "title": .string(title), "kind": .string(kind), "edit": workspaceEdit(edits),
      "diagnostics": problem.map { problem in
        [["range": range(problem.range), "message": .string(problem.message), "code": .string(problem.id), "source": "relay"]]
      },
    ])
  }

  // MARK: - Suggestions

  /// Declares the variable at the place.
  private func declareVariable(_ node: Int) -> JSON? {
    guard outline.nodes[node].kind == .variable, let name = outline.nodes[node].name else { return nil }
    let definition = Place(text: index, node: outline.definition(of: node))
    switch scope.variable(name, in: definition.node) {
    case .variable(let operation, _)? where project.variableDefinition(name, of: operation) == nil: break
    case .globalVariable(let name)? where project.declarations(of: .globalVariable(name)).isEmpty: break
    default: return nil
    }
    guard let new = VariableDeclaration(self, at: node, in: definition) else { return nil }
    return action("Declare '$\(new.name): \(new.type)'", "quickfix", [(index, new.offset..<new.offset, new.text)])
  }

  /// Gives a field that needs selections its leaf fields.
  private func addSelections(_ node: Int) -> JSON? {
    let field = outline.nodes[node]
    guard field.kind == .field, let name = field.name, outline.children(of: node).allSatisfy({ outline.nodes[$0].kind != .selectionSet }),
      let parent = scope.parentType(of: node), let type = scope.fieldType(name, on: parent)?.named, schema.isComposite(type)
    else { return nil }
    let leaves = schema[type].fieldList.filter { id in
      !schema.isComposite(schema[id].type.named) && schema[id].arguments.required.first(where: { _ in true }) == nil
        && schema[id].deprecation == nil
    }
    let names = leaves.prefix(8).map { schema[$0].name.string }
    let indentation = text.indentation(of: Int(field.start))
    let body = (names.isEmpty ? ["__typename"] : names).map { "\(indentation)  \($0)\n" }.joined()
    return action("Add selections", "quickfix", [(index, Int(field.end)..<Int(field.end), " {\n\(body)\(indentation)}")])
  }

  private func addDirective(_ node: Int, _ directive: Name, _ arguments: String) -> JSON? {
    let field = outline.nodes[node]
    guard field.kind == .field, let name = field.name, schema.directives[directive] != nil,
      let parent = scope.parentType(of: node), let type = scope.fieldType(name, on: parent), !type.isNonNull,
      !outline.headChildren(of: node).contains(where: { outline.nodes[$0].kind == .directive && outline.nodes[$0].name == directive })
    else { return nil }
    let end = headEnd(of: node)
    return action("Add '@\(directive)'", "refactor.rewrite", [(index, end..<end, " @\(directive)\(arguments)")])
  }

  private func addAlias(_ node: Int) -> JSON? {
    let spread = outline.nodes[node]
    guard spread.kind == .spread, spread.hasName,
      !outline.headChildren(of: node).contains(where: { outline.nodes[$0].kind == .directive && outline.nodes[$0].name == .alias })
    else { return nil }
    let end = headEnd(of: node)
    return action("Add '@alias'", "refactor.rewrite", [(index, end..<end, " @alias")])
  }

  /// Where a further directive goes.
  func headEnd(of node: Int) -> Int {
    outline.headChildren(of: node).map { Int(outline.nodes[$0].end) }.max().map { max($0, Int(outline.nodes[node].nameEnd)) }
      ?? Int(outline.nodes[node].nameEnd)
  }
}
