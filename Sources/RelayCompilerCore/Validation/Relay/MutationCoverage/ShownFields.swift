/// What the fragments of a module, and of those below it, show of each type: for a type, its fields and the fragments that show them.
///
///     fragment Row_order on Order { number total { display } ...Buyer_order }   // number and total.display of an Order
///
/// Without fields that only the client knows, that an argument makes depend on a variable, or that cannot change, such as ids.
struct ShownFields {
  struct Field {
    var path: FieldPath
    var definition: FieldID
    /// The type to which the fragment narrows the object for it.
    var condition: TypeID?
    /// Every word of its names, without endings.
    var words: Set<String>
    /// The fragments, sorted by name, and where they show it.
    var places: [(fragment: FragmentDefinition, range: SourceRange)]
  }

  /// By the type of the fragment.
  private let fields: [TypeID: [Field]]
  private let schema: Schema
  /// The types of fragments that are abstract.
  private let abstractTypes: [TypeID]

  private struct Place: Hashable {
    var path: FieldPath
    var condition: TypeID?
  }

  init(_ program: Program, identities: Identities) {
    schema = program.schema
    var fields: [TypeID: [Field]] = [:]
    var positions: [TypeID: [Place: Int]] = [:]
    for fragment in program.fragments where !fragment.directives.isForUpdating {
      var collector = FieldCollector(program: program, identities: identities, spreads: .inValues)
      collector.collect(fragment.selections, of: nil)
      for field in collector.found where !Self.isFixed(field, in: program.schema, identities) {
        let place = Place(path: field.path, condition: field.condition)
        if let position = positions[fragment.type]?[place] {
          fields[fragment.type]?[position].places.append((fragment, field.range))
          continue
        }
        positions[fragment.type, default: [:]][place] = fields[fragment.type]?.count ?? 0
        let words = Set(field.path.steps.flatMap { NameWords.stems(of: $0.name) })
        fields[fragment.type, default: []].append(
          Field(
            path: field.path, definition: field.definition, condition: field.condition, words: words, places: [(fragment, field.range)]))
      }
    }
    self.fields = fields
    abstractTypes = fields.keys.filter { program.schema.isAbstract($0) }.sorted { $0.rawValue < $1.rawValue }
  }

  /// The fields that fragments show of objects of the type, also through its interfaces and unions, each once.
  func fields(of type: TypeID) -> FieldsOfType {
    let others = abstractTypes.filter { $0 != type && schema.isSubtype(type, of: $0) }
    var result: [Field] = []
    var positions: [FieldPath: Int] = [:]
    for field in ([type] + others).flatMap({ fields[$0] ?? [] }) where matches(field, type) {
      if let position = positions[field.path] {
        result[position].places += field.places
      } else {
        positions[field.path] = result.count
        result.append(field)
      }
    }
    return FieldsOfType(result, schema: schema)
  }

  /// Whether objects of the type can have the field there.
  private func matches(_ field: Field, _ type: TypeID) -> Bool {
    field.condition.map { schema.isSubtype(type, of: $0) || schema.isAbstract(type) && schema.isSubtype($0, of: type) } ?? true
  }

  /// Whether no mutation changes the field: what identifies an object, and where it is from.
  private static func isFixed(_ field: FieldCollector.Field, in schema: Schema, _ identities: Identities) -> Bool {
    let definition = schema[field.definition]
    if schema[definition.type.named].name == .idType || definition.name == identities.idName { return true }
    if schema[definition.parent].key?.fields.contains(field.definition) == true { return true }
    let words = NameWords.split(definition.name)
    return words.last == "id" || fixedNames.contains(words.joined())
  }

  private static let fixedNames: Set<String> = ["slug", "href", "createdat", "created", "uuid", "cursor", "typename"]
}

extension [Directive] {
  /// Whether the fragment is written to instead of read.
  fileprivate var isForUpdating: Bool { contains(.updatable) || contains(.assignable) }
}
