/// A complete type system (specification, section 3), built once by `SchemaBuilder` from SDL, introspection JSON and client extensions.
///
/// Types and fields are stored in flat arrays indexed by typed ids. A schema is consistent: every id in it is valid, names are unique
/// among types and within a type, and references to unknown types have been reported and left out.
///
///     if let user = schema.type(named: "User"), let name = schema.field("name", on: user) {
///       schema.description(of: schema[name].type)  // "String!"
///     }
package struct Schema: Sendable {
  package var types: [TypeDefinition]
  package var fields: [FieldDefinition]
  package var directives: [Name: DirectiveDefinition]
  package var typeIDs: [Name: TypeID]
  package var queryType: TypeID?
  package var mutationType: TypeID?
  package var subscriptionType: TypeID?
  /// Whether a client extension declares an interface or union.
  var hasClientAbstractTypes = false
  /// Whether any type has a key.
  var hasKeys = false
  /// Whether any type or field has an age or a scope.
  var hasCacheControl = false
  let overlaps = TypeOverlaps()

  init() {
    types = []
    fields = []
    directives = [:]
    typeIDs = [:]
  }

  // Read in place: a copy of a definition would retain everything in it.
  package subscript(type: TypeID) -> TypeDefinition {
    _read { yield types[Int(type.rawValue)] }
  }

  package subscript(field: FieldID) -> FieldDefinition {
    _read { yield fields[Int(field.rawValue)] }
  }

  package func type(named name: Name) -> TypeID? { typeIDs[name] }

  /// The ids of all types, in the order of their declaration.
  package var allTypes: [TypeID] { types.indices.map { TypeID(rawValue: UInt32($0)) } }

  package func rootType(_ kind: OperationKind) -> TypeID? {
    switch kind {
    case .query: queryType
    case .mutation: mutationType
    case .subscription: subscriptionType
    }
  }

  /// A field that the object or interface declares. Meta-fields such as `__typename` are not declared.
  package func field(_ name: Name, on type: TypeID) -> FieldID? { self[type].fields[name] }

  /// The type in GraphQL notation, such as `[Todo!]!`.
  package func description(of type: TypeReference) -> String {
    if type.isNonNull { return description(of: type.nullable) + "!" }
    if let item = type.item { return "[" + description(of: item) + "]" }
    return self[type.named].name.string
  }

  /// Whether `type` is an interface or union.
  package func isAbstract(_ type: TypeID) -> Bool { self[type].kind == .interface || self[type].kind == .union }

  /// Whether `type` can have selections: object, interface or union.
  package func isComposite(_ type: TypeID) -> Bool { isAbstract(type) || self[type].kind == .object }

  package func isInput(_ type: TypeID) -> Bool {
    switch self[type].kind {
    case .scalar, .enum, .inputObject: true
    case .object, .interface, .union: false
    }
  }
}

/// A type of any kind. Lists that do not apply to its kind are empty. One struct for six kinds means that a `TypeID` is an index into one
/// array, and that looking up fields or possible types needs no cast.
package struct TypeDefinition: Sendable {
  package var name: Name
  package var kind: TypeKind
  package var range: SourceRange
  package var descriptionSyntax: StringSyntax?
  /// Whether a client schema extension declares the type, so that the server does not know it.
  package var isClientOnly: Bool
  /// Whether the type is defined by the specification or by Relay, and not declared by any schema.
  package var isBuiltIn: Bool
  package var directives: [DirectiveUse]
  /// The interfaces that the type declares, including those implied by other interfaces if the schema declares them.
  package var interfaces: [TypeID]
  package var fields: FieldTable
  package var memberTypes: [TypeID]
  package var values: NamedList<EnumValueDefinition>
  package var inputFields: NamedList<InputValueDefinition>
  /// For interfaces and unions, the object types, sorted by id.
  package var possibleTypes: [TypeID]
  /// For interfaces and unions, the `possibleTypes` that have a key.
  var keyedTypes: [TypeID] = []
  /// For interfaces, the objects and interfaces that declare it, sorted by id.
  package var implementors: [TypeID]
  package var isOneOf: Bool
  package var specifiedBy: String?
  /// The fields that identify the type's objects, if they are not identified by id.
  var key: Key?
  /// For composite types, how old the fields that return the type may be.
  var cacheControl = CacheControl.none

  package var fieldList: [FieldID] { fields.ids }
}

/// The fields of a type in order and by name. Most types have few fields; for these, a linear search is faster than hashing and needs no
/// table.
package struct FieldTable: Sendable {
  package private(set) var ids: [FieldID] = []
  package private(set) var names: [Name] = []
  /// Empty up to `linearLimit` names.
  private var positions: [Name: Int] = [:]
  private static let linearLimit = 32

  init() {}

  package subscript(name: Name) -> FieldID? {
    let position = positions.isEmpty ? names.firstIndex(of: name) : positions[name]
    return position.map { ids[$0] }
  }

  mutating func reserveCapacity(_ count: Int) {
    ids.reserveCapacity(count)
    names.reserveCapacity(count)
    if count > Self.linearLimit { positions.reserveCapacity(count) }
  }

  /// Adds a field with a name that is not in the table yet.
  mutating func append(_ name: Name, _ id: FieldID) {
    ids.append(id)
    names.append(name)
    if names.count == Self.linearLimit + 1 {
      for (position, name) in names.enumerated() { positions[name] = position }
    } else if names.count > Self.linearLimit {
      positions[name] = names.count - 1
    }
  }
}

/// A field of an object or interface.
package struct FieldDefinition: Sendable {
  package var name: Name
  package var parent: TypeID
  package var range: SourceRange
  package var descriptionSyntax: StringSyntax?
  package var arguments: NamedList<InputValueDefinition>
  package var type: TypeReference
  package var directives: [DirectiveUse]
  package var isClientOnly: Bool
  /// The reason, if the field is deprecated.
  package var deprecation: String?
  /// The levels named by `@semanticNonNull`.
  package var semanticNonNullLevels: [Int]
  /// How old the field may be, without what its type says.
  var cacheControl = CacheControl.none
}

/// An argument, or a field of an input object.
package struct InputValueDefinition: Named {
  package var name: Name
  package var range: SourceRange
  package var descriptionSyntax: StringSyntax?
  package var type: TypeReference
  package var defaultValue: ConstantValue?
  package var directives: [DirectiveUse]
  package var deprecation: String?
  /// Whether a value is required (specification, section 5.4.3).
  package var isRequired: Bool { type.isNonNull && defaultValue == nil }
  package var listedName: Name { name }
}

/// A value of an enum.
package struct EnumValueDefinition: Named {
  package var name: Name
  package var range: SourceRange
  package var descriptionSyntax: StringSyntax?
  package var directives: [DirectiveUse]
  package var deprecation: String?
  package var listedName: Name { name }
  package var isRequired: Bool { false }
}

/// A directive that documents or the schema itself may use.
package struct DirectiveDefinition: Sendable {
  package var name: Name
  package var range: SourceRange
  package var descriptionSyntax: StringSyntax?
  package var arguments: NamedList<InputValueDefinition>
  package var isRepeatable: Bool
  /// The locations, named as in the specification, such as `FRAGMENT_SPREAD`.
  package var locations: [Name]
  package var isClientOnly: Bool
  package var isBuiltIn: Bool
}

/// A directive that the schema applies, with constant arguments.
package struct DirectiveUse: Sendable, Hashable {
  package var name: Name
  package var range: SourceRange
  package var arguments: [ConstantArgument]
}

/// A part of a schema with a description. Its text is created on demand.
package protocol Described {
  var descriptionSyntax: StringSyntax? { get }
}

extension Described {
  package var description: String? { descriptionSyntax?.value }
}

extension TypeDefinition: Described {}
extension FieldDefinition: Described {}
extension InputValueDefinition: Described {}
extension EnumValueDefinition: Described {}
extension DirectiveDefinition: Described {}
