/// Artifacts in the form that Relay's own have (`--artifacts-json`): the same kinds, keys and order of keys, two spaces of indentation.
/// A generated operation that is referred to is `{"$require": "Name"}`.
package struct ArtifactJSON {
  private var text: [UInt8] = []
  private var depth = 0
  /// Whether the innermost open bracket has an element.
  private var hasElement = false

  private init() { text.reserveCapacity(4096) }

  /// The whole file, with its final newline.
  package static func file(for artifact: Artifact) -> [UInt8] {
    var writer = ArtifactJSON()
    switch artifact {
    case .operation(let operation): writer.append(operation)
    case .fragment(let fragment): writer.append(fragment)
    }
    writer.text.append(UInt8(ascii: "\n"))
    return writer.text
  }

  static func text(_ body: (inout ArtifactJSON) -> Void) -> String {
    var writer = ArtifactJSON()
    body(&writer)
    return String(decoding: writer.text, as: UTF8.self)
  }

  // MARK: Documents

  private mutating func append(_ operation: OperationArtifact) {
    object {
      $0.key("fragment")
      $0.append(operation.reader, isOperation: true)
      guard let normalization = operation.normalization else {
        $0.member("kind", operation.isUpdatable ? "UpdatableQuery" : "Request")
        return
      }
      $0.member("kind", "Request")
      $0.key("operation")
      $0.append(normalization)
      $0.key("params")
      $0.appendParameters(operation)
    }
  }

  private mutating func appendParameters(_ operation: OperationArtifact) {
    object {
      if let cacheID = operation.cacheID { $0.member("cacheID", cacheID) }
      $0.key("id")
      $0.string(operation.id)
      $0.key("metadata")
      $0.object {
        for (key, json) in operation.metadata {
          $0.key(key)
          $0.text.append(contentsOf: json.utf8)
        }
      }
      $0.member("name", operation.name)
      $0.member("operationKind", operation.kind.rawValue)
      $0.key("text")
      $0.string(operation.text)
      if !operation.providedVariables.isEmpty {
        $0.key("providedVariables")
        $0.object {
          for (variable, module) in operation.providedVariables {
            $0.key(variable.string)
            $0.require(module)
          }
        }
      }
    }
  }

  private mutating func append(_ fragment: FragmentArtifact) {
    if fragment.isInline {
      object {
        $0.member("kind", "InlineDataFragment")
        $0.member("name", fragment.reader.name)
      }
    } else {
      append(fragment.reader, isOperation: false)
    }
  }

  private mutating func append(_ fragment: ReaderFragment, isOperation: Bool) {
    object {
      $0.key("argumentDefinitions")
      $0.append(fragment.argumentDefinitions)
      $0.member("kind", "Fragment")
      $0.key("metadata")
      $0.append(fragment.metadata)
      $0.member("name", fragment.name)
      $0.key("selections")
      $0.append(fragment.selections)
      $0.member("type", fragment.typeName)
      $0.key("abstractKey")
      $0.name(fragment.abstractKey)
    }
  }

  private mutating func append(_ definitions: [ReaderArgumentDefinition]) {
    array(definitions) { writer, definition in
      writer.object {
        switch definition {
        case .local(let name, let defaultValue, _):
          $0.key("defaultValue")
          $0.text.append(json: defaultValue)
          $0.member("kind", "LocalArgument")
          $0.member("name", name)
        case .root(let name):
          $0.member("kind", "RootArgument")
          $0.member("name", name)
        }
      }
    }
  }

  // MARK: Metadata

  private mutating func append(_ metadata: ReaderMetadata?) {
    guard let metadata else { return null() }
    object {
      if let target = metadata.catchTo { $0.member("catchTo", target.rawValue) }
      if !metadata.connections.isEmpty {
        $0.key("connection")
        $0.append(metadata.connections)
      }
      if metadata.hasClientEdges { $0.member("hasClientEdges", true) }
      if metadata.isUnmasked { $0.member("mask", false) }
      if metadata.plural { $0.member("plural", true) }
      if let refetch = metadata.refetch {
        $0.key("refetch")
        $0.append(refetch)
      }
      if metadata.throwOnFieldError { $0.member("throwOnFieldError", true) }
    }
  }

  mutating func append(_ connections: [ConnectionMetadata]) {
    array(connections) { writer, connection in
      writer.object {
        $0.key("count")
        $0.name(connection.count)
        $0.key("cursor")
        $0.name(connection.cursor)
        $0.member("direction", connection.direction.rawValue)
        $0.key("path")
        if let path = connection.path { $0.names(path) } else { $0.null() }
        if connection.isStream { $0.member("stream", true) }
      }
    }
  }

  mutating func append(_ entries: [TestOperationMetadata.Entry]) {
    object {
      for entry in entries {
        $0.key(entry.path)
        $0.object {
          $0.key("enumValues")
          if let values = entry.enumValues { $0.names(values) } else { $0.null() }
          $0.member("nullable", entry.isNullable)
          $0.member("plural", entry.isPlural)
          $0.member("type", entry.type)
        }
      }
    }
  }

  private mutating func append(_ refetch: RefetchMetadata) {
    object {
      $0.key("connection")
      if let connection = refetch.connection {
        $0.object {
          $0.key("forward")
          $0.append(connection.forward)
          $0.key("backward")
          $0.append(connection.backward)
          $0.key("path")
          $0.names(connection.path)
        }
      } else {
        $0.null()
      }
      $0.key("fragmentPathInResult")
      $0.names(refetch.fragmentPathInResult)
      $0.key("operation")
      $0.require(refetch.operation.string)
      if let identifier = refetch.identifier {
        $0.key("identifierInfo")
        $0.object {
          $0.member("identifierField", identifier.field)
          $0.member("identifierQueryVariableName", identifier.queryVariable)
        }
      }
      if let fragment = refetch.edgesFragment {
        $0.key("edgesFragment")
        $0.require(fragment.string)
      }
    }
  }

  private mutating func append(_ variables: RefetchMetadata.Variables?) {
    guard let variables else { return null() }
    object {
      $0.member("count", variables.count)
      $0.member("cursor", variables.cursor)
    }
  }

  // MARK: Reader

  private mutating func append(_ selections: [ReaderNode]) {
    array(selections) { $0.append($1) }
  }

  private mutating func append(_ node: ReaderNode) {
    object {
      switch node {
      case .scalarField(let field):
        $0.appendField(field.alias, field.arguments)
        $0.member("kind", "ScalarField")
        $0.member("name", field.name)
        $0.key("storageKey")
        $0.string(field.storageKey)
      case .linkedField(let field):
        $0.appendField(field.alias, field.arguments)
        $0.key("concreteType")
        $0.name(field.concreteType)
        $0.member("kind", "LinkedField")
        $0.member("name", field.name)
        $0.member("plural", field.isPlural)
        $0.key("selections")
        $0.append(field.selections)
        $0.key("storageKey")
        $0.string(field.storageKey)
      case .inlineFragment(let fragment):
        $0.appendMembers(of: fragment)
      case .fragmentSpread(let spread):
        $0.key("args")
        $0.append(spread.arguments)
        $0.member("kind", "FragmentSpread")
        $0.member("name", spread.name)
      case .aliasedFragment(let aliased):
        $0.key("fragment")
        $0.object { $0.appendMembers(of: aliased.fragment) }
        $0.member("kind", "AliasedInlineFragmentSpread")
        $0.member("name", aliased.alias)
      case .inlineDataFragmentSpread(let spread):
        $0.member("kind", "InlineDataFragmentSpread")
        $0.member("name", spread.name)
        $0.key("selections")
        $0.append(spread.selections)
        $0.key("args")
        $0.append(spread.arguments)
        $0.key("argumentDefinitions")
        $0.append(spread.argumentDefinitions)
      case .condition(let variable, let passingValue, let selections):
        $0.member("condition", variable)
        $0.member("kind", "Condition")
        $0.member("passingValue", passingValue)
        $0.key("selections")
        $0.append(selections)
      case .defer(let selections): $0.appendGroup("Defer", selections)
      case .stream(let selections): $0.appendGroup("Stream", selections)
      case .clientExtension(let selections): $0.appendGroup("ClientExtension", selections)
      case .required(let action, let field):
        $0.member("kind", "RequiredField")
        $0.key("field")
        $0.append(field)
        $0.member("action", action.rawValue)
      case .catch(let target, let field):
        $0.member("kind", "CatchField")
        $0.key("field")
        $0.append(field)
        $0.member("to", target.rawValue)
      }
    }
  }

  private mutating func appendGroup(_ kind: String, _ selections: [ReaderNode]) {
    member("kind", kind)
    key("selections")
    append(selections)
  }

  private mutating func appendMembers(of fragment: ReaderInlineFragment) {
    member("kind", "InlineFragment")
    key("selections")
    append(fragment.selections)
    key("type")
    name(fragment.hasTypeCondition ? fragment.typeName : nil)
    key("abstractKey")
    name(fragment.abstractKey)
  }

  private mutating func appendField(_ alias: Name?, _ arguments: [ArgumentNode]) {
    key("alias")
    name(alias)
    key("args")
    append(arguments)
  }

  // MARK: Normalization

  private mutating func append(_ operation: NormalizationOperation) {
    object {
      $0.key("argumentDefinitions")
      $0.array(operation.argumentDefinitions) { writer, definition in
        writer.object {
          $0.key("defaultValue")
          $0.text.append(json: definition.defaultValue)
          $0.member("kind", "LocalArgument")
          $0.member("name", definition.name)
        }
      }
      $0.member("kind", "Operation")
      $0.member("name", operation.name)
      $0.key("selections")
      $0.append(operation.selections)
      if !operation.clientAbstractTypes.isEmpty {
        $0.key("clientAbstractTypes")
        $0.object {
          for (key, types) in operation.clientAbstractTypes {
            $0.key(key.string)
            $0.names(types)
          }
        }
      }
    }
  }

  private mutating func append(_ selections: [NormalizationNode]) {
    array(selections) { $0.append($1) }
  }

  private mutating func append(_ node: NormalizationNode) {
    object {
      switch node {
      case .scalarField(let field):
        $0.appendField(field.alias, field.arguments)
        $0.member("kind", "ScalarField")
        $0.member("name", field.name)
        $0.key("storageKey")
        $0.string(field.storageKey)
      case .linkedField(let field):
        $0.appendField(field.alias, field.arguments)
        $0.key("concreteType")
        $0.name(field.concreteType)
        $0.member("kind", "LinkedField")
        $0.member("name", field.name)
        $0.member("plural", field.isPlural)
        $0.key("selections")
        $0.append(field.selections)
        $0.key("storageKey")
        $0.string(field.storageKey)
      case .scalarHandle(let handle): $0.appendHandle("ScalarHandle", handle)
      case .linkedHandle(let handle): $0.appendHandle("LinkedHandle", handle)
      case .inlineFragment(let type, let abstractKey, let selections):
        $0.member("kind", "InlineFragment")
        $0.key("selections")
        $0.append(selections)
        $0.member("type", type)
        $0.key("abstractKey")
        $0.name(abstractKey)
      case .typeDiscriminator(let abstractKey):
        $0.member("kind", "TypeDiscriminator")
        $0.member("abstractKey", abstractKey)
      case .condition(let variable, let passingValue, let selections):
        $0.member("condition", variable)
        $0.member("kind", "Condition")
        $0.member("passingValue", passingValue)
        $0.key("selections")
        $0.append(selections)
      case .defer(let variable, let label, let selections): $0.appendIncremental("Defer", variable, label, selections)
      case .stream(let variable, let label, let selections): $0.appendIncremental("Stream", variable, label, selections)
      case .clientExtension(let selections):
        $0.member("kind", "ClientExtension")
        $0.key("selections")
        $0.append(selections)
      }
    }
  }

  private mutating func appendIncremental(_ kind: String, _ variable: Name?, _ label: String, _ selections: [NormalizationNode]) {
    key("if")
    name(variable)
    member("kind", kind)
    member("label", label)
    key("selections")
    append(selections)
  }

  private mutating func appendHandle(_ kind: String, _ handle: HandleNode) {
    appendField(handle.alias, handle.arguments)
    key("filters")
    if let filters = handle.filters { names(filters) } else { null() }
    member("handle", handle.handle)
    member("key", handle.key)
    member("kind", kind)
    member("name", handle.name)
    if let dynamicKey = handle.dynamicKey {
      key("dynamicKey")
      append(dynamicKey)
    }
    if !handle.handleArguments.isEmpty {
      key("handleArgs")
      append(handle.handleArguments)
    }
  }

  // MARK: Arguments

  private mutating func append(_ arguments: [ArgumentNode]) {
    if arguments.isEmpty { return null() }
    array(arguments) { $0.append($1) }
  }

  private mutating func append(_ argument: ArgumentNode) { append(argument.value, name: argument.name.string) }

  private mutating func append(_ value: ArgumentNode.Value, name: String) {
    object {
      switch value {
      case .literal(let constant):
        $0.member("kind", "Literal")
        $0.member("name", name)
        $0.key("value")
        $0.text.append(json: constant)
      case .variable(let variable):
        $0.member("kind", "Variable")
        $0.member("name", name)
        $0.member("variableName", variable)
      case .list(let items):
        $0.key("items")
        $0.array(Array(items.enumerated())) { writer, item in
          if let value = item.element { writer.append(value, name: "\(name).\(item.offset)") } else { writer.null() }
        }
        $0.member("kind", "ListValue")
        $0.member("name", name)
      case .object(let fields):
        $0.key("fields")
        $0.array(fields) { $0.append($1) }
        $0.member("kind", "ObjectValue")
        $0.member("name", name)
      }
    }
  }

  // MARK: JSON

  private mutating func object(_ members: (inout ArtifactJSON) -> Void) {
    text.append(UInt8(ascii: "{"))
    nested(members)
    text.append(UInt8(ascii: "}"))
  }

  private mutating func array<Element>(_ elements: [Element], _ append: (inout ArtifactJSON, Element) -> Void) {
    text.append(UInt8(ascii: "["))
    nested { writer in
      for element in elements {
        writer.separate()
        append(&writer, element)
      }
    }
    text.append(UInt8(ascii: "]"))
  }

  private mutating func nested(_ body: (inout ArtifactJSON) -> Void) {
    let outer = hasElement
    hasElement = false
    depth += 1
    body(&self)
    depth -= 1
    if hasElement { newline() }
    hasElement = outer
  }

  private mutating func separate() {
    if hasElement { text.append(UInt8(ascii: ",")) }
    hasElement = true
    newline()
  }

  private mutating func newline() {
    text.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { text.append(ascii: "  ") }
  }

  private mutating func key(_ key: String) {
    separate()
    text.append(jsonString: key.utf8)
    text.append(ascii: ": ")
  }

  private mutating func member(_ key: String, _ value: String) {
    self.key(key)
    text.append(jsonString: value.utf8)
  }

  private mutating func member(_ key: String, _ value: Name) {
    self.key(key)
    text.append(jsonString: value)
  }

  private mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    text.append(ascii: value ? "true" : "false")
  }

  private mutating func null() { text.append(ascii: "null") }

  private mutating func string(_ value: String?) {
    if let value { text.append(jsonString: value.utf8) } else { null() }
  }

  private mutating func name(_ value: Name?) {
    if let value { text.append(jsonString: value) } else { null() }
  }

  private mutating func names(_ values: [Name]) {
    array(values) { $0.name($1) }
  }

  private mutating func require(_ name: String) {
    object { $0.member("$require", name) }
  }
}
