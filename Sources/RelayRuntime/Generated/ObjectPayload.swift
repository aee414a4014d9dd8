extension Generated {
  /// An object of a response, built by the app: with typed parameters and properties instead of JSON.
  ///
  /// Generated code has one for each selection set of an operation or fragment for which payloads are enabled. The parameters are the
  /// response keys. Those that are non-null in the schema are required; all others default to null. `__typename` is filled in.
  public protocol ObjectPayload: Generated.InputValue, Hashable, CustomDebugStringConvertible {
    /// The members, by response key.
    var __fields: Generated.PayloadFields { get set }
    /// Makes the object from its members.
    init(__fields: Generated.PayloadFields)
  }
}

extension Generated.ObjectPayload {
  /// The object in the form of a response.
  @_disfavoredOverload public var json: JSON { .object(__fields.values) }

  public static func __input(_ json: JSON?) -> Self { Self(__fields: Generated.PayloadFields(json?.objectValue ?? [:])) }

  public var __json: JSON? { .object(__fields.values) }

  /// The object as JSON text.
  @_disfavoredOverload public var debugDescription: String { JSON.object(__fields.values).description }

  /// The edges of a connection with these nodes, for generated code.
  ///
  /// - Parameters:
  ///   - nodes: the nodes in order.
  ///   - edge: makes an edge from a node and its cursor.
  public static func __edges<Node, Edge>(of nodes: [Node], _ edge: (Node, String) -> Edge) -> [Edge] {
    zip(nodes, 1...).map { edge($0, __cursor($1)) }
  }

  /// The cursor of a node in a connection that is built from nodes, for generated code.
  ///
  /// - Parameter number: the node's position in the list, starting at 1.
  public static func __cursor(_ number: Int) -> String { "cursor:\(number)" }

  public static func == (left: Self, right: Self) -> Bool { left.__fields == right.__fields }

  public func hash(into hasher: inout Hasher) { hasher.combine(__fields) }
}

extension Generated {
  /// The whole data of a fragment, including all fragments spread into it, built by the app.
  ///
  /// ```swift
  /// let milk = ToDoItem_todo.Data(ToDoItem_todo.Payload(id: "1", text: "Milk", complete: false))
  /// ```
  public protocol RootPayload: Generated.ObjectPayload {
    /// The data that can be made from it.
    associatedtype Data: Generated.RootSelectionSet
  }
}

/// The whole `data` of a response to an operation, built by the app.
///
/// The same value serves as an optimistic response, as an answer of a ``MockEnvironment``, in a preview, to fill the store
/// (``RelayEnvironment/commitPayload(_:_:)-(_,Payload)``), and to make the operation's `Data`.
///
/// ```swift
/// let mutation = RenameTodoMutation(id: "1", text: "Tea")
/// let expected = RenameTodoMutation.Payload(renameTodo: .init(todo: .init(id: "1", text: "Tea")))
/// try await environment.commit(mutation, optimisticResponse: expected)
/// ```
///
/// See <doc:Payloads>.
public protocol OperationPayload: Generated.RootPayload where Data == Operation.Data {
  /// The operation that is answered.
  associatedtype Operation: GraphQLOperation where Operation.Data: Generated.RootSelectionSet
}

extension Generated.RootSelectionSet {
  /// Makes data from a payload, for previews and tests. The data belongs to no store: it has the payload's values and never changes.
  public init<Payload: Generated.RootPayload>(_ payload: Payload) where Payload.Data == Self {
    self.init(__row: Generated.RowReference(Row(json: .object(payload.__fields.values), shape: Self.__shape, isWhole: true)))
  }
}
