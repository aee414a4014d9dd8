@_exported public import ApolloAPI
import Foundation
import Synchronization

// Stand-ins for Apollo's client and its watchers.

public struct GraphQLError: Error, Hashable, Sendable {
  public let message: String?
}

public struct GraphQLResponse<Operation: GraphQLOperation>: Sendable {
  public let data: Operation.Data?
}

public final class ApolloClient: Sendable {
  public let store: ApolloStore
  private let transport: RequestChainNetworkTransport

  public init(networkTransport: RequestChainNetworkTransport, store: ApolloStore) {
    transport = networkTransport
    self.store = store
  }

  public func fetch<Query: GraphQLQuery>(query: Query) async throws -> GraphQLResponse<Query> {
    try await send(query, root: "QUERY_ROOT")
  }

  public func perform<Mutation: GraphQLMutation>(mutation: Mutation) async throws -> GraphQLResponse<Mutation> {
    try await send(mutation, root: "MUTATION_ROOT")
  }

  public func watch<Query: GraphQLQuery>(
    query: Query, resultHandler: @escaping @Sendable (Result<GraphQLResponse<Query>, any Error>) -> Void
  ) async -> GraphQLQueryWatcher<Query> {
    let watcher = GraphQLQueryWatcher(query: query, resultHandler: resultHandler)
    await store.subscribe(watcher)
    do {
      _ = try await fetch(query: query)
      watcher.begin(store)
    } catch {
      resultHandler(.failure(error))
    }
    return watcher
  }

  private func send<Operation: GraphQLOperation>(_ operation: Operation, root: CacheKey) async throws -> GraphQLResponse<Operation> {
    let response = try JSONDecoder().decode(Answer.self, from: await transport.body(of: operation))
    try await store.publish(records: RecordSet(records: response.records(root: root)))
    return GraphQLResponse(data: store.load(root).map { Operation.Data(_dataDict: $0.data) })
  }
}

public final class GraphQLQueryWatcher<Query: GraphQLQuery>: ApolloStoreSubscriber {
  private let resultHandler: @Sendable (Result<GraphQLResponse<Query>, any Error>) -> Void
  /// Nil before the first result.
  private let dependentKeys = Mutex<Set<CacheKey>?>(nil)

  fileprivate init(query: Query, resultHandler: @escaping @Sendable (Result<GraphQLResponse<Query>, any Error>) -> Void) {
    self.resultHandler = resultHandler
  }

  fileprivate func begin(_ store: ApolloStore) {
    dependentKeys.withLock { $0 = store.load("QUERY_ROOT")?.dependentKeys ?? [] }
    show(store)
  }

  public func store(_ store: ApolloStore, didChangeKeys changedKeys: Set<CacheKey>) {
    if dependentKeys.withLock({ $0?.isDisjoint(with: changedKeys) == false }) { show(store) }
  }

  private func show(_ store: ApolloStore) {
    guard let (data, keys) = store.load("QUERY_ROOT") else { return }
    dependentKeys.withLock { $0 = keys }
    resultHandler(.success(GraphQLResponse(data: Query.Data(_dataDict: data))))
  }
}

/// A response as JSON, and the records in it: an object is stored by its type and id.
private struct Answer: Decodable {
  let data: Node?

  indirect enum Node: Decodable {
    case object([String: Node])
    case list([Node])
    case scalar(any Hashable & Sendable)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let object = try? container.decode([String: Node].self) {
        self = .object(object)
      } else if let list = try? container.decode([Node].self) {
        self = .list(list)
      } else if let flag = try? container.decode(Bool.self) {
        self = .scalar(flag)
      } else if let number = try? container.decode(Int.self) {
        self = .scalar(number)
      } else {
        self = .scalar(try container.decode(String.self))
      }
    }
  }

  func records(root: CacheKey) -> [Record] {
    var records: [Record] = []
    func add(_ object: [String: Node], at path: CacheKey) -> CacheReference {
      var key = path
      if case .scalar(let type)? = object["__typename"], case .scalar(let id)? = object["id"] { key = "\(type):\(id)" }
      var fields: Record.Fields = [:]
      for (name, node) in object {
        switch node {
        case .object(let object): fields[name] = add(object, at: "\(key).\(name)")
        case .list(let items):
          fields[name] = items.enumerated().compactMap { index, item in
            if case .object(let object) = item { add(object, at: "\(key).\(name).\(index)") } else { nil }
          }
        case .scalar(let value): fields[name] = value
        }
      }
      records.append(Record(key: key, fields))
      return CacheReference(key)
    }
    if case .object(let object)? = data { _ = add(object, at: root) }
    return records
  }
}
