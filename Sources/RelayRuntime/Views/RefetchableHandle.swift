public import Observation

/// The data of a `@refetchable` fragment, which can be fetched again with other variables.
///
/// `@RefetchableFragment` is a thin shell over it. The data is the parent's until the first `refetch`, and the refetched object's from
/// then on, until the parent passes on another fragment.
@MainActor @Observable
public final class RefetchableHandle<F: GraphQLRefetchableFragment>: FragmentFollower {
  private struct Refetched {
    let operation: OperationDescriptor
    /// Keeps the refetched data in the store.
    let retention: Disposable
  }

  /// The handle that follows the data, the parent's or the refetched one.
  @ObservationIgnored public let fragment: FragmentHandle<F>
  /// The fragment that the parent has passed on.
  @ObservationIgnored private(set) var parent: FragmentPointer?
  @ObservationIgnored private var refetched: Refetched?
  /// Counts refetches and changes of the parent: what an earlier one still brings does not count.
  @ObservationIgnored private var generation = 0
  @ObservationIgnored private var refetching = false
  @ObservationIgnored private var lastError: (any Error)?
  /// Refetches as the last refetch did.
  @ObservationIgnored private var repeatLast: @MainActor () -> Void = {}
  @ObservationIgnored let metadata = RefetchMetadata(F.definition.metadata)

  /// A handle for `fragment`, or for nothing until it is bound.
  public nonisolated convenience init(_ fragment: F? = nil) {
    self.init(pointer: fragment?.fragmentPointer)
  }

  nonisolated init(pointer: FragmentPointer?) {
    parent = pointer
    fragment = FragmentHandle(pointer: pointer)
  }

  /// The fragment's data; see ``FragmentHandle/data``.
  public var data: F.Data? { fragment.data }

  /// Whether a refetch is under way; the data shown meanwhile is the old one.
  public var isRefetching: Bool {
    access(keyPath: \.isRefetching)
    fragment.readers.access()
    return refetching
  }

  /// The error of the last refetch, if it failed.
  public var refetchError: (any Error)? {
    access(keyPath: \.refetchError)
    fragment.readers.access()
    return lastError
  }

  /// The failure of the last refetch, for a view that shows it with a button to try again.
  public var failure: LoadFailure? { refetchError.map { LoadFailure($0, retry: repeatLast) } }

  /// The data now and after every change.
  public var values: AsyncStream<F.Data?> { fragment.values }

  /// Makes the handle follow `fragment` from now on, forgetting what was refetched. Binding it to the same again does nothing.
  public func bind(_ fragment: F?) {
    guard parent != fragment?.fragmentPointer else { return }
    setStatus(isRefetching: false, nil)
    forgetRefetch(parent: fragment?.fragmentPointer)
    self.fragment.bind(fragment)
  }

  /// As `bind(_:)`, while a view is being evaluated; see ``FragmentHandle/follow(_:)``.
  func follow(_ pointer: FragmentPointer?) {
    guard parent != pointer else { return }
    let hasStatus = refetching || lastError != nil
    (refetching, lastError) = (false, nil)
    forgetRefetch(parent: pointer)
    fragment.follow(pointer)
    if hasStatus { fragment.readers.notifyLater() }
  }

  private func forgetRefetch(parent: FragmentPointer?) {
    self.parent = parent
    generation += 1
    refetched = nil
  }

  /// Fetches the fragment again with the variables it has now.
  @discardableResult
  public func refetch(
    fetchPolicy: FetchPolicy = .networkOnly, cacheConfig: CacheConfig = CacheConfig()
  ) -> Task<Void, any Error> {
    self.refetch(partial: InputFields(), fetchPolicy: fetchPolicy, cacheConfig: cacheConfig)
  }

  /// Fetches the fragment again with `variables`; those that are absent stay as they are, and those set to null
  /// (`variables.setNull(\.filter)`) are null.
  @discardableResult
  public func refetch(
    _ variables: F.RefetchQuery.Variables, fetchPolicy: FetchPolicy = .networkOnly, cacheConfig: CacheConfig = CacheConfig()
  ) -> Task<Void, any Error> {
    self.refetch(partial: variables.__fields, fetchPolicy: fetchPolicy, cacheConfig: cacheConfig)
  }

  /// Fetches the fragment again.
  ///
  /// The old data stays until the new one is there. Of overlapping refetches the latest counts.
  /// - Parameters:
  ///   - variables: new values, null among them (``InputFields/setNull(_:)``); the others stay as they are.
  ///   - fetchPolicy: where the new data may come from.
  ///   - cacheConfig: options for the network: metadata, batching.
  /// - Returns: a task that ends when the refetch is over and throws its error. Cancelling it cancels the request.
  @discardableResult
  public func refetch(
    partial variables: InputFields, fetchPolicy: FetchPolicy = .networkOnly, cacheConfig: CacheConfig = CacheConfig()
  ) -> Task<Void, any Error> {
    repeatLast = { [weak self] in _ = self?.refetch(partial: variables, fetchPolicy: fetchPolicy, cacheConfig: cacheConfig) }
    guard let pointer = fragment.boundPointer ?? parent, let environment = pointer.store?.environment,
      let operation = self.operation(pointer, variables)
    else {
      let isBound = parent != nil
      return Task { if isBound { throw RelayError.noEnvironment } }
    }
    self.generation += 1
    let generation = self.generation
    let retention = environment.retain(operation)
    let availability = environment.check(operation)
    let mayShowStore = fetchPolicy == .storeOnly || (fetchPolicy != .networkOnly && availability.isAvailable)
    if mayShowStore { show(Refetched(operation: operation, retention: retention), in: environment) }
    guard fetchPolicy != .storeOnly, !(fetchPolicy == .storeOrNetwork && availability.isAvailable) else {
      setStatus(isRefetching: false, nil)
      return Task {}
    }
    setStatus(isRefetching: true, nil)
    var cacheConfig = cacheConfig
    (cacheConfig.force, cacheConfig.poll) = (true, nil)
    let payloads = environment.executeShared(operation, cacheConfig: cacheConfig)
    return Task {
      do {
        for try await _ in payloads where self.generation == generation && refetched?.operation != operation {
          show(Refetched(operation: operation, retention: retention), in: environment)
        }
        try Task.checkCancellation()
        if self.generation == generation { setStatus(isRefetching: false, nil) }
      } catch {
        if self.generation == generation { setStatus(isRefetching: false, error) }
        throw error
      }
    }
  }

  /// The variables of the operation that owns the data now, with the fragment's own laid over them; without those that nobody has given, so
  /// that their defaults hold.
  func variables(_ pointer: FragmentPointer) -> [String: JSON] {
    guard let context = pointer.selector(F.definition)?.context else { return [:] }
    return context.owner.variables.merging(context.variables) { $1 }
      .filter { !$0.value.isNull || context.owner.explicitNulls.contains($0.key) }
  }

  /// The refetch query for the object at `pointer`, with `variables` laid over those it has now.
  func operation(_ pointer: FragmentPointer, _ variables: InputFields) -> OperationDescriptor? {
    guard let environment = pointer.store?.environment else { return nil }
    var values = self.variables(pointer).merging(variables.values) { $1 }
    if let identifier = metadata.identifier, variables.values[identifier.variable] == nil {
      let row = fragment.current?.snapshot.row
      values[identifier.variable] =
        row?.slot(named: identifier.field).map(\.json) ?? pointer.store?.id(of: pointer.dataID)
        ?? .string(pointer.dataID)
    }
    return environment.descriptor(F.RefetchQuery.definition, variables: values)
  }

  /// Shows the fragment as the refetch query has it.
  private func show(_ refetched: Refetched, in environment: RelayEnvironment) {
    let object = environment.store.lookup(refetched.operation).row?.descend(metadata.fragmentPath)
    self.refetched = refetched
    fragment.rebind(object?.fragmentPointer(named: F.definition.name))
  }

  private func setStatus(isRefetching: Bool, _ error: (any Error)?) {
    if refetching != isRefetching { withMutation(keyPath: \.isRefetching) { refetching = isRefetching } }
    if lastError != nil || error != nil { withMutation(keyPath: \.refetchError) { lastError = error } }
  }
}
