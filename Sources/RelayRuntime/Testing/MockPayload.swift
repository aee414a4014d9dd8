/// Makes data up for an operation, in the form of a server's answer, for tests and previews.
///
/// ```swift
/// let payload = MockPayload(types: ["User": { _ in ["name": "Ada"] }], paths: ["user.todos.edges.node.complete": true])
/// try await mock.resolve(UserQuery(id: "1"), with: payload)
/// ```
///
/// Every field that the operation asks for under its variables has a value, that of spread fragments too, and none is null unless an
/// override says so. The same call makes the same data. Lists have one item; an object of an interface or a union is of the first
/// object type that is selected on.
///
/// Operations marked with `@relay_test_operation` know the type of each of their fields and the values of their enums. For others the
/// fields that the operation reads itself, and those of the fragments given as `fragments`, are known by their Swift types; the rest is
/// strings, and an enum reads as its unknown case unless it is overridden.
///
/// Defaults: `<Type-mock-id-n>` for ids, `<mock-value-for-field-"name">` for strings, 42, 4.2 and `false`, the first value of an enum,
/// the placeholder of a custom scalar.
public struct MockPayload: Sendable {
  /// The field that a value is made for.
  public struct Context: Sendable {
    /// The type of the object that the field belongs to.
    public let parentType: String
    /// The field's name in the schema.
    public let name: String
    /// Its alias in the document.
    public let alias: String?
    /// The response keys from the root to the field; items of lists do not count.
    public let path: [String]
    /// The values of the field's arguments.
    public let arguments: [String: JSON]
  }

  /// Gives the value of a field. For an object it is enough to give some members, by response key or by name; the others are made up.
  /// `nil` for a value that is to be made up.
  public typealias Resolver = @Sendable (Context) -> JSON?

  /// A change of the data that is made up for the operation of a name.
  struct Edit: Sendable {
    let name: String
    let change: @Sendable (JSON) -> JSON
  }

  let types: [String: Resolver]
  let paths: [String: JSON]
  let fragments: [String: any GraphQLFragment.Type]
  private(set) var edits: [Edit] = []

  /// - Parameters:
  ///   - types: what values of a type are, by the type's name in the schema: an object type, or where `@relay_test_operation` tells the
  ///     types of fields, any type. The members of an object that an override further out gives take precedence.
  ///   - paths: the values of single fields, by their response keys from the root joined by dots, without positions in lists. They take
  ///     precedence over `types`. An array gives the items of a list.
  ///   - fragments: the fragments that the operation spreads, so that the types of their fields are known.
  public init(types: [String: Resolver] = [:], paths: [String: JSON] = [:], fragments: [any GraphQLFragment.Type] = []) {
    self.types = types
    self.paths = paths
    self.fragments = Dictionary(fragments.map { ($0.definition.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The same with further changes, which are made through the properties of the operation's payload once everything is made up:
  ///
  /// ```swift
  /// MockPayload().changing(UserQuery.Payload.self) { $0.user?.name = "Ada" }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the payload. For other operations than its own, nothing changes.
  ///   - change: what to change.
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

  /// The same with one member set to a value once everything is made up:
  ///
  /// ```swift
  /// MockPayload().setting(\UserQuery.Payload.user, to: nil)
  /// ```
  ///
  /// - Parameters:
  ///   - member: the member of the operation's payload. For other operations, nothing changes.
  ///   - value: its value.
  public func setting<Payload: OperationPayload, Value: Sendable>(
    _ member: any WritableKeyPath<Payload, Value> & Sendable, to value: Value
  ) -> MockPayload {
    changing(Payload.self) { $0[keyPath: member] = value }
  }

  /// The `data` of an answer to `operation`.
  public func data<Operation: GraphQLOperation>(for operation: Operation) -> JSON { self.data(for: operation.descriptor) }

  /// An answer to `operation` in the parts in which a server sends it that knows `@defer`: the first has what is not deferred, and each of
  /// the others a deferred part.
  ///
  /// What ``changing(_:_:)`` changes is the first part.
  public func responses<Operation: GraphQLOperation>(for operation: Operation) -> [JSON] {
    var generator = MockGenerator(payload: self, operation: operation.descriptor)
    return generator.responses()
  }

  func data(for operation: OperationDescriptor) -> JSON {
    var generator = MockGenerator(payload: self, operation: operation)
    return generator.data()
  }
}

extension MockEnvironment {
  /// Answers the waiting operation of this type and with these variables with data that is made up.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - payload: what is to be in the data.
  /// - Returns: the data of the answer.
  /// - Throws: ``MockError`` when no such operation waits.
  @discardableResult
  public func resolve<Operation: GraphQLOperation>(_ operation: Operation, with payload: MockPayload) async throws -> JSON {
    let data = payload.data(for: operation)
    try await self.resolve(operation, data: data)
    return data
  }

  /// Answers the waiting operation of this type and with these variables with data that is made up, in the parts in which a server sends
  /// them that knows `@defer`.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - payload: what is to be in the data.
  ///   - check: called after each part but the last, when the part is in the store.
  /// - Returns: the parts.
  /// - Throws: ``MockError`` when no such operation waits, and what `check` throws.
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

  /// Answers the operation that was started last, of whatever type, with data that is made up.
  ///
  /// - Parameter payload: what is to be in the data.
  /// - Returns: the data of the answer.
  /// - Throws: ``MockError`` when no operation waits.
  @discardableResult
  public func resolveMostRecentOperation(with payload: MockPayload) async throws -> JSON {
    let operation = try mostRecentOperation()
    guard let descriptor = operation.request.operation else { throw MockError.noPendingOperation(operation.request.operationName) }
    let data = payload.data(for: descriptor)
    try await resolve(operation, data: data)
    return data
  }
}
