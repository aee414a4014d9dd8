public import Foundation
import Synchronization

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

/// Answers operations with the payloads that it was given.
final class PreviewNetwork: Network {
  private struct State {
    var payloads: [(name: String, variables: JSON, data: Result<JSON, any Error>)] = []
    /// Keeps the data of the queries in the store.
    var retained: [Disposable] = []
  }

  private let state = Mutex(State())

  /// Adds a payload, a query's to the store as well: a view that is made in the same moment finds it there.
  func add(_ payload: PreviewPayload, to environment: RelayEnvironment) {
    let operation = environment.descriptor(payload.definition, variables: payload.variables)
    state.withLock { $0.payloads.append((payload.definition.name, .object(operation.variables), payload.data)) }
    guard payload.definition.kind == .query, case .success(let data) = payload.data else { return }
    let retention = environment.retain(operation)
    state.withLock { $0.retained.append(retention) }
    // What is wrong with the payload shows when the network answers with it.
    try? environment.commitPayload(operation, data)
  }

  func execute(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    let (stream, continuation) = AsyncThrowingStream<NetworkPayload, any Error>.makeStream()
    let payload = self.state.withLock { state in
      state.payloads.last { $0.name == request.operationName && $0.variables == request.variables }?.data
    }
    switch payload {
    case .success(let data)?:
      var payload = NetworkPayload(.object(["data": data]))
      payload.isPartial = true
      continuation.yield(payload)
    case .failure(let error)?: continuation.finish(throwing: error)
    case nil where request.operationKind != .subscription:
      continuation.finish(
        throwing: RelayError.unsupportedOperation("\(request.operationName): the preview has no payload for it with these variables"))
    case nil: break
    }
    // A subscription stays open.
    if request.operationKind != .subscription { continuation.finish() }
    return stream
  }
}
