/// Builds the normalization AST of operations from a program that has been through the normalization pipeline: without spreads and
/// aliases, and with each selection once.
///
/// A node that several operations share, such as an unchanged field of a fragment, is built once.
struct NormalizationBuilder {
  let schema: Schema
  let deferStream: DeferStreamInterface
  private var fields: [NodeIdentity: NormalizationNode] = [:]

  init(schema: Schema, options: CompilerOptions) {
    self.schema = schema
    deferStream = options.schema.deferStreamInterface
  }

  mutating func build(
    _ operation: OperationDefinition, clientAbstractTypes: [(key: Name, types: [Name])]
  ) -> NormalizationOperation {
    NormalizationOperation(
      name: operation.name,
      argumentDefinitions: operation.variables.map { (name: $0.name, defaultValue: $0.defaultValue ?? .null) },
      selections: build(operation.selections), age: operation.freshness?.age, clientAbstractTypes: clientAbstractTypes)
  }

  private mutating func build(_ selections: [Selection]) -> [NormalizationNode] {
    var result: [NormalizationNode] = []
    result.reserveCapacity(selections.count)
    for selection in selections { append(selection, to: &result) }
    return result
  }

  private mutating func append(_ selection: Selection, to result: inout [NormalizationNode]) {
    switch selection {
    case .scalarField(let field): append(field, to: &result)
    case .linkedField(let field): append(field, to: &result)
    case .inlineFragment(let fragment): append(fragment, to: &result)
    case .condition(let condition):
      let selections = build(condition.selections)
      switch condition.value {
      case .variable(let variable):
        result.append(.condition(variable: variable.name, passingValue: condition.passingValue, selections: selections))
      case .constant: result += selections
      }
    case .fragmentSpread: break
    }
  }

  private mutating func append(_ field: ScalarField, to result: inout [NormalizationNode]) {
    let head = field.head
    if field.isTypeDiscriminator, let key = head.alias {
      result.append(.typeDiscriminator(abstractKey: key))
      return
    }
    if let known = fields[NodeIdentity(field)] {
      result.append(known)
      return
    }
    let arguments = ArgumentNode.nodes(head.arguments)
    let node = NormalizationNode.scalarField(NormalizationScalarField(head, arguments))
    if head.handles.isEmpty {
      fields[NodeIdentity(field)] = node
      result.append(node)
      return
    }
    result.append(node)
    for handle in head.handles { result.append(.scalarHandle(build(handle, of: head, arguments))) }
  }

  private mutating func append(_ field: LinkedField, to result: inout [NormalizationNode]) {
    if let known = fields[NodeIdentity(field)] {
      result.append(known)
      return
    }
    let head = field.head
    let type = head.type.named
    let arguments = ArgumentNode.nodes(head.arguments)
    let node = NormalizationNode.linkedField(
      NormalizationLinkedField(
        head, arguments, concreteType: schema.isAbstract(type) ? nil : schema[type].name, selections: build(field.selections)))
    if head.handles.isEmpty && head.directives.isEmpty {
      fields[NodeIdentity(field)] = node
      result.append(node)
      return
    }
    let nodes = [node] + head.handles.map { .linkedHandle(build($0, of: head, arguments)) }
    guard let stream = head.directives.named(deferStream.streamName) else {
      result += nodes
      return
    }
    result.append(
      .stream(
        variable: stream.arguments.named(deferStream.ifArgument)?.value.variableName,
        label: stream.arguments.named(deferStream.labelArgument)?.value.stringLiteral ?? "", selections: nodes))
  }

  private func build(_ handle: FieldHandle, of head: FieldHead, _ arguments: [ArgumentNode]) -> HandleNode {
    HandleNode(
      name: head.name, alias: head.alias, arguments: arguments, handle: handle.handle, key: handle.key, filters: handle.filters,
      dynamicKey: handle.dynamicKey.map { ArgumentNode(name: .dynamicKeyArgument, value: ArgumentNode.value($0)) },
      handleArguments: ArgumentNode.nodes(handle.arguments))
  }

  private mutating func append(_ fragment: InlineFragment, to result: inout [NormalizationNode]) {
    if fragment.role == .clientExtension {
      result.append(.clientExtension(selections: build(fragment.selections)))
      return
    }
    if let directive = fragment.directives.named(deferStream.deferName) {
      result.append(
        .defer(
          variable: directive.arguments.named(deferStream.ifArgument)?.value.variableName,
          label: directive.arguments.named(deferStream.labelArgument)?.value.stringLiteral ?? "", selections: build(fragment.selections)))
      return
    }
    guard let type = fragment.typeCondition else {
      result += build(fragment.selections)
      return
    }
    let name = schema[type].name
    guard schema.isAbstract(type) else {
      result.append(.inlineFragment(type: name, abstractKey: nil, selections: build(fragment.selections)))
      return
    }
    let key = Name.abstractKey(of: name)
    // The fragment's own discriminator is implied, unless the fragment selects nothing else.
    let selections = fragment.selections.filter { selection in
      if case .scalarField(let field) = selection { return !(field.isTypeDiscriminator && field.head.alias == key) }
      return true
    }
    if selections.isEmpty {
      result.append(.typeDiscriminator(abstractKey: key))
    } else {
      result.append(.inlineFragment(type: name, abstractKey: key, selections: build(selections)))
    }
  }
}
