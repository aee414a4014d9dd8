internal import RelayCompilerCore

/// What can stand at a place of a text, whether or not the text is complete.
enum CompletionContext {
  case definition
  /// Selections on a type, in an operation or fragment. After `...`, only fragments.
  case selection(owner: Int, set: Int, afterDots: Bool)
  /// The type after `on`: of a fragment, or of an inline fragment in the selections of a type.
  case typeCondition(parent: TypeID?, isInline: Bool, hasBraces: Bool)
  case inputType
  case outputType
  case interface(of: Int)
  case unionMember
  case rootType
  case extended(TypeKind)
  /// Arguments of what has the parentheses.
  case argument(list: Int)
  case inputField(object: Int)
  case value(node: Int)
  case variable(node: Int)
  case directive(on: Int)
  case directiveLocation
  /// The name of an operation or fragment.
  case newName(definition: Int)
  /// The name of a variable where an operation declares it.
  case newVariable(declaration: Int)

  /// nil where nothing can be proposed.
  init?(_ query: TextQuery, offset: Int) {
    let outline = query.outline
    guard let index = outline.node(at: offset) else {
      self = .definition
      return
    }
    let node = outline.nodes[index]
    let parent = outline.parent(index)
    switch node.kind {
    case .field, .alias:
      guard let set = outline.ancestor(of: index, .selectionSet), let owner = outline.parent(set), node.isNamed(at: offset) || !node.hasName
      else { return nil }
      self = .selection(owner: owner, set: set, afterDots: false)
    case .spread:
      guard let set = parent, let owner = outline.parent(set) else { return nil }
      self = .selection(owner: owner, set: set, afterDots: offset > Int(node.start))
    case .selectionSet:
      guard let owner = parent else { return nil }
      self = .selection(owner: owner, set: index, afterDots: false)
    case .typeName:
      guard let parent, let context = Self.typeName(query, index, in: parent) else { return nil }
      self = context
    case .directive:
      guard let parent else { return nil }
      self = .directive(on: parent)
    case .arguments: self = .argument(list: index)
    case .argument, .objectField:
      guard let parent else { return nil }
      if node.colonEnd > 0, offset >= Int(node.colonEnd) {
        self = .value(node: index)
      } else {
        self = node.kind == .argument ? .argument(list: parent) : .inputField(object: parent)
      }
    case .object: self = .inputField(object: index)
    case .list, .enumValue, .literal: self = .value(node: index)
    case .variable: self = .variable(node: index)
    case .location: self = .directiveLocation
    case .operation, .fragment:
      guard query.isName(of: node, at: offset) else { return nil }
      self = .newName(definition: index)
    case .variableDefinition where node.colonEnd == 0 || offset < Int(node.colonEnd):
      guard query.isName(of: node, at: offset) else { return nil }
      self = .newVariable(declaration: index)
    case .variableDefinition, .inputValue:
      guard node.colonEnd > 0, offset >= Int(node.colonEnd) else { return nil }
      if outline.child(of: index, .typeName) == nil { self = .inputType } else { self = .value(node: index) }
    case .typeDefinition:
      guard node.isExtension, node.isNamed(at: offset) || !node.hasName else { return nil }
      self = .extended(node.typeKind)
    default: return nil
    }
  }

  private static func typeName(_ query: TextQuery, _ index: Int, in parent: Int) -> CompletionContext? {
    let outline = query.outline
    switch outline.nodes[parent].kind {
    case .fragment: return .typeCondition(parent: nil, isInline: false, hasBraces: true)
    case .inlineFragment:
      let hasBraces = outline.children(of: parent).contains { outline.nodes[$0].kind == .selectionSet }
      return .typeCondition(parent: query.scope.parentType(of: parent), isInline: true, hasBraces: hasBraces)
    case .variableDefinition, .inputValue, .literal: return .inputType
    case .fieldDefinition: return .outputType
    case .interfaces: return outline.parent(parent).map { .interface(of: $0) }
    case .members: return .unionMember
    case .rootOperation: return .rootType
    default: return nil
    }
  }
}
