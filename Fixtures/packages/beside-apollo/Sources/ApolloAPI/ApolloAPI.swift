// Stand-ins for the declarations of Apollo iOS 2's module `ApolloAPI` that generated code and the sample use.

public typealias JSONValue = any Hashable & Sendable
public typealias JSONObject = [String: JSONValue]
public typealias ID = String

public protocol SchemaMetadata {}

/// The data of an object.
public struct DataDict: Hashable, Sendable {
  public let _data: JSONObject

  public init(data: JSONObject) { _data = data }

  private var values: [String: AnyHashable] { _data.mapValues { AnyHashable($0) } }

  public static func == (left: DataDict, right: DataDict) -> Bool { left.values == right.values }
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }

  public func value<Value>(_ key: String) -> Value? { _data[key] as? Value }
  public func object<Object: SelectionSet>(_ key: String) -> Object? { value(key).map { Object(_dataDict: $0) } }
  public func objects<Object: SelectionSet>(_ key: String) -> [Object] {
    (value(key) ?? [DataDict]()).map { Object(_dataDict: $0) }
  }
}

public protocol SelectionSet: Hashable, Sendable {
  var __data: DataDict { get }
  init(_dataDict: DataDict)
}
public protocol RootSelectionSet: SelectionSet {}
public protocol Fragment: SelectionSet {
  static var fragmentDefinition: StaticString { get }
}

public struct OperationDefinition: Sendable {
  public let text: String
  public init(_ text: String, fragments: [any Fragment.Type] = []) { self.text = text }
}
public struct OperationDocument: Sendable {
  public let definition: OperationDefinition
  public init(definition: OperationDefinition) { self.definition = definition }
}

public protocol GraphQLOperation: Hashable, Sendable {
  associatedtype Data: RootSelectionSet
  static var operationName: String { get }
  static var operationDocument: OperationDocument { get }
  var __variables: [String: String] { get }
}
extension GraphQLOperation {
  public var __variables: [String: String] { [:] }
}
public protocol GraphQLQuery: GraphQLOperation {}
public protocol GraphQLMutation: GraphQLOperation {}
public protocol GraphQLSubscription: GraphQLOperation {}

public protocol EnumType: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {}
public enum GraphQLEnum<Value: EnumType>: Hashable, Sendable {
  case `case`(Value)
  case unknown(String)

  public init(_ rawValue: String) { self = Value(rawValue: rawValue).map { .case($0) } ?? .unknown(rawValue) }
}
public protocol CustomScalarType: Hashable, Sendable {}
public protocol InputObject: Hashable, Sendable {}
public protocol OneOfInputObject: InputObject {}
public enum InputValue: Hashable, Sendable {
  case scalar(String)
  case variable(String)
}
