public protocol SelectionSet {}
public protocol RootSelectionSet: SelectionSet {}
public protocol Fragment {}
public protocol GraphQLOperation {}
public protocol GraphQLQuery: GraphQLOperation {}
public protocol GraphQLMutation: GraphQLOperation {}
public protocol GraphQLSubscription: GraphQLOperation {}
public protocol InputObject {}
public protocol OneOfInputObject: InputObject {}
public enum GraphQLEnum<Value> { case unknown(String) }
public struct GraphQLError {}
public protocol CustomScalarType {}
public struct OperationDefinition {}
public struct Mutation {}
