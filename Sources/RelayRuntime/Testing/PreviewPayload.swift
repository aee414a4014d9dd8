public import Foundation

/// The data that a preview shows for an operation.
///
/// The payload is an object shaped like `data`, or a whole response with `data` as a member.
///
/// ```swift
/// let environment = RelayEnvironment.preview(
///   PreviewPayload(HomeQuery(id: "me"), ["user": ["id": "me", "name": "Ada"]]),
///   PreviewPayload(RenameTodoMutation(id: "1", text: "Tea"), ["renameTodo": ["todo": ["id": "1", "text": "Tea"]]]))
/// ```
///
/// See <doc:Testing>.
public struct PreviewPayload: Sendable {
  let definition: OperationDefinition
  let variables: [String: JSON]
  let data: Result<JSON, any Error>

  /// A payload for `operation`. It is used for operations with the same variables.
  public init<Operation: GraphQLOperation>(_ operation: Operation, _ payload: JSON) {
    self.init(operation, result: .success(payload))
  }

  /// A payload given as JSON text. If the text is invalid, the operation fails with the error.
  public init<Operation: GraphQLOperation>(_ operation: Operation, json text: String) {
    self.init(operation, result: Result { try JSON(parsing: Data(text.utf8)) })
  }

  /// A payload from a JSON file among the resources of `bundle`. If there is none, the operation fails with the error.
  public init<Operation: GraphQLOperation>(
    _ operation: Operation, resource: String, extension: String = "json", bundle: Bundle = .main
  ) {
    let result = Result {
      guard let url = bundle.url(forResource: resource, withExtension: `extension`) else {
        throw RelayError.unsupportedOperation("\(Operation.definition.name): there is no resource \(resource).\(`extension`)")
      }
      return try JSON(parsing: Data(contentsOf: url))
    }
    self.init(operation, result: result)
  }

  private init<Operation: GraphQLOperation>(_ operation: Operation, result: Result<JSON, any Error>) {
    definition = Operation.definition
    variables = operation.variables.__fields.values
    self.data = result.map { payload in
      guard let members = payload.objectValue, let data = members["data"],
        members.keys.allSatisfy({ ["data", "errors", "extensions"].contains($0) })
      else { return payload }
      return data
    }
  }
}

extension RelayEnvironment {
  /// An environment for previews and samples, without a server. Operations are answered with the given payloads, queries immediately; a
  /// query or mutation without a payload fails with an error that says so.
  public static func preview(_ payloads: PreviewPayload...) -> RelayEnvironment {
    let network = PreviewNetwork()
    let environment = RelayEnvironment(network: network)
    for payload in payloads { network.add(payload, to: environment) }
    return environment
  }
}
