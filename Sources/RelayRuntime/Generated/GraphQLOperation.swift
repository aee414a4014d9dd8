/// A query, mutation or subscription with its variables.
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
public protocol GraphQLQuery: GraphQLOperation {}

/// A mutation.
public protocol GraphQLMutation: GraphQLOperation {}

/// A subscription.
public protocol GraphQLSubscription: GraphQLOperation {}
