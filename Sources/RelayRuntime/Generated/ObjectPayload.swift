/// An object of a response, as a value that an app makes itself: with the type's own parameters and properties in place of JSON.
///
/// Generated code has one for each selection set of an operation or fragment that asks for it. The parameters are the response keys: what
/// the schema calls non-null must be given, everything else is null unless it is given. `__typename` is filled in.
public protocol ObjectPayload: InputValue, Hashable, CustomDebugStringConvertible {
  /// The members, by response key.
  var __fields: PayloadFields { get set }
  /// Makes the object of its members.
  init(__fields: PayloadFields)
}

extension ObjectPayload {
  /// The object in the form of a response.
  @_disfavoredOverload public var json: JSON { .object(__fields.values) }

  public static func __input(_ json: JSON?) -> Self { Self(__fields: PayloadFields(json?.objectValue ?? [:])) }

  public var __json: JSON? { .object(__fields.values) }

  /// The object as JSON text.
  @_disfavoredOverload public var debugDescription: String { JSON.object(__fields.values).description }

  /// The edges of a connection with these nodes, for generated code.
  ///
  /// - Parameters:
  ///   - nodes: the nodes, in order.
  ///   - edge: makes an edge of a node and its cursor.
  public static func __edges<Node, Edge>(of nodes: [Node], _ edge: (Node, String) -> Edge) -> [Edge] {
    zip(nodes, 1...).map { edge($0, __cursor($1)) }
  }

  /// The cursor of a node in a connection that is made of its nodes, for generated code.
  ///
  /// - Parameter number: the node's place in the list, from 1.
  public static func __cursor(_ number: Int) -> String { "cursor:\(number)" }

  public static func == (left: Self, right: Self) -> Bool { left.__fields == right.__fields }

  public func hash(into hasher: inout Hasher) { hasher.combine(__fields) }
}

/// The whole data of a fragment with all fragments spread into it, as a value that an app makes itself.
///
/// ```swift
/// let milk = ToDoItem_todo.Data(ToDoItem_todo.Payload(id: "1", text: "Milk", complete: false))
/// ```
public protocol RootPayload: ObjectPayload {
  /// The data that can be made of it.
  associatedtype Data: RootSelectionSet
}

/// The whole `data` of a response to an operation, as a value that an app makes itself.
///
/// ```swift
/// let added = AddTodoMutation.Payload(addTodo: .init(todo: .init(id: "1", text: "Milk", complete: false)))
/// ```
///
/// The same value serves as an optimistic response, as the answer of a ``MockEnvironment``, in a preview, to fill the store
/// (``RelayEnvironment/commitPayload(_:_:)-(_,Payload)``) and to make the operation's `Data` of.
public protocol OperationPayload: RootPayload where Data == Operation.Data {
  /// The operation that is answered.
  associatedtype Operation: GraphQLOperation where Operation.Data: RootSelectionSet
}

extension RootSelectionSet {
  /// Makes data of a payload, for previews and tests. The data belongs to no store: it shows what the payload has, and never changes.
  public init<Payload: RootPayload>(_ payload: Payload) where Payload.Data == Self {
    self.init(__row: Row(json: .object(payload.__fields.values), shape: Self.__shape, isWhole: true))
  }
}
