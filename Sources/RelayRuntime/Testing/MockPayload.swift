/// Generates mock data for an operation, in the form of a server's answer, for tests and previews.
///
/// ```swift
/// let payload = MockPayload(types: ["User": { _ in ["name": "Ada"] }], paths: ["user.todos.edges.node.complete": true])
/// try await mock.resolve(UserQuery(id: "1"), with: payload)
/// ```
///
/// Every field that the operation selects with its variables has a value, including those of spread fragments, and none is null unless an
/// override says so. The same call always generates the same data. Lists have one item; an object of an interface or a union has the
/// first selected object type.
///
/// For operations with `@relay_test_operation`, the type of each field and the values of enums are known. For others, the Swift types of
/// the fields that the operation reads itself, and of those in the fragments passed as `fragments`, are known; all other fields are
/// strings, and an enum reads as its unknown case unless it is overridden.
///
/// Defaults: `<Type-mock-id-n>` for ids, `<mock-value-for-field-"name">` for strings, 42, 4.2 and `false`, the first value of an enum,
/// and the placeholder of a custom scalar.
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
  let fragments: [String: any GraphQLFragment.Type]
  private(set) var edits: [Edit] = []

  /// - Parameters:
  ///   - types: the values of a type, by the type's name in the schema: an object type, or any type if `@relay_test_operation` tells the
  ///     types of fields. The members of an object set by an outer override take precedence.
  ///   - paths: the values of single fields, by their response keys from the root joined by dots, without list indices. They take
  ///     precedence over `types`. An array sets the items of a list.
  ///   - fragments: fragments that the operation spreads, so that the types of their fields are known.
  public init(types: [String: Resolver] = [:], paths: [String: JSON] = [:], fragments: [any GraphQLFragment.Type] = []) {
    self.types = types
    self.paths = paths
    self.fragments = Dictionary(fragments.map { ($0.definition.name, $0) }, uniquingKeysWith: { first, _ in first })
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
  public func data<Operation: GraphQLOperation>(for operation: Operation) -> JSON { self.data(for: operation.descriptor) }

  /// An answer to `operation` in parts, as sent by a server that supports `@defer`: the first part has everything that is not deferred,
  /// and each of the others one deferred part.
  ///
  /// The changes of ``changing(_:_:)`` apply to the whole data before it is split, so that each is in the part that has its field.
  public func responses<Operation: GraphQLOperation>(for operation: Operation) -> [JSON] {
    let descriptor = operation.descriptor
    var parts = MockResponseParts(descriptor)
    return parts.split(data(for: descriptor))
  }

  func data(for operation: OperationDescriptor) -> JSON {
    var generator = MockGenerator(payload: self, operation: operation)
    return generator.data()
  }
}

extension MockEnvironment {
  /// Answers the pending operation of this type with these variables with generated mock data.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - payload: overrides for the generated data.
  /// - Returns: the data of the answer.
  /// - Throws: ``MockError`` if no such operation is pending.
  @discardableResult
  public func resolve<Operation: GraphQLOperation>(_ operation: Operation, with payload: MockPayload) async throws -> JSON {
    let data = payload.data(for: operation)
    try await self.resolve(operation, data: data)
    return data
  }

  /// Answers the pending operation of this type with these variables with generated mock data, in parts, as sent by a server that
  /// supports `@defer`.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - payload: overrides for the generated data.
  ///   - check: called after each part except the last, when the part is in the store.
  /// - Returns: the parts.
  /// - Throws: ``MockError`` if no such operation is pending, and errors of `check`.
  @discardableResult
  public func resolveInParts<Operation: GraphQLOperation>(
    _ operation: Operation, with payload: MockPayload, afterEach check: @MainActor (JSON) async throws -> Void = { _ in }
  ) async throws -> [JSON] {
    let waiting = try self.operation(operation)
    let parts = payload.responses(for: operation)
    for (position, part) in parts.enumerated() {
      try await nextValue(waiting, part)
      if position + 1 < parts.count { try await check(part) }
    }
    try await complete(waiting)
    return parts
  }

  /// Answers the most recently started operation, whatever its type, with generated mock data.
  ///
  /// - Parameter payload: overrides for the generated data.
  /// - Returns: the data of the answer.
  /// - Throws: ``MockError`` if no operation is pending.
  @discardableResult
  public func resolveMostRecentOperation(with payload: MockPayload) async throws -> JSON {
    let operation = try mostRecentOperation()
    guard let descriptor = operation.request.operation else { throw MockError.noPendingOperation(operation.request.operationName) }
    let data = payload.data(for: descriptor)
    try await resolve(operation, data: data)
    return data
  }
}
