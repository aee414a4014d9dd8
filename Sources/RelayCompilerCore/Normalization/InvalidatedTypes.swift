/// What `@invalidates` directives name, in object types: an interface or union stands for each of its objects.
struct InvalidatedTypes {
  /// Sorted by name.
  private(set) var types: [TypeID]
  /// The names of fields, by type; both are sorted by name.
  private(set) var fields: [(type: TypeID, fields: [Name])]

  /// What does not exist is left out, because a rule has reported it.
  init(_ directives: [InvalidationDirective], in schema: Schema) {
    let named = directives.flatMap(\.types).compactMap { schema.type(named: Name($0)) }
    types = Array(Set(named.flatMap { schema.possibleTypes(of: $0) })).sorted(byName: { schema[$0].name })
    var found: [TypeID: Set<Name>] = [:]
    for coordinate in directives.flatMap(\.fields).compactMap(FieldCoordinate.init) {
      guard let type = schema.type(named: coordinate.type), schema.field(coordinate.field, on: type) != nil else { continue }
      for object in schema.possibleTypes(of: type) { found[object, default: []].insert(coordinate.field) }
    }
    fields = found.map { (type: $0.key, fields: $0.value.sorted()) }.sorted(byName: { schema[$0.type].name })
  }

  var isEmpty: Bool { types.isEmpty && fields.isEmpty }
}
