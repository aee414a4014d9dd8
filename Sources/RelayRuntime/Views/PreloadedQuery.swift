public import Foundation

/// A query that is started before the view that shows it exists: when a link is tapped, a row appears, or a URL is opened.
///
/// It is a value, for example for a `NavigationPath`. While a copy exists, the data stays in the store; a view that shows the query also
/// keeps its data. Two preloaded queries are equal if their variables are. Only the variables are encoded; a decoded query has not been
/// started.
///
/// ```swift
/// struct OpenButton: View {
///   @Binding var path: [PreloadedQuery<HomeQuery>]
///   @Environment(\.relayEnvironment) private var relay
///
///   var body: some View {
///     Button("Open") {
///       if let relay { path.append(relay.preload(HomeQuery(id: "me"))) }
///     }
///   }
/// }
///
/// struct OpenedHome: View {
///   let preloaded: PreloadedQuery<HomeQuery>
///   @Query<HomeQuery> var query
///
///   var body: some View { Text(query.get(preloaded).data?.user?.name ?? "…") }
/// }
/// ```
///
/// See <doc:Preloading>.
public struct PreloadedQuery<Operation: GraphQLQuery>: Sendable {
  let fields: Generated.InputFields
  /// The request and its result; nil for a query that has not been started.
  let preload: Preload?

  /// A query that has not been started. Nothing is fetched until a view shows it or ``RelayEnvironment/preload(_:)`` starts it. Use it
  /// for links, most of which are never followed.
  public init(_ operation: Operation) {
    self.init(fields: operation.variables.__fields, preload: nil)
  }

  init(fields: Generated.InputFields, preload: Preload?) {
    self.fields = fields
    self.preload = preload
  }

  /// Whether the query has been started, and not disposed of.
  public var isStarted: Bool { preload?.observer != nil }

  /// Releases the data before the last copy is gone, and cancels the request if no other caller waits for it. Views that show the query
  /// keep both. Calling it again does nothing.
  public func dispose() { preload?.dispose() }

  /// Waits until the request has ended, for code without views such as an App Intent or a widget.
  /// - Parameter environment: the environment in which to fetch a query that has not been started, with its policy or ``FetchPolicy/storeOrNetwork``;
  ///   nil means ``RelayEnvironment/current``.
  /// - Returns: the data; nil if all of it is null, or if no request was made and the store has none.
  /// - Throws: the error of the request or of reading the data; ``RelayError/noEnvironment``; `CancellationError`.
  public func data(in environment: RelayEnvironment? = nil) async throws -> Operation.Data? {
    guard let preload, let observer = preload.observer else {
      guard let environment = environment ?? RelayEnvironment.current else { throw RelayError.noEnvironment }
      return try await environment.preload(self).data()
    }
    let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let adoption = preload.adopt { change.yield() }
    defer { adoption.dispose() }
    change.yield()
    for await _ in changes where !observer.isFetching {
      let (result, _): (Query<Operation>.Result, _) = observer.handOut(observer.status)
      switch result {
      case .loading: continue
      case .failure(let error): throw error
      case .success(let data): return data
      }
    }
    throw CancellationError()
  }
}

extension PreloadedQuery {
  /// When the data in the store was received: that of the field that was received first. Nil if the query has not been started, or if that
  /// is not known.
  public var fetchedAt: Date? { age.fetchedAt }

  /// When the first field of the data becomes stale, or has become; nil if none does, or if that is not known.
  public var expiresAt: Date? { age.expiresAt }

  /// Whether part of the data is stale: it is too old, its age should be known and is not, or it was invalidated. False for a query that has
  /// not been started.
  public var isStale: Bool { age.isStale }

  private var age: DatedAge {
    guard let preload, let observer = preload.observer else { return DatedAge() }
    return preload.environment.store.dated(preload.environment.age(of: observer.operation))
  }
}

extension PreloadedQuery: Hashable {
  /// Whether both have the same variables.
  public static func == (left: PreloadedQuery, right: PreloadedQuery) -> Bool { left.fields == right.fields }

  public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension PreloadedQuery: Codable {
  /// Decodes the variables. They are not checked against the operation's types: the server rejects wrong ones.
  /// - Throws: `DecodingError` if the value is not an object.
  public init(from decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    guard case .object(let variables) = json else {
      throw DecodingError.typeMismatch(
        [String: JSON].self,
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "The variables of \(Operation.definition.name) must be an object, not \(json)."))
    }
    // A link must not set provided variables.
    self.init(fields: Generated.InputFields(variables.filter { !$0.key.hasPrefix(OperationDescriptor.providedPrefix) }), preload: nil)
  }

  /// Encodes the variables.
  public func encode(to encoder: any Encoder) throws { try JSON.object(fields.values).encode(to: encoder) }
}

extension RelayEnvironment {
  /// Starts a query for a view that is shown later, like Relay's `loadQuery`; see ``PreloadedQuery``.
  /// - Parameters:
  ///   - operation: the query with its variables.
  ///   - fetchPolicy: where the data may come from; nil means the environment's policy, or ``FetchPolicy/storeOrNetwork``, with which data
  ///     that the store has is not fetched.
  ///   - renderPolicy: whether incomplete data may be shown.
  ///   - cacheConfig: options for the network, for all requests of the query.
  /// - Returns: the query. Its data is released with its last copy.
  public func preload<Operation: GraphQLQuery>(
    _ operation: Operation, fetchPolicy: FetchPolicy? = nil, renderPolicy: RenderPolicy = .partial,
    cacheConfig: CacheConfig = CacheConfig()
  ) -> PreloadedQuery<Operation> {
    self.preload(operation.variables.__fields, fetchPolicy, renderPolicy, cacheConfig)
  }

  /// Starts a query that has not been started, for example one decoded from a URL or a saved path.
  /// - Returns: the query; `query` itself if it is already running in this environment.
  public func preload<Operation: GraphQLQuery>(_ query: PreloadedQuery<Operation>) -> PreloadedQuery<Operation> {
    if query.isStarted, query.preload?.environment === self { return query }
    return self.preload(query.fields, nil, .partial, CacheConfig())
  }

  private func preload<Operation: GraphQLQuery>(
    _ fields: Generated.InputFields, _ fetchPolicy: FetchPolicy?, _ renderPolicy: RenderPolicy, _ cacheConfig: CacheConfig
  ) -> PreloadedQuery<Operation> {
    let operation = descriptor(Operation.definition, variables: fields)
    let preload = Preload(operation, in: self, fetchPolicy: fetchPolicy, renderPolicy: renderPolicy, cacheConfig: cacheConfig)
    return PreloadedQuery(fields: fields, preload: preload)
  }
}

/// The observer of a preloaded query, and its followers.
final class Preload: Sendable {
  /// The handles that have adopted the query.
  private final class Followers: Sendable {
    private let bodies = Lock(Registrations<@Sendable () -> Void>())

    var isEmpty: Bool { bodies.withLock { $0.isEmpty } }

    func add(_ body: @escaping @Sendable () -> Void) -> RelayDisposable {
      let id = bodies.withLock { $0.add(body) }
      return RelayDisposable { [weak self] in self?.bodies.withLock { $0[id] = nil } }
    }

    func notify() { for body in bodies.withLock({ $0.values }) { body() } }
  }

  let environment: RelayEnvironment
  private let followers = Followers()
  private let state: Lock<QueryObserver?>

  init(
    _ operation: OperationDescriptor, in environment: RelayEnvironment, fetchPolicy: FetchPolicy?, renderPolicy: RenderPolicy,
    cacheConfig: CacheConfig
  ) {
    self.environment = environment
    state = Lock(
      QueryObserver(operation, in: environment, fetchPolicy: fetchPolicy, renderPolicy: renderPolicy, cacheConfig: cacheConfig) {
        [followers] in followers.notify()
      })
  }

  /// Observes the query; nil after it was disposed of.
  var observer: QueryObserver? { state.withLock { $0 } }

  /// Calls `onChange`, on any thread, after each change of the observer's state until the result is disposed of.
  func adopt(_ onChange: @escaping @Sendable () -> Void) -> RelayDisposable { followers.add(onChange) }

  func dispose() {
    let observer = state.withLock { observer in
      defer { observer = nil }
      return observer
    }
    if followers.isEmpty { observer?.cancelFirstRequest() }
  }
}

extension PreloadedQuery: CustomStringConvertible, CustomReflectable {
  /// The query with its variables, and whether it has been started, on one line.
  public var description: String { printed.line }

  /// The same for `dump`.
  public var customMirror: Mirror { printed.mirror(of: self) }

  private var printed: PrintedFields {
    PrintedFields("PreloadedQuery<\(Operation.self)>", [("variables", JSON.object(fields.values)), ("isStarted", isStarted)])
  }
}
