/// A field of an object as the store keeps it: the way to it through values without an identity, which belong to the object.
///
///     order { buyerTotal { display } }   // buyerTotal.display of the order
///     order { artwork { title } }        // artwork of the order: the artwork is an object of its own
struct FieldPath: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    var name: Name
    /// Constant arguments.
    var arguments: [Argument]
  }

  var steps: [Step]

  /// As messages show it.
  var text: String { steps.map(\.name.string).joined(separator: ".") }
  var names: [Name] { steps.map(\.name) }
}

/// What a set of selections has of an object.
struct SelectedFields {
  /// The fields whose arguments are constants.
  var fields: Set<FieldPath> = []
  /// The fields with a variable among their arguments, or below one. Nothing is known of these, so they stand for all arguments.
  var dynamic: Set<[Name]> = []
  /// The fields without their arguments.
  var names: Set<[Name]> = []
  /// The values without an identity of which a part is selected, without their arguments.
  var parts: Set<[Name]> = []

  func contains(_ path: FieldPath) -> Bool {
    if fields.contains(path) { return true }
    if dynamic.isEmpty { return false }
    var names = path.names
    while !names.isEmpty {
      if dynamic.contains(names) { return true }
      names.removeLast()
    }
    return false
  }
}

/// Finds the fields of an object in selections. It enters values without an identity, but no other object.
struct FieldCollector {
  struct Field {
    var path: FieldPath
    /// The field of the schema at the end of the path.
    var definition: FieldID
    /// The type to which a type condition around the field narrows the object; nil without one.
    var condition: TypeID?
    var range: SourceRange
  }

  /// Which fragments that are spread count as selected.
  enum Spreads {
    /// Those below the object, in its values: their fields have no other place.
    case inValues
    case all
    case none
  }

  let program: Program
  let identities: Identities
  let spreads: Spreads
  private(set) var found: [Field] = []
  private(set) var selected = SelectedFields()
  /// The fragments that have been entered, and where.
  private var entered: Set<Entry> = []

  private struct Entry: Hashable {
    var path: [FieldPath.Step]
    var fragment: Name
  }

  init(program: Program, identities: Identities, spreads: Spreads) {
    self.program = program
    self.identities = identities
    self.spreads = spreads
  }

  /// - Parameter type: the type of the object, to leave out what is selected for others only; nil to keep everything.
  mutating func collect(_ selections: [Selection], of type: TypeID?) {
    collect(selections, of: type, under: nil, [], isDynamic: false)
  }

  private mutating func collect(
    _ selections: [Selection], of type: TypeID?, under condition: TypeID?, _ path: [FieldPath.Step], isDynamic: Bool
  ) {
    for selection in selections {
      switch selection {
      case .scalarField(let field):
        note(field.head, under: condition, path, isDynamic: isDynamic)
      case .linkedField(let field):
        if field.head.definition == nil { continue }
        if identities.isObject(field.head.type.named) {
          note(field.head, under: condition, path, isDynamic: isDynamic)
          continue
        }
        let inner = path + [FieldPath.Step(name: field.head.name, arguments: field.head.arguments)]
        if inner.count > Self.maximumDepth { continue }
        selected.parts.insert(inner.map(\.name))
        collect(
          field.selections, of: nil, under: condition, inner, isDynamic: isDynamic || field.head.arguments.contains(where: \.isDynamic))
      case .inlineFragment(let fragment):
        let narrowed = path.isEmpty ? fragment.typeCondition : nil
        if let type, let narrowed, !program.schema.doTypesOverlap(type, narrowed) { continue }
        collect(fragment.selections, of: type, under: narrowed ?? condition, path, isDynamic: isDynamic)
      case .condition(let inner):
        collect(inner.selections, of: type, under: condition, path, isDynamic: isDynamic)
      case .fragmentSpread(let spread):
        guard follows(at: path), let fragment = program.fragment(spread.name),
          entered.insert(Entry(path: path, fragment: spread.name)).inserted
        else { continue }
        if path.isEmpty, let type, !program.schema.doTypesOverlap(type, fragment.type) { continue }
        collect(fragment.selections, of: type, under: path.isEmpty ? fragment.type : condition, path, isDynamic: isDynamic)
      }
    }
  }

  private func follows(at path: [FieldPath.Step]) -> Bool {
    switch spreads {
    case .inValues: !path.isEmpty
    case .all: true
    case .none: false
    }
  }

  private mutating func note(_ head: FieldHead, under condition: TypeID?, _ path: [FieldPath.Step], isDynamic: Bool) {
    guard let definition = head.definition, !program.schema[definition].isClientOnly else { return }
    let path = FieldPath(steps: path + [FieldPath.Step(name: head.name, arguments: head.arguments)])
    if isDynamic || head.arguments.contains(where: \.isDynamic) {
      selected.dynamic.insert(path.names)
    } else if selected.fields.insert(path).inserted {
      selected.names.insert(path.names)
      found.append(Field(path: path, definition: definition, condition: condition, range: head.range))
    }
  }

  /// Values in values in values are seldom deeper.
  private static let maximumDepth = 8
}

extension Argument {
  var isDynamic: Bool { value.containsVariable }
}

/// Which types are objects with an identity, and which are values that belong to an object.
struct Identities {
  let schema: Schema
  let idName: Name
  /// The types of which the query type has one object, without an argument: the user, usually.
  let actors: Set<TypeID>

  init(schema: Schema, idName: Name) {
    self.schema = schema
    self.idName = idName
    let roots = schema.queryType.map { schema[$0].fieldList.map { schema[$0] } } ?? []
    actors = Set(roots.filter { !$0.type.isList && $0.arguments.isEmpty }.map(\.type.named))
  }

  /// Whether the type itself has an id or a key.
  func isIdentified(_ type: TypeID) -> Bool { schema[type].key != nil || schema.idField(idName, of: type) != nil }

  /// Whether a value of the type can have an identity.
  func isObject(_ type: TypeID) -> Bool {
    if isIdentified(type) { return true }
    return schema.isAbstract(type) && schema.possibleTypes(of: type).contains(where: isIdentified)
  }
}
