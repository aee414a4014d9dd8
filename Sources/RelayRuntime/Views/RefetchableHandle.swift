public import Foundation
public import Observation

/// The data of a `@refetchable` fragment, which can be fetched again with other variables.
///
/// `@RefetchableFragment` is a thin wrapper around it. The data is that of the parent until the first `refetch`, and then that of the
/// refetched object until the parent passes on another fragment.
///
/// ```swift
/// let box = RefetchableHandle(UserBox_user(key: user))
/// try await box.refetch(UserBoxRefetchQuery.Variables(detailed: true, id: user.id)).value
/// print(box.data?.completedCount ?? 0)
/// ```
///
/// See <doc:Queries>.
@MainActor @Observable
public final class RefetchableHandle<F: GraphQLRefetchableFragment>: FragmentFollower {
  private struct Refetched {
    let operation: OperationDescriptor
    /// Keeps the refetched data in the store.
    let retention: RelayDisposable
  }

  /// The handle that follows the data, either the parent's or the refetched data.
  @ObservationIgnored public let fragment: FragmentHandle<F>
  /// The fragment that the parent has passed on.
  @ObservationIgnored private(set) var parent: FragmentPointer?
  @ObservationIgnored private var refetched: Refetched?
  /// Counts refetches and changes of the parent, so that results of earlier refetches are ignored.
  @ObservationIgnored private(set) var generation = 0
  @ObservationIgnored private(set) var refetching = false
  /// Whether the handle has been mounted for the fragment that the parent has passed on; ends it.
  @ObservationIgnored private var isMounted = false
  @ObservationIgnored private var mounting: RelayDisposable?
  @ObservationIgnored private(set) var lastError: (any Error)?
  /// Repeats the latest refetch. A handle that has refetched through this one repeats what it has done itself.
  @ObservationIgnored var repeatLast: @MainActor () -> Void = {}
  @ObservationIgnored let metadata = RefetchMetadata(F.definition.metadata)

  /// A handle for `fragment`, or an empty handle until a fragment is bound.
  public nonisolated convenience init(_ fragment: F? = nil) {
    self.init(pointer: fragment?.fragmentPointer)
  }

  nonisolated init(pointer: FragmentPointer?) {
    parent = pointer
    fragment = FragmentHandle(pointer: pointer)
  }

  /// The fragment's data; see ``FragmentHandle/data``.
  public var data: F.Data? {
    mount()
    return fragment.data
  }

  /// Makes the fragment known to its query, which may have to fetch only this part again.
  private func mount() {
    guard !isMounted else { return }
    isMounted = true
    guard let parent, let owner = parent.scope?.owner, let store = parent.store else { return }
    guard owner.definition.normalization.usesAges || store.configuration.maxAge != nil else { return }
    mounting = store.environment?.mounted.add(self, of: owner)
  }

  /// When the data was received; see ``FragmentHandle/fetchedAt``.
  public var fetchedAt: Date? { fragment.fetchedAt }

  /// When the data becomes stale; see ``FragmentHandle/expiresAt``.
  public var expiresAt: Date? { fragment.expiresAt }

  /// Whether part of the data is stale; see ``FragmentHandle/isStale``.
  public var isStale: Bool { fragment.isStale }

  /// Whether a refetch is in flight. The old data is shown in the meantime.
  public var isRefetching: Bool {
    access(keyPath: \.isRefetching)
    fragment.readers.access()
    return refetching
  }

  /// The failure of the latest refetch, for a view that shows it with a button to retry.
  public var failure: OperationFailure? {
    access(keyPath: \.failure)
    fragment.readers.access()
    return lastError.map { OperationFailure($0, of: .refetch, retry: repeatLast) }
  }

  /// The current data, then the data after every change.
  public var values: AsyncStream<F.Data?> { fragment.values }

  /// Makes the handle follow `fragment`, and drops refetched data. Binding the current fragment again does nothing.
  public func bind(_ fragment: F?) {
    guard parent != fragment?.fragmentPointer else { return }
    setStatus(isRefetching: false, nil)
    forgetRefetch(parent: fragment?.fragmentPointer)
    self.fragment.bind(fragment)
  }

  /// Like `bind(_:)`, while a view is being evaluated; see ``FragmentHandle/follow(_:)``.
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
    (isMounted, mounting) = (false, nil)
  }

  /// Fetches the fragment again with its current variables.
  @discardableResult
  public func refetch(
    fetchPolicy: FetchPolicy = .networkOnly, cacheConfig: CacheConfig = CacheConfig()
  ) -> Task<Void, any Error> {
    self.refetch(partial: Generated.InputFields(), fetchPolicy: fetchPolicy, cacheConfig: cacheConfig)
  }

  /// Fetches the fragment again with `variables`. Those that are absent keep their values, and those set to null
  /// (`variables.setNull(\.filter)`) are null.
  @discardableResult
  public func refetch(
    _ variables: F.RefetchQuery.Variables, fetchPolicy: FetchPolicy = .networkOnly, cacheConfig: CacheConfig = CacheConfig()
  ) -> Task<Void, any Error> {
    self.refetch(partial: variables.__fields, fetchPolicy: fetchPolicy, cacheConfig: cacheConfig)
  }

  /// Fetches the fragment again.
  ///
  /// The old data stays until the new data arrives. If refetches overlap, the latest one counts.
  /// - Parameters:
  ///   - variables: the new values, including nulls (``Generated/InputFields/setNull(_:)``); all others stay as they are.
  ///   - fetchPolicy: where the new data may come from.
  ///   - cacheConfig: options for the network: metadata, batching.
  /// - Returns: a task that ends when the refetch ends, and throws its error. Cancelling it cancels the request.
  @discardableResult
  public func refetch(
    partial variables: Generated.InputFields, fetchPolicy: FetchPolicy = .networkOnly, cacheConfig: CacheConfig = CacheConfig()
  ) -> Task<Void, any Error> {
    repeatLast = { [weak self] in _ = self?.refetch(partial: variables, fetchPolicy: fetchPolicy, cacheConfig: cacheConfig) }
    guard let pointer = fragment.boundPointer ?? parent, let environment = pointer.store?.environment,
      let operation = self.operation(pointer, variables)
    else {
      let isBound = parent != nil
      return Task { if isBound { throw RelayError.noEnvironment } }
    }
    generation += 1
    let generation = self.generation
    let session = environment.store.session
    let refetched = Refetched(operation: operation, retention: environment.retain(operation))
    let found = environment.examine(operation)
    guard found.isLacking, fetchPolicy.asksStore, let mirror = environment.store.mirror else {
      return start(refetched, found.availability, generation, fetchPolicy, cacheConfig, in: environment)
    }
    // What memory lacks may be on disk.
    setStatus(isRefetching: true, nil)
    return Task {
      await mirror.load(operation)
      guard self.generation == generation else { throw CancellationError() }
      guard !Task.isCancelled else {
        setStatus(isRefetching: false, nil)
        throw CancellationError()
      }
      // If the store was cleared meanwhile, the query would be sent as the next user's.
      guard !session.isOver else {
        setStatus(isRefetching: false, RelayError.storeCleared)
        throw RelayError.storeCleared
      }
      let availability = environment.check(operation)
      let request = start(refetched, availability, generation, fetchPolicy, cacheConfig, in: environment)
      try await withTaskCancellationHandler {
        try await request.value
      } onCancel: {
        request.cancel()
      }
    }
  }

  /// Shows what the store has, and sends the request if one is needed.
  private func start(
    _ refetched: Refetched, _ availability: OperationAvailability, _ generation: Int, _ fetchPolicy: FetchPolicy,
    _ cacheConfig: CacheConfig, in environment: RelayEnvironment
  ) -> Task<Void, any Error> {
    let operation = refetched.operation
    let mayUseStore = fetchPolicy == .storeOrNetwork || fetchPolicy == .storeAndNetwork
    let mayShowStore = fetchPolicy == .storeOnly || (mayUseStore && availability.isAvailable)
    if mayShowStore { show(refetched, in: environment) }
    guard fetchPolicy != .storeOnly, !(fetchPolicy == .storeOrNetwork && availability.isAvailable) else {
      setStatus(isRefetching: false, nil)
      return Task {}
    }
    setStatus(isRefetching: true, nil)
    var cacheConfig = cacheConfig
    cacheConfig.force = true
    let reaction = Reaction(in: environment)
    let payloads = environment.executeShared(operation, cacheConfig: cacheConfig, reaction: reaction)
    return Task {
      defer { reaction.close() }
      var isShown = false
      do {
        for try await _ in payloads {
          // Also if the same query was fetched before: the object may be another one now, or none.
          if self.generation == generation, !isShown { show(refetched, in: environment) }
          isShown = true
          reaction.end()
        }
        try Task.checkCancellation()
        if self.generation == generation { setStatus(isRefetching: false, nil) }
      } catch {
        if self.generation == generation {
          if fetchPolicy.fallsBack, UnreachableServer.isCause(of: error), !environment.examine(operation).isMissing {
            show(refetched, in: environment)
          }
          // Whoever cancels a refetch has not met a failure.
          setStatus(isRefetching: false, error is CancellationError ? nil : error)
        }
        throw error
      }
    }
  }

  /// The variables of the operation that fetched the current data, overridden by the fragment's own. Variables that were never set are
  /// left out, so that their defaults apply.
  func variables(_ pointer: FragmentPointer) -> [String: JSON] {
    guard let context = pointer.selector(F.definition)?.context else { return [:] }
    return context.owner.variables.merging(context.variables) { $1 }
      .filter { !$0.value.isNull || context.owner.explicitNulls.contains($0.key) }
  }

  /// The refetch query for the object at `pointer`, with `variables` overriding its current ones.
  func operation(_ pointer: FragmentPointer, _ variables: Generated.InputFields) -> OperationDescriptor? {
    guard let environment = pointer.store?.environment else { return nil }
    var values = self.variables(pointer).merging(variables.values) { $1 }
    if let identifier = metadata.identifier, variables.values[identifier.variable] == nil {
      let row = fragment.reading?.row
      values[identifier.variable] =
        row?.slot(named: identifier.field).map(\.json) ?? pointer.scope?.objectID.map { .string($0) }
        ?? pointer.store?.id(of: pointer.dataID) ?? .string(pointer.dataID)
    }
    return environment.descriptor(F.RefetchQuery.definition, variables: values)
  }

  /// Shows the refetched fragment.
  private func show(_ refetched: Refetched, in environment: RelayEnvironment) {
    let object = environment.store.lookup(refetched.operation).row?.descend(metadata.fragmentPath)
    self.refetched = refetched
    fragment.rebind(object?.fragmentPointer(named: F.definition.name))
  }

  private func setStatus(isRefetching: Bool, _ error: (any Error)?) {
    if refetching != isRefetching { withMutation(keyPath: \.isRefetching) { refetching = isRefetching } }
    if lastError != nil || error != nil { withMutation(keyPath: \.failure) { lastError = error } }
  }
}

extension RefetchableHandle: @MainActor CustomStringConvertible, @MainActor CustomReflectable {
  /// The fragment with its data, and the state of a refetch, on one line. Reading it does not observe the handle.
  public var description: String { printed.line }

  /// The same for `dump`.
  public var customMirror: Mirror { printed.mirror(of: self) }

  private var printed: PrintedFields {
    PrintedFields(
      "RefetchableHandle<\(F.self)>",
      fragment.printedFields + [("isRefetching", refetching ? true : nil), ("failure", lastError)])
  }
}
