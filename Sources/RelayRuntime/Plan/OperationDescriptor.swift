/// An operation with its variables. It identifies a request and owns the fragments in its data.
///
/// ```swift
/// var shownAt: [OperationDescriptor: Date] = [:]
/// shownAt[OperationDescriptor(HomeQuery.definition, variables: ["id": "me"])] = Date()
/// ```
///
/// See <doc:Names>.
public final class OperationDescriptor: Sendable {
  /// The operation.
  public let definition: OperationDefinition
  /// The values of the declared variables, including defaults and provided values; null for those without a value.
  public let variables: [String: JSON]
  /// Identifies the requested data: made from the text's id and the variables.
  public let requestID: String
  /// The record of the operation's root fields.
  public let rootID: String
  /// The files in the variables.
  let files: Generated.InputFiles
  /// The variables that the caller has set to null explicitly, even if they have a default.
  let explicitNulls: Set<String>
  /// See `PlanAges.of`.
  let planAges = LazyReference<PlanAges>()

  /// The key of the request in tables.
  var key: ByteKey { ByteKey(requestID) }

  /// The prefix of variables that the compiler provides itself.
  static let providedPrefix = "__relay_internal__pv__"

  /// - Parameters:
  ///   - definition: the operation.
  ///   - variables: the given variables. Undeclared ones are dropped; null means not given, as in Relay.
  ///   - rootID: the record of the root fields.
  public convenience init(_ definition: OperationDefinition, variables: [String: JSON] = [:], rootID: String = "client:root") {
    let given = variables.filter { !$0.value.isNull || $0.key.hasPrefix(OperationDescriptor.providedPrefix) }
    self.init(definition, given: given, rootID: rootID)
  }

  /// - Parameters:
  ///   - definition: the operation.
  ///   - variables: the given variables. One that is null stays null, whatever its default.
  ///   - files: the files in them.
  ///   - rootID: the record of the root fields.
  init(
    _ definition: OperationDefinition, given variables: [String: JSON], files: Generated.InputFiles = Generated.InputFiles(),
    rootID: String = "client:root"
  ) {
    self.definition = definition
    self.files = files
    self.rootID = rootID
    var values = [String: JSON]()
    var nulls: Set<String> = []
    for argument in definition.normalization.argumentDefinitions {
      guard case .local(let name, let defaultValue) = argument else { continue }
      let value = variables[name] ?? defaultValue
      values[name] = value
      if value.isNull, variables[name] != nil { nulls.insert(name) }
    }
    explicitNulls = nulls
    for (name, value) in variables where name.hasPrefix(OperationDescriptor.providedPrefix) { values[name] = value }
    for variable in definition.providedVariables where variables[variable.name] == nil { values[variable.name] = variable.value() }
    self.variables = values
    var writer = JSONWriter()
    writer.write(raw: definition.cacheID.isEmpty ? definition.id ?? definition.name : definition.cacheID)
    writer.write(.object(values))
    requestID = writer.string
  }

  private init(_ other: OperationDescriptor, rootID: String) {
    definition = other.definition
    variables = other.variables
    explicitNulls = other.explicitNulls
    files = other.files
    requestID = "\(other.requestID)#\(rootID)"
    self.rootID = rootID
  }

  /// The same operation with a separate root record, so that two executions of a mutation, or two payloads of a subscription, do not
  /// share their root fields.
  func withFreshRoot() -> OperationDescriptor {
    let number = OperationDescriptor.lastRoot.withLock { last in
      last += 1
      return last
    }
    return OperationDescriptor(self, rootID: OperationDescriptor.freshRootPrefix + String(number))
  }

  /// How the identities of such roots begin. Their numbers begin again in each process.
  static let freshRootPrefix = "client:local:"
  private static let lastRoot = Lock(0)
}

extension OperationDescriptor: Hashable {
  public static func == (left: OperationDescriptor, right: OperationDescriptor) -> Bool {
    left === right
      || (left.definition === right.definition && left.key == right.key && left.rootID.hasSameBytes(as: right.rootID))
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }
}
