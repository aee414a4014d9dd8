/// Writes a schema: its names, its fields, its types, its directives. The same schema always gives the same bytes.
struct SchemaEncoder {
  /// The place of a file among those of the schema.
  let files: [FileID: Int]
  /// The bytes of these files.
  let texts: [[UInt8]]
  private var encoder = ByteEncoder()
  private var names: [Name] = []
  private var indices: [Name: Int] = [:]
  private var isTooDeep = false

  init(files: [FileID: Int], texts: [[UInt8]]) {
    self.files = files
    self.texts = texts
  }

  /// nil if a value is nested too deeply.
  mutating func encode(_ schema: Schema) -> [UInt8]? {
    encoder.append(schema.types.count)
    encoder.append(schema.fields.count)
    for field in schema.fields { append(field) }
    for type in schema.types { append(type) }
    let directives = schema.directives.values.sorted { $0.name < $1.name }
    encoder.append(directives.count)
    for directive in directives { append(directive) }
    for root in [schema.queryType, schema.mutationType, schema.subscriptionType] {
      encoder.append(root.map { Int($0.rawValue) + 1 } ?? 0)
    }
    encoder.append(schema.hasClientAbstractTypes)
    encoder.append(schema.hasKeys)
    encoder.append(schema.hasCacheControl)
    if isTooDeep { return nil }
    var table = ByteEncoder()
    table.append(names.count)
    for name in names { table.append(name.bytes) }
    return table.bytes + encoder.bytes
  }

  // MARK: - Parts

  private mutating func append(_ name: Name) {
    if let index = indices[name] { return encoder.append(index) }
    indices[name] = names.count
    encoder.append(names.count)
    names.append(name)
  }

  private mutating func append(_ range: SourceRange) {
    encoder.append(files[range.file].map { $0 + 1 } ?? 0)
    guard files[range.file] != nil else { return }
    encoder.append(Int(range.start))
    encoder.append(Int(range.end))
  }

  /// A description is a place in its file or, if the compiler has made it of something else, a text.
  private mutating func append(_ description: StringSyntax?) {
    guard let description else { return encoder.append(0) }
    let content = Int(description.start)..<Int(description.end)
    if let file = files[description.range.file], texts[file].count >= content.upperBound,
      texts[file][content] == description.source[content]
    {
      encoder.append(1)
      append(description.range)
      encoder.append(Int(description.form.rawValue))
      encoder.append(content.lowerBound)
      encoder.append(content.upperBound)
    } else {
      encoder.append(2)
      append(description.range)
      encoder.append(Int(description.form.rawValue))
      encoder.append(description.source[content])
    }
  }

  private mutating func append(_ ids: [TypeID]) {
    encoder.append(ids.count)
    for id in ids { encoder.append(Int(id.rawValue)) }
  }

  private mutating func append(_ type: TypeReference) {
    encoder.append(Int(type.named.rawValue))
    encoder.append(Int(Int64(bitPattern: type.wrappers)))
  }

  private mutating func append(_ value: ConstantValue, depth: Int = 0) {
    if depth > SchemaArchive.maximumDepth {
      isTooDeep = true
      return
    }
    switch value {
    case .int(let number):
      encoder.append(0)
      encoder.append(Int(number))
    case .float(let number):
      encoder.append(1)
      encoder.append(fixed: number.bitPattern)
    case .string(let text):
      encoder.append(2)
      encoder.append(Array(text.utf8))
    case .boolean(let flag):
      encoder.append(3)
      encoder.append(flag)
    case .null: encoder.append(4)
    case .enum(let name):
      encoder.append(5)
      append(name)
    case .list(let items):
      encoder.append(6)
      encoder.append(items.count)
      for item in items { append(item, depth: depth + 1) }
    case .object(let fields):
      encoder.append(7)
      append(fields, depth: depth + 1)
    }
  }

  private mutating func append(_ arguments: [ConstantArgument], depth: Int = 0) {
    encoder.append(arguments.count)
    for argument in arguments {
      append(argument.name)
      append(argument.value, depth: depth)
    }
  }

  private mutating func append(_ directives: [DirectiveUse]) {
    encoder.append(directives.count)
    for directive in directives {
      append(directive.name)
      append(directive.range)
      append(directive.arguments)
    }
  }

  private mutating func append(_ values: NamedList<InputValueDefinition>) {
    encoder.append(values.count)
    for value in values {
      append(value.name)
      append(value.range)
      append(value.descriptionSyntax)
      append(value.type)
      encoder.append(value.defaultValue != nil)
      if let defaultValue = value.defaultValue { append(defaultValue) }
      append(value.directives)
      encoder.append(value.deprecation)
    }
  }

  // MARK: - Definitions

  private mutating func append(_ field: FieldDefinition) {
    append(field.name)
    encoder.append(Int(field.parent.rawValue))
    append(field.range)
    append(field.descriptionSyntax)
    append(field.arguments)
    append(field.type)
    append(field.directives)
    encoder.append(field.isClientOnly)
    encoder.append(field.deprecation)
    encoder.append(field.semanticNonNullLevels.count)
    for level in field.semanticNonNullLevels { encoder.append(level) }
    append(field.cacheControl)
  }

  private mutating func append(_ type: TypeDefinition) {
    append(type.name)
    encoder.append(Int(type.kind.rawValue))
    append(type.range)
    append(type.descriptionSyntax)
    encoder.append(type.isClientOnly)
    encoder.append(type.isBuiltIn)
    encoder.append(type.isOneOf)
    append(type.directives)
    append(type.interfaces)
    encoder.append(type.fieldList.count)
    for field in type.fieldList { encoder.append(Int(field.rawValue)) }
    append(type.memberTypes)
    encoder.append(type.values.count)
    for value in type.values {
      append(value.name)
      append(value.range)
      append(value.descriptionSyntax)
      append(value.directives)
      encoder.append(value.deprecation)
    }
    append(type.inputFields)
    append(type.possibleTypes)
    append(type.keyedTypes)
    append(type.implementors)
    encoder.append(type.specifiedBy)
    encoder.append(type.key != nil)
    if let key = type.key {
      encoder.append(key.fields.count)
      for field in key.fields { encoder.append(Int(field.rawValue)) }
      append(key.range)
    }
    append(type.cacheControl)
  }

  /// Most have none, which is one byte.
  private mutating func append(_ control: CacheControl) {
    encoder.append(control != .none)
    guard control != .none else { return }
    encoder.append(control.maxAge.map { Int($0) + 1 } ?? 0)
    encoder.append(control.inheritsMaxAge)
    encoder.append(control.scope.map { Int($0.rawValue) + 1 } ?? 0)
    encoder.append(control.leastOfObjects.map { Int($0) + 1 } ?? 0)
    encoder.append(control.isInAllObjects)
  }

  private mutating func append(_ directive: DirectiveDefinition) {
    append(directive.name)
    append(directive.range)
    append(directive.descriptionSyntax)
    append(directive.arguments)
    encoder.append(directive.isRepeatable)
    encoder.append(directive.locations.count)
    for location in directive.locations { append(location) }
    encoder.append(directive.isClientOnly)
    encoder.append(directive.isBuiltIn)
  }
}
