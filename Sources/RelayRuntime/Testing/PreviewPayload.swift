public import Foundation

/// What a preview shows for an operation.
///
/// The payload is an object of the form of `data`, or a whole response that has `data` as a member.
public struct PreviewPayload: Sendable {
  let definition: OperationDefinition
  let variables: [String: JSON]
  let data: Result<JSON, any Error>

  /// A payload for `operation`, which counts for the operation with these variables.
  public init<Operation: GraphQLOperation>(_ operation: Operation, _ payload: JSON) {
    self.init(operation, result: .success(payload))
  }

  /// A payload that is a JSON text; an error in it shows as the operation's error.
  public init<Operation: GraphQLOperation>(_ operation: Operation, json text: String) {
    self.init(operation, result: Result { try JSON(parsing: Data(text.utf8)) })
  }

  /// A payload that is a JSON file among the resources of `bundle`; where there is none, that shows as the operation's error.
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
  /// An environment for previews and samples, without a server: operations are answered with the payloads given, at once where they are
  /// queries; a query or mutation that has none fails with an error that says so.
  public static func preview(_ payloads: PreviewPayload...) -> RelayEnvironment {
    let network = PreviewNetwork()
    let environment = RelayEnvironment(network: network)
    for payload in payloads { network.add(payload, to: environment) }
    return environment
  }
}
