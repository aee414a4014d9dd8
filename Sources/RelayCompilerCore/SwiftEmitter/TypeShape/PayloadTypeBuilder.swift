/// Builds the Swift types of a definition's payload from its normalization AST.
///
/// For an interface or union, the object types are divided by their selections: each object type with its own type condition is a case;
/// the others are grouped by the abstract types among the conditions that hold for them.
struct PayloadTypeBuilder {
  let schema: Schema
  let scalars: ScalarTypes
  /// The Swift name of an enum.
  let enumName: (TypeID) -> SwiftText
  /// Names that nested types must not have because they are used inside.
  let reserved: ReservedTypeNames
  let acronyms: Acronyms

  /// The types created so far. Cases share most of what is nested in them, so otherwise the work would multiply with each level.
  private var known: [Key: PayloadType] = [:]

  /// What determines a type.
  private struct Key: Hashable {
    var name: SwiftText
    var type: TypeID
    /// The identities of the selections.
    var groups: [GroupID]
  }

  private struct GroupID: Hashable {
    /// Their address, which is unique because the payload's definition keeps them alive; zero if there are none.
    var selections: UInt
    var isConditional: Bool
  }

  init(
    schema: Schema, scalars: ScalarTypes, reserved: ReservedTypeNames, acronyms: Acronyms, enumName: @escaping (TypeID) -> SwiftText
  ) {
    self.acronyms = acronyms
    self.schema = schema
    self.scalars = scalars
    self.reserved = reserved
    self.enumName = enumName
  }

  /// Selections on one object.
  private struct Group {
    var selections: [NormalizationNode]
    var isConditional = false
  }

  /// A field with what all groups select on it.
  private struct Field {
    var responseKey: Name
    var name: Name
    var type: TypeReference
    var isConditional: Bool
    var groups: [Group]
    var isLinked: Bool
  }

  /// The members of one case.
  private struct Members {
    var fields: [Field] = []
    var typenameKeys: [Name] = []
    private var indices: [Name: Int] = [:]

    mutating func add(typenameKey key: Name) {
      if !typenameKeys.contains(key) { typenameKeys.append(key) }
    }

    mutating func add(_ field: Field) {
      guard let index = indices[field.responseKey] else {
        indices[field.responseKey] = fields.count
        fields.append(field)
        return
      }
      // Fields under a condition may be missing from an object that is also selected without the condition.
      var (known, new) = (fields[index], field)
      for group in known.groups.indices { known.groups[group].isConditional = known.groups[group].isConditional || known.isConditional }
      for group in new.groups.indices { new.groups[group].isConditional = new.groups[group].isConditional || new.isConditional }
      known.groups += new.groups
      known.isConditional = known.isConditional && new.isConditional
      fields[index] = known
    }
  }

  mutating func build(_ payload: PayloadDefinition) -> PayloadType {
    // The keys of `known` are addresses of selections, which must stay alive.
    withExtendedLifetime(payload) { object("Payload", on: payload.type, groups: [Group(selections: payload.selections)]) }
  }

  private mutating func object(_ name: SwiftText, on type: TypeID, groups: [Group]) -> PayloadType {
    let key = Key(
      name: name, type: type,
      groups: groups.map { group in
        let address = unsafe group.selections.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        return GroupID(selections: address, isConditional: group.isConditional)
      })
    if let type = known[key] { return type }
    var result = PayloadType(name: name, cases: cases(on: type, groups: groups))
    result.nested = sharedTypes(of: result.cases)
    var taken = Set(result.cases.flatMap(\.members).map { SwiftText($0.swiftName) }).union(result.nested.map(\.name))
    for index in result.cases.indices {
      result.cases[index].nested.removeAll { result.nested.contains($0) }
      result.cases[index].namespace = unique(result.cases[index].namespace, in: &taken)
    }
    known[key] = result
    return result
  }

  /// The types that are nested in several cases, or in the only one. Of different types with the same name, the first
  /// is shared.
  private func sharedTypes(of cases: [PayloadType.Case]) -> [PayloadType] {
    if cases.count == 1 { return cases[0].nested }
    var candidates: [SwiftText: [(type: PayloadType, count: Int)]] = [:]
    for type in cases.flatMap(\.nested) {
      let known = candidates[type.name]?.firstIndex { $0.type == type }
      if let known {
        candidates[type.name]?[known].count += 1
      } else {
        candidates[type.name, default: []].append((type, 1))
      }
    }
    let shared = candidates.values.compactMap { types in types.first { $0.count > 1 }?.type }
    return shared.sorted { $0.name.string < $1.name.string }
  }

  // MARK: Cases

  private mutating func cases(on type: TypeID, groups: [Group]) -> [PayloadType.Case] {
    guard schema.isAbstract(type) else {
      return [makeCase(function: nil, namespace: "", typename: .fixed(schema[type].name), of: .type(type), groups: groups)]
    }
    var mentioned = Conditions()
    for group in groups { collectConditions(group.selections, into: &mentioned) }
    let possible = schema.possibleTypes(of: type).sorted(byName: { schema[$0].name })
    let certain = mentioned.abstract.filter { condition in possible.allSatisfy { schema.isSubtype($0, of: condition) } }
    var others: [[TypeID]: [TypeID]] = [:]
    for type in possible where !mentioned.objects.contains(type) {
      let conditions = mentioned.abstract.filter { !certain.contains($0) && schema.isSubtype(type, of: $0) }
      others[conditions, default: []].append(type)
    }
    let remaining = others.removeValue(forKey: [])
    let other: Object = remaining?.first.map { .type($0) } ?? .other(certain)
    var parts: [(name: Name, typename: PayloadType.Typename, type: TypeID)] = []
    for type in possible where mentioned.objects.contains(type) {
      parts.append((schema[type].name, .fixed(schema[type].name), type))
    }
    for (conditions, types) in others.sorted(by: { $0.value[0].rawValue < $1.value[0].rawValue }) {
      guard types.count > 1 else {
        parts.append((schema[types[0]].name, .fixed(schema[types[0]].name), types[0]))
        continue
      }
      let name = conditions.map { SwiftIdentifier.upperFirst(schema[$0].name).string }.joined(separator: "And")
      parts.append((Name(name), .parameter, types[0]))
    }
    if parts.isEmpty { return [makeCase(function: nil, namespace: "", typename: .parameter, of: other, groups: groups)] }
    let functions = EnumCaseNames.unique(parts.map { SwiftIdentifier.lowerFirst($0.name) }, reserving: ["other", "init", "self", "Type"])
    var cases = zip(parts, functions).map { part, function in
      makeCase(
        function: function, namespace: "As\(SwiftIdentifier.upperFirst(part.name))", typename: part.typename, of: .type(part.type),
        groups: groups)
    }
    cases.append(makeCase(function: "other", namespace: "AsOther", typename: .parameter, of: other, groups: groups))
    return cases
  }

  /// The objects that a case creates.
  private enum Object {
    case type(TypeID)
    /// Objects of types without a type condition of their own; the conditions that hold for all objects apply to them.
    case other([TypeID])
  }

  /// The types that selections have type conditions on.
  private struct Conditions {
    var objects: Set<TypeID> = []
    var abstract: [TypeID] = []
  }

  private func collectConditions(_ selections: [NormalizationNode], into conditions: inout Conditions) {
    for node in selections {
      switch node {
      case .inlineFragment(let name, _, let selections):
        if let type = schema.type(named: name) { add(type, to: &conditions) }
        collectConditions(selections, into: &conditions)
      case .typeDiscriminator(let key): if let type = abstractType(key) { add(type, to: &conditions) }
      case .condition(_, _, let selections), .defer(_, _, let selections), .stream(_, _, let selections),
        .clientExtension(let selections):
        collectConditions(selections, into: &conditions)
      case .scalarField, .linkedField, .scalarHandle, .linkedHandle: break
      }
    }
  }

  private func add(_ type: TypeID, to conditions: inout Conditions) {
    if !schema.isAbstract(type) {
      conditions.objects.insert(type)
    } else if !conditions.abstract.contains(type) {
      conditions.abstract.append(type)
    }
  }

  /// The type of the key `__isNode`.
  private func abstractType(_ key: Name) -> TypeID? { Name.type(ofAbstractKey: key).flatMap { schema.type(named: $0) } }

  // MARK: Members

  private mutating func makeCase(
    function: SwiftText?, namespace: SwiftText, typename: PayloadType.Typename, of object: Object, groups: [Group]
  ) -> PayloadType.Case {
    var members = Members()
    for group in groups { collect(group.selections, of: object, isConditional: group.isConditional, into: &members) }
    var result = PayloadType.Case(
      function: function, namespace: namespace, typename: typename, typenameKeys: members.typenameKeys, members: [])
    // Data made without a store finds its type case by the type name.
    if function != nil, !result.typenameKeys.contains(.typename) { result.typenameKeys.append(.typename) }
    // A type cannot have the name of a property, or of a function that makes a case.
    let spellings = acronyms.spellings(members.fields.map(\.responseKey))
    var taken = Set(members.fields.map { SwiftText(spellings[$0.responseKey] ?? $0.responseKey) })
    if let function { taken.insert(function) }
    for field in members.fields {
      let base: SwiftText
      if field.isLinked {
        base = unique("\(schema[field.type.named].name)_\(field.responseKey)", in: &taken)
        result.nested.append(self.object(base, on: field.type.named, groups: field.groups))
      } else if schema[field.type.named].kind == .enum {
        base = enumName(field.type.named)
      } else {
        base = scalars.swiftName(of: field.type.named) ?? ScalarTypes.swiftName(.json)
      }
      result.members.append(
        PayloadType.Member(
          responseKey: field.responseKey, swiftName: spellings[field.responseKey] ?? field.responseKey, name: field.name,
          type: ValueType(.json, in: field.type), base: base,
          isConditional: field.isConditional, isObject: field.isLinked))
    }
    return result
  }

  private func unique(_ name: SwiftText, in taken: inout Set<SwiftText>) -> SwiftText {
    var name = name
    while reserved.contains(name) || !taken.insert(name).inserted { name += "_" }
    return name
  }

  /// Collects what applies to an object.
  private func collect(_ selections: [NormalizationNode], of object: Object, isConditional: Bool, into members: inout Members) {
    for node in selections {
      switch node {
      case .scalarField(let field):
        let key = field.alias ?? field.name
        if field.name == .typename {
          members.add(typenameKey: key)
        } else {
          members.add(
            Field(responseKey: key, name: field.name, type: field.type, isConditional: isConditional, groups: [], isLinked: false))
        }
      case .linkedField(let field):
        members.add(
          Field(
            responseKey: field.alias ?? field.name, name: field.name, type: field.type, isConditional: isConditional,
            groups: [Group(selections: field.selections)], isLinked: true))
      case .inlineFragment(let name, let abstractKey, let selections):
        guard holds(name, for: object) else { continue }
        if let abstractKey { members.add(typenameKey: abstractKey) }
        collect(selections, of: object, isConditional: isConditional, into: &members)
      case .typeDiscriminator(let key):
        if let condition = abstractType(key), holds(schema[condition].name, for: object) { members.add(typenameKey: key) }
      case .condition(_, _, let selections), .defer(_, _, let selections), .clientExtension(let selections):
        collect(selections, of: object, isConditional: true, into: &members)
      case .stream(_, _, let selections): collect(selections, of: object, isConditional: isConditional, into: &members)
      case .scalarHandle, .linkedHandle: break
      }
    }
  }

  private func holds(_ condition: Name, for object: Object) -> Bool {
    guard let condition = schema.type(named: condition) else { return false }
    return switch object {
    case .type(let type): schema.isSubtype(type, of: condition)
    case .other(let certain): certain.contains(condition)
    }
  }
}
