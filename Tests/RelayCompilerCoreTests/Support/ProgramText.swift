@testable import RelayCompilerCore

extension Program {
  /// Every definition as GraphQL text, operations before fragments, separated by blank lines.
  ///
  /// Node properties without a GraphQL notation are written as directives whose names begin with two underscores: `@__handle`,
  /// `@__hidden`, `@__connection`, `@__required`, `@__catch`, `@__discriminator`, `@__alias`, `@__clientExtension`, `@__inlineData`.
  var text: String {
    var annotator = NodeAnnotator()
    let annotated = transformed(by: &annotator)
    let operations = annotated.operations.map { operation in
      var writer = SelectionWriter(schema: schema, isCompact: false)
      writer.write(operation)
      return writer.text
    }
    let fragments = annotated.fragments.map { fragment in
      var writer = SelectionWriter(schema: schema, isCompact: false)
      writer.write(fragment)
      return writer.text
    }
    return (operations + fragments).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }
}

/// Adds a directive to each node for each property that its text does not show.
private struct NodeAnnotator: SelectionTransformer {
  mutating func transform(_ field: ScalarField, on parent: TypeID) -> SelectionChange {
    var head = field.head
    head.directives += annotations(of: head)
    if field.isTypeDiscriminator { head.directives.append(Directive("__discriminator")) }
    return .replace(.scalarField(ScalarField(head)))
  }

  mutating func transform(_ field: LinkedField, on parent: TypeID) -> SelectionChange {
    var head = field.head
    head.directives += annotations(of: head)
    if field.isConnection { head.directives.append(Directive("__connection")) }
    let selections = transform(field.selections, on: head.type.named) ?? field.selections
    return .replace(.linkedField(LinkedField(head, selections: selections)))
  }

  mutating func transform(_ fragment: InlineFragment, on parent: TypeID) -> SelectionChange {
    let selections = transform(fragment.selections, on: fragment.typeCondition ?? parent)
    let directives = fragment.directives + [annotation(of: fragment.role)].compactMap { $0 }
    return .replace(.inlineFragment(fragment.with(role: .plain, directives: directives, selections: selections)))
  }

  private func annotations(of head: FieldHead) -> [Directive] {
    var result = head.handles.map { handle in
      var arguments = [Argument("key", .string(handle.key)), Argument("handle", .string(handle.handle))]
      if let filters = handle.filters { arguments.append(Argument("filters", .strings(filters))) }
      if let key = handle.dynamicKey { arguments.append(Argument("dynamicKey", key)) }
      return Directive("__handle", arguments + handle.arguments)
    }
    if let action = head.required { result.append(Directive("__required", [Argument("action", .enumValue(action.rawValue))])) }
    if let target = head.catch { result.append(Directive("__catch", [Argument("to", .enumValue(target.rawValue))])) }
    if head.isHidden { result.append(Directive("__hidden")) }
    return result
  }

  private func annotation(of role: InlineFragment.Role) -> Directive? {
    switch role {
    case .plain: return nil
    case .clientExtension: return Directive("__clientExtension")
    case .inlineData(let spread): return Directive("__inlineData", [Argument("of", .string(spread.name.string))] + spread.arguments)
    case .aliased(let alias):
      var arguments = [
        Argument("as", .string(alias.name.string)), Argument("alwaysMatches", .constant(.boolean(alias.alwaysMatches))),
        Argument("isSpread", .constant(.boolean(alias.isSpread))),
      ]
      if let target = alias.catch { arguments.append(Argument("catch", .enumValue(target.rawValue))) }
      return Directive("__alias", arguments)
    }
  }
}

extension Value {
  fileprivate static func string(_ text: String) -> Value { .constant(.string(text)) }
  fileprivate static func strings(_ names: [Name]) -> Value { .constant(.list(names.map { .string($0.string) })) }
  fileprivate static func enumValue(_ name: String) -> Value { .constant(.enum(Name(name))) }
}
