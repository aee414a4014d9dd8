public import RelayRuntime

/// An in-process GraphQL server.
///
/// It parses and executes real requests against the app's schema and keeps the changes made by mutations, so the app behaves as with a
/// remote server. A real app has no such server: it gives its environment an `HTTPNetwork`.
public actor TodoServer {
  private var store: TodoStore

  /// A server whose list contains these to-dos, newest first.
  public init(todos: [String] = TodoServer.sampleTodos) {
    store = TodoStore(texts: todos)
  }

  public static let sampleTodos = [
    "Water the tomatoes", "Answer Charles", "Sharpen the pencils", "Return the library books", "Call the clockmaker",
    "Translate the memoir", "Check note G again", "Buy punched cards", "Practise the harp", "Pay the stable", "Order ink",
    "Plan the flying machine",
  ]

  /// Answers one request.
  ///
  /// - Parameters:
  ///   - text: a GraphQL document.
  ///   - operationName: the name of the operation to execute; may be nil if there is only one.
  ///   - variables: a JSON object.
  /// - Returns: the response: `data`, and `errors` if there are any.
  public func execute(_ text: String, operationName: String? = nil, variables: JSON = .object([:])) -> JSON {
    do {
      let document = try RequestParser.parse(text)
      let operations = document.operations.filter { operationName == nil || $0.name == operationName }
      guard let operation = operations.first, operations.count == 1 else {
        throw RequestError(operationName.map { "Unknown operation named \"\($0)\"." } ?? "Must provide operation name.")
      }
      var executor = try Executor(document, operation, variables: variables, store: store)
      switch operation.kind {
      case .query: return executor.response(operation, on: QueryRoot())
      case .mutation:
        let response = executor.response(operation, on: MutationRoot())
        store = executor.store
        return response
      case .subscription: throw RequestError("This server has no subscriptions.")
      }
    } catch {
      return ["errors": [(error as? RequestError)?.json ?? ["message": .string("\(error)")]]]
    }
  }

  /// A network that connects to this server.
  /// - Parameter latency: the duration of each request.
  public nonisolated func network(latency: Duration = .zero) -> some RelayNetwork {
    FetchNetwork { request in
      try await Task.sleep(for: latency)
      let response = await self.execute(request.text ?? "", operationName: request.operationName, variables: request.variables)
      return NetworkPayload(response)
    }
  }
}
