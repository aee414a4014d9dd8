/// A query, mutation or subscription with its variables.
///
/// ```swift
/// func canShow<Operation: GraphQLOperation>(_ operation: Operation, in environment: RelayEnvironment) -> Bool {
///   environment.check(operation) != .missing
/// }
/// ```
///
/// See <doc:Queries>.
public protocol GraphQLOperation: Sendable {
  /// The operation's variables.
  associatedtype Variables: OperationVariables
  /// The operation's own selections.
  associatedtype Data: SelectionSet
  /// The compiled form.
  static var definition: OperationDefinition { get }
  /// The variables' values.
  var variables: Variables { get }
  /// Makes the operation with its variables.
  init(variables: Variables)
}

extension GraphQLOperation {
  /// The slots of the `index`-th selection set, for generated code.
  public static func __rows(_ index: Int) -> Generated.RowShape { definition.shape(index) }

  /// Whether both operations have the same variables.
  public static func == (left: Self, right: Self) -> Bool { left.variables.__fields == right.variables.__fields }

  /// The operation with its variables, in the form that the store and the network use.
  package var descriptor: OperationDescriptor { OperationDescriptor(Self.definition, variables.__fields) }
}

extension OperationDescriptor {
  /// An operation with the variables that have been set, files included.
  convenience init(_ definition: OperationDefinition, _ fields: Generated.InputFields) {
    self.init(definition, given: fields.values, files: fields.files)
  }
}

/// A query.
///
/// ```swift
/// struct Screen<Query: GraphQLQuery, Content: View>: View {
///   let operation: Query
///   let content: (Query.Data) -> Content
///   @RelayQuery<Query> var query
///
///   var body: some View {
///     if let data = query.get(operation).data { content(data) } else { ProgressView() }
///   }
/// }
/// ```
///
/// See <doc:Queries>.
public protocol GraphQLQuery: GraphQLOperation {}

/// A mutation.
///
/// ```swift
/// struct ActionButton<Operation: GraphQLMutation>: View {
///   let title: String
///   let mutation: Operation
///   @Mutation<Operation> var action
///
///   var body: some View {
///     Button(title) { action.commit(mutation) }.disabled(action.isInFlight)
///   }
/// }
/// ```
///
/// See <doc:Mutations>.
public protocol GraphQLMutation: GraphQLOperation {}

/// A subscription.
///
/// ```swift
/// func forward<Operation: GraphQLSubscription>(
///   _ operation: Operation, of environment: RelayEnvironment, to receive: (Operation.Data) -> Void
/// ) async throws {
///   for try await event in environment.subscribe(operation) { receive(event) }
/// }
/// ```
///
/// See <doc:Subscriptions>.
public protocol GraphQLSubscription: GraphQLOperation {}
