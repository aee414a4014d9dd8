/// Generates mock data for an operation, in the form of a server's answer, for tests and previews.
///
/// Every field that the operation selects with its variables has a value of its type, including those of spread fragments, and none is null
/// unless an override says so. The same call always generates the same data. Lists have one item; an object of an interface or a union has
/// the first selected object type. An object that the operation asks for by its id, such as that of a refetched fragment, has that id.
///
/// Defaults: `<Type-mock-id-n>` for ids, `<mock-value-for-field-"name">` for strings, 42, 4.2 and `false`, and the placeholder of a custom
/// scalar. A ``MockEnvironment`` numbers the ids of each operation with its variables differently, so that two pages have different objects.
/// The values of enums and the names of interfaces are known for operations with `@relay_test_operation`: an enum has its first value. In
/// others, it reads as its unknown case unless it is overridden.
///
/// ```swift
/// let payload = MockPayload(types: ["User": { _ in ["name": "Ada"] }])
/// let data = try payload.data(for: HomeQuery(id: "me"))
/// ```
///
/// See <doc:Testing>.
public struct MockPayload: Sendable {
  /// The field for which a value is generated.
  public struct Context: Sendable {
    /// The type of the object that the field belongs to.
    public let parentType: String
    /// The field's name in the schema.
    public let name: String
    /// The field's alias in the document.
    public let alias: String?
    /// The response keys from the root to the field, without list indices.
    public let path: [String]
    /// The values of the field's arguments.
    public let arguments: [String: JSON]
  }

  /// Returns the value of a field. For an object, some members are sufficient, by response key or by name; the others are generated.
  /// Returns `nil` if the value should be generated.
  public typealias Resolver = @Sendable (Context) -> JSON?

  /// A change of the data generated for the operation with a given name.
  struct Edit: Sendable {
    let name: String
    let change: @Sendable (JSON) -> JSON
  }

  let types: [String: Resolver]
  let paths: [String: JSON]
  private(set) var edits: [Edit] = []

  /// - Parameters:
  ///   - types: the values of a type, by the type's name in the schema: an object type, `Int`, `Float`, `String`, `Boolean` or `ID`, or any
  ///     type if `@relay_test_operation` tells the types of fields. The name of the root's type stands for the root. The members of an
  ///     object set by an outer override take precedence.
  ///   - paths: the values of single fields, by their response keys from the root joined by dots, without list indices. They take
  ///     precedence over `types`. An array sets the items of a list.
  public init(types: [String: Resolver] = [:], paths: [String: JSON] = [:]) {
    self.types = types
    self.paths = paths
  }

  /// Adds changes, which are made through the properties of the operation's payload after the data has been generated:
  ///
  /// ```swift
  /// MockPayload().changing(UserQuery.Payload.self) { $0.user?.name = "Ada" }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the payload type. Operations of other types are not affected.
  ///   - change: makes the changes.
  public func changing<Payload: OperationPayload>(
    _ type: Payload.Type, _ change: @escaping @Sendable (inout Payload) -> Void
  ) -> MockPayload {
    var copy = self
    copy.edits.append(
      Edit(name: Payload.Operation.definition.name) { data in
        var payload = Payload.__input(data)
        change(&payload)
        return .object(payload.__fields.values)
      })
    return copy
  }

  /// Sets a member after the data has been generated:
  ///
  /// ```swift
  /// MockPayload().setting(\UserQuery.Payload.user, to: nil)
  /// ```
  ///
  /// - Parameters:
  ///   - member: a member of the operation's payload. Other operations are not affected.
  ///   - value: its value.
  public func setting<Payload: OperationPayload, Value: Sendable>(
    _ member: any WritableKeyPath<Payload, Value> & Sendable, to value: Value
  ) -> MockPayload {
    changing(Payload.self) { $0[keyPath: member] = value }
  }

  /// The `data` of an answer to `operation`.
  ///
  /// - Throws: ``MockError`` if an override has a mistake: a path of no field, a misspelled member, or the name of an interface.
  public func data<Operation: GraphQLOperation>(for operation: Operation) throws -> JSON { try self.data(for: operation.descriptor) }

  /// An answer to `operation` in parts, as sent by a server that supports `@defer`: the first part has everything that is not deferred,
  /// and each of the others one deferred part.
  ///
  /// The changes of ``changing(_:_:)`` apply to the whole data before it is split, so that each is in the part that has its field.
  ///
  /// - Throws: ``MockError`` as ``data(for:)`` does.
  public func responses<Operation: GraphQLOperation>(for operation: Operation) throws -> [JSON] {
    let descriptor = operation.descriptor
    var parts = MockResponseParts(descriptor)
    return parts.split(try data(for: descriptor))
  }

  func data(for operation: OperationDescriptor) throws -> JSON {
    var generator = MockGenerator(payload: self, operation: operation)
    let data = generator.data()
    if let mistake = generator.mistakes.first { throw mistake }
    return data
  }

  /// The data as far as it can be generated, whatever mistakes the overrides have.
  func dataDespiteMistakes(for operation: OperationDescriptor) -> JSON {
    var generator = MockGenerator(payload: self, operation: operation)
    return generator.data()
  }
}
