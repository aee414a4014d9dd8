@testable import RelayCompilerCore

extension [ReaderNode] {
  /// The nodes, one per line, with children indented by two spaces.
  var outline: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    flatMap { node -> [String] in
      switch node {
      case .scalarField(let field):
        [field.isHidden ? "hidden" : "scalar", fieldText(field.name, field.alias, field.arguments, field.storageKey)].joinedAsLine
      case .linkedField(let field):
        [
          field.isHidden ? "hidden linked" : "linked", fieldText(field.name, field.alias, field.arguments, field.storageKey),
          field.concreteType.map { "of \($0)" }, field.isPlural ? "plural" : nil, field.isConnection ? "connection" : nil,
        ].joinedAsLine + field.selections.lines.indented
      case .inlineFragment(let fragment): fragment.lines
      case .fragmentSpread(let spread):
        [
          "spread", fieldText(spread.name, nil, spread.arguments, nil), spread.isConditional ? "conditional" : nil,
          spread.assignableType == nil ? nil : "assignable", spread.isUpdatable ? "updatable" : nil,
        ].joinedAsLine
      case .aliasedFragment(let aliased):
        ["aliased \(aliased.alias)", aliased.alwaysMatches ? "always" : nil].joinedAsLine + aliased.fragment.lines.indented
      case .inlineDataFragmentSpread(let spread):
        ["inline data", fieldText(spread.name, nil, spread.arguments, nil)].joinedAsLine + spread.selections.lines.indented
      case .condition(let variable, let passingValue, let selections):
        ["condition $\(variable) is \(passingValue)"] + selections.lines.indented
      case .defer(let selections): ["defer"] + selections.lines.indented
      case .stream(let selections): ["stream"] + selections.lines.indented
      case .clientExtension(let selections): ["client extension"] + selections.lines.indented
      case .required(let action, let field): ["required \(action.rawValue)"] + [field].lines.indented
      case .catch(let target, let field): ["catch \(target.rawValue)"] + [field].lines.indented
      }
    }
  }
}

extension ReaderInlineFragment {
  fileprivate var lines: [String] {
    ["\(hasTypeCondition ? "fragment on" : "fragment within") \(typeName)", abstractKey?.string].joinedAsLine
      + (selections.isEmpty ? [] : selections.outline.split(separator: "\n").map(String.init).indented)
  }
}

extension [NormalizationNode] {
  /// The nodes, one per line, with children indented by two spaces.
  var outline: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    flatMap { node -> [String] in
      switch node {
      case .scalarField(let field): ["scalar", fieldText(field.name, field.alias, field.arguments, field.storageKey)].joinedAsLine
      case .linkedField(let field):
        [
          "linked", fieldText(field.name, field.alias, field.arguments, field.storageKey), field.concreteType.map { "of \($0)" },
          field.isPlural ? "plural" : nil,
        ].joinedAsLine + field.selections.lines.indented
      case .scalarHandle(let handle): ["scalar handle \(handle.handle)", handle.text].joinedAsLine
      case .linkedHandle(let handle): ["linked handle \(handle.handle)", handle.text].joinedAsLine
      case .inlineFragment(let type, let abstractKey, let selections):
        ["fragment on \(type)", abstractKey?.string].joinedAsLine + selections.lines.indented
      case .typeDiscriminator(let key): ["discriminator \(key)"]
      case .condition(let variable, let passingValue, let selections):
        ["condition $\(variable) is \(passingValue)"] + selections.lines.indented
      case .defer(let variable, let label, let selections):
        ["defer \(label)", variable.map { "if $\($0)" }].joinedAsLine + selections.lines.indented
      case .stream(let variable, let label, let selections):
        ["stream \(label)", variable.map { "if $\($0)" }].joinedAsLine + selections.lines.indented
      case .clientExtension(let selections): ["client extension"] + selections.lines.indented
      }
    }
  }
}

extension HandleNode {
  fileprivate var text: String {
    var parts = [fieldText(name, alias, arguments, nil), "key \"\(key)\""]
    if let filters { parts.append("filters \(filters)") }
    if let dynamicKey { parts.append("by \(argumentText([dynamicKey]))") }
    if !handleArguments.isEmpty { parts.append("with \(argumentText(handleArguments))") }
    return parts.joined(separator: " ")
  }
}

private func fieldText(_ name: Name, _ alias: Name?, _ arguments: [ArgumentNode], _ storageKey: String?) -> String {
  (alias.map { "\($0): " } ?? "") + name.string + (arguments.isEmpty ? "" : argumentText(arguments))
    + (storageKey.map { " stored as \($0)" } ?? "")
}

private func argumentText(_ arguments: [ArgumentNode]) -> String {
  "(" + arguments.map { "\($0.name): \($0.value.text)" }.joined(separator: ", ") + ")"
}

extension ArgumentNode.Value {
  fileprivate var text: String {
    switch self {
    case .literal(let constant):
      var bytes: [UInt8] = []
      bytes.append(json: constant)
      return String(decoding: bytes, as: UTF8.self)
    case .variable(let name): return "$\(name)"
    case .list(let items): return "[" + items.map { $0?.text ?? "null" }.joined(separator: ", ") + "]"
    case .object(let fields): return "{" + fields.map { "\($0.name): \($0.value.text)" }.joined(separator: ", ") + "}"
    }
  }
}

extension [String?] {
  fileprivate var joinedAsLine: [String] { [compactMap { $0 }.joined(separator: " ")] }
}

extension [String] {
  fileprivate var indented: [String] { map { "  " + $0 } }
}
