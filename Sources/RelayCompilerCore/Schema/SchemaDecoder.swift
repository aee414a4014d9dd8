/// Reads what `SchemaEncoder` wrote. Every id and name is checked, so that the schema is consistent or there is none.
struct SchemaDecoder {
  private let files: [(id: FileID, bytes: [UInt8])]
  private var decoder: ByteDecoder
  private var names: [Name] = []
  private var typeCount = 0
  private var fieldCount = 0

  init(_ decoder: ByteDecoder, files: [(id: FileID, bytes: [UInt8])]) {
    self.decoder = decoder
    self.files = files
  }

  mutating func decode() throws(ByteDecoder.Damage) -> Schema {
    let nameCount = try decoder.count()
    names.reserveCapacity(nameCount)
    for _ in 0..<nameCount { names.append(Name(try decoder.text())) }
    typeCount = try decoder.count()
    fieldCount = try decoder.count()
    var schema = Schema()
    schema.fields.reserveCapacity(fieldCount)
    for _ in 0..<fieldCount { schema.fields.append(try field()) }
    schema.types.reserveCapacity(typeCount)
    schema.typeIDs.reserveCapacity(typeCount)
    for index in 0..<typeCount {
      let id = TypeID(rawValue: UInt32(truncatingIfNeeded: index))
      let type = try type(id, schema.fields)
      guard schema.typeIDs.updateValue(id, forKey: type.name) == nil else { throw ByteDecoder.Damage() }
      schema.types.append(type)
    }
    for _ in 0..<(try decoder.count()) {
      let directive = try directive()
      schema.directives[directive.name] = directive
    }
    schema.queryType = try root()
    schema.mutationType = try root()
    schema.subscriptionType = try root()
    schema.hasClientAbstractTypes = try decoder.flag()
    schema.hasKeys = try decoder.flag()
    schema.hasCacheControl = try decoder.flag()
    guard decoder.isAtEnd else { throw ByteDecoder.Damage() }
    return schema
  }

  // MARK: - Parts

  private mutating func name() throws(ByteDecoder.Damage) -> Name { names[try decoder.number(below: names.count)] }

  private mutating func typeID() throws(ByteDecoder.Damage) -> TypeID {
    TypeID(rawValue: UInt32(truncatingIfNeeded: try decoder.number(below: typeCount)))
  }

  private mutating func fieldID() throws(ByteDecoder.Damage) -> FieldID {
    FieldID(rawValue: UInt32(truncatingIfNeeded: try decoder.number(below: fieldCount)))
  }

  private mutating func root() throws(ByteDecoder.Damage) -> TypeID? {
    let number = try decoder.number(below: typeCount + 1)
    return number == 0 ? nil : TypeID(rawValue: UInt32(truncatingIfNeeded: number - 1))
  }

  private mutating func range() throws(ByteDecoder.Damage) -> SourceRange {
    let file = try decoder.number(below: files.count + 1)
    if file == 0 { return .generated }
    let start = try decoder.number(below: Int(UInt32.max))
    let end = try decoder.number(below: Int(UInt32.max))
    return SourceRange(file: files[file - 1].id, start: UInt32(start), end: UInt32(end))
  }

  private mutating func description() throws(ByteDecoder.Damage) -> StringSyntax? {
    let kind = try decoder.number(below: 3)
    if kind == 0 { return nil }
    let range = try range()
    guard let form = StringSyntax.Form(rawValue: try decoder.byte()) else { throw ByteDecoder.Damage() }
    if kind == 2 {
      let text = Array(try decoder.text())
      return StringSyntax(range: range, form: form, source: text, 0..<text.count)
    }
    guard let file = files.first(where: { $0.id == range.file }) else { throw ByteDecoder.Damage() }
    let start = try decoder.number(below: file.bytes.count + 1)
    let end = try decoder.number(below: file.bytes.count + 1)
    guard start <= end else { throw ByteDecoder.Damage() }
    return StringSyntax(range: range, form: form, source: file.bytes, start..<end)
  }

  private mutating func typeIDs() throws(ByteDecoder.Damage) -> [TypeID] {
    let count = try decoder.count()
    if count == 0 { return [] }
    var ids: [TypeID] = []
    ids.reserveCapacity(count)
    for _ in 0..<count { ids.append(try typeID()) }
    return ids
  }

  private mutating func typeReference() throws(ByteDecoder.Damage) -> TypeReference {
    let named = try typeID()
    guard let type = TypeReference(named: named, checking: UInt64(bitPattern: Int64(try decoder.number()))) else {
      throw ByteDecoder.Damage()
    }
    return type
  }

  private mutating func value(depth: Int = 0) throws(ByteDecoder.Damage) -> ConstantValue {
    guard depth <= SchemaArchive.maximumDepth else { throw ByteDecoder.Damage() }
    switch try decoder.number() {
    case 0: return .int(Int64(try decoder.number()))
    case 1: return .float(Double(bitPattern: try decoder.fixed()))
    case 2: return .string(String(decoding: try decoder.text(), as: UTF8.self))
    case 3: return .boolean(try decoder.flag())
    case 4: return .null
    case 5: return .enum(try name())
    case 6:
      var items: [ConstantValue] = []
      for _ in 0..<(try decoder.count()) { items.append(try value(depth: depth + 1)) }
      return .list(items)
    case 7: return .object(try arguments(depth: depth + 1))
    default: throw ByteDecoder.Damage()
    }
  }

  private mutating func arguments(depth: Int = 0) throws(ByteDecoder.Damage) -> [ConstantArgument] {
    var arguments: [ConstantArgument] = []
    for _ in 0..<(try decoder.count()) {
      let name = try name()
      arguments.append(ConstantArgument(name: name, value: try value(depth: depth)))
    }
    return arguments
  }

  private mutating func directiveUses() throws(ByteDecoder.Damage) -> [DirectiveUse] {
    let count = try decoder.count()
    if count == 0 { return [] }
    var directives: [DirectiveUse] = []
    for _ in 0..<count {
      let name = try name()
      let range = try range()
      directives.append(DirectiveUse(name: name, range: range, arguments: try arguments()))
    }
    return directives
  }

  private mutating func inputValues() throws(ByteDecoder.Damage) -> NamedList<InputValueDefinition> {
    let count = try decoder.count()
    if count == 0 { return [] }
    var values: [InputValueDefinition] = []
    values.reserveCapacity(count)
    for _ in 0..<count {
      let name = try name()
      let range = try range()
      let description = try description()
      let type = try typeReference()
      let defaultValue = try decoder.flag() ? try value() : nil
      let directives = try directiveUses()
      values.append(
        InputValueDefinition(
          name: name, range: range, descriptionSyntax: description, type: type, defaultValue: defaultValue, directives: directives,
          deprecation: try decoder.optionalText()))
    }
    return NamedList(values)
  }

  // MARK: - Definitions

  private mutating func field() throws(ByteDecoder.Damage) -> FieldDefinition {
    let name = try name()
    let parent = try typeID()
    let range = try range()
    let description = try description()
    let arguments = try inputValues()
    let type = try typeReference()
    let directives = try directiveUses()
    let isClientOnly = try decoder.flag()
    let deprecation = try decoder.optionalText()
    var levels: [Int] = []
    for _ in 0..<(try decoder.count()) { levels.append(try decoder.number()) }
    return FieldDefinition(
      name: name, parent: parent, range: range, descriptionSyntax: description, arguments: arguments, type: type, directives: directives,
      isClientOnly: isClientOnly, deprecation: deprecation, semanticNonNullLevels: levels, cacheControl: try cacheControl())
  }

  private mutating func type(_ id: TypeID, _ fields: [FieldDefinition]) throws(ByteDecoder.Damage) -> TypeDefinition {
    let name = try name()
    guard let kind = TypeKind(rawValue: try decoder.byte()) else { throw ByteDecoder.Damage() }
    let range = try range()
    let description = try description()
    let isClientOnly = try decoder.flag()
    let isBuiltIn = try decoder.flag()
    let isOneOf = try decoder.flag()
    let directives = try directiveUses()
    let interfaces = try typeIDs()
    var table = FieldTable()
    let count = try decoder.count()
    table.reserveCapacity(count)
    for _ in 0..<count {
      let field = try fieldID()
      let definition = fields[Int(field.rawValue)]
      guard definition.parent == id else { throw ByteDecoder.Damage() }
      table.append(definition.name, field)
    }
    let memberTypes = try typeIDs()
    let values = try enumValues()
    let inputFields = try inputValues()
    let possibleTypes = try typeIDs()
    let keyedTypes = try typeIDs()
    let implementors = try typeIDs()
    let specifiedBy = try decoder.optionalText()
    var key: TypeDefinition.Key?
    if try decoder.flag() {
      var fields: [FieldID] = []
      for _ in 0..<(try decoder.count()) { fields.append(try fieldID()) }
      key = TypeDefinition.Key(fields: fields, range: try self.range())
    }
    return TypeDefinition(
      name: name, kind: kind, range: range, descriptionSyntax: description, isClientOnly: isClientOnly, isBuiltIn: isBuiltIn,
      directives: directives, interfaces: interfaces, fields: table, memberTypes: memberTypes, values: values, inputFields: inputFields,
      possibleTypes: possibleTypes, keyedTypes: keyedTypes, implementors: implementors, isOneOf: isOneOf, specifiedBy: specifiedBy,
      key: key, cacheControl: try cacheControl())
  }

  private mutating func cacheControl() throws(ByteDecoder.Damage) -> CacheControl {
    guard try decoder.flag() else { return .none }
    let maxAge = try seconds()
    let inheritsMaxAge = try decoder.flag()
    let scope = try decoder.number(below: 3)
    let leastOfObjects = try seconds()
    return CacheControl(
      maxAge: maxAge, inheritsMaxAge: inheritsMaxAge, scope: scope == 0 ? nil : CacheControl.Scope(rawValue: UInt8(scope - 1)),
      leastOfObjects: leastOfObjects, isInAllObjects: try decoder.flag())
  }

  private mutating func seconds() throws(ByteDecoder.Damage) -> Int32? {
    let number = try decoder.number(below: Int(Int32.max) + 2)
    return number == 0 ? nil : Int32(clamping: number - 1)
  }

  private mutating func enumValues() throws(ByteDecoder.Damage) -> NamedList<EnumValueDefinition> {
    let count = try decoder.count()
    if count == 0 { return [] }
    var values: [EnumValueDefinition] = []
    values.reserveCapacity(count)
    for _ in 0..<count {
      let name = try name()
      let range = try range()
      let description = try description()
      let directives = try directiveUses()
      values.append(
        EnumValueDefinition(
          name: name, range: range, descriptionSyntax: description, directives: directives, deprecation: try decoder.optionalText()))
    }
    return NamedList(values)
  }

  private mutating func directive() throws(ByteDecoder.Damage) -> DirectiveDefinition {
    let name = try name()
    let range = try range()
    let description = try description()
    let arguments = try inputValues()
    let isRepeatable = try decoder.flag()
    var locations: [Name] = []
    for _ in 0..<(try decoder.count()) { locations.append(try self.name()) }
    return DirectiveDefinition(
      name: name, range: range, descriptionSyntax: description, arguments: arguments, isRepeatable: isRepeatable, locations: locations,
      isClientOnly: try decoder.flag(), isBuiltIn: try decoder.flag())
  }
}
