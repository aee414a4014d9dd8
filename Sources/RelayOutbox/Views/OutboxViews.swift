#if canImport(SwiftUI)
  public import RelayRuntime
  public import SwiftUI

  private struct OutboxKey: EnvironmentKey {
    static let defaultValue: Outbox? = nil
  }

  extension EnvironmentValues {
    /// The outbox of the view hierarchy.
    public var outbox: Outbox? {
      get { self[OutboxKey.self] }
      set { self[OutboxKey.self] = newValue }
    }
  }

  extension View {
    /// Makes `outbox` the one for `@OutboxMutation` and `@Pending` in this view and its descendants.
    public func outbox(_ outbox: Outbox?) -> some View { environment(\.outbox, outbox) }
  }

  /// Lets a view enqueue a mutation in the outbox of its hierarchy:
  ///
  /// ```swift
  /// struct OfflineRenameButton: View {
  ///   let id: String
  ///   @OutboxMutation<RenameTodoMutation> var rename
  ///
  ///   var body: some View {
  ///     Button("Tea") { rename.commit(RenameTodoMutation(id: id, text: "Tea")) }
  ///   }
  /// }
  /// ```
  ///
  /// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
  @propertyWrapper @MainActor
  public struct OutboxMutation<Operation: GraphQLMutation>: DynamicProperty {
    // The types rather than the attributes, which in newer SDKs are macros that add initializers.
    private var mutator: State<OutboxMutator<Operation>>
    private var inherited = Environment(\.outbox)

    /// A mutation for `outbox`, or for that of the view hierarchy.
    public nonisolated init(_ outbox: Outbox? = nil) { mutator = State(wrappedValue: OutboxMutator(outbox)) }

    /// The handle that enqueues the mutations.
    public var wrappedValue: OutboxMutator<Operation> { mutator.wrappedValue }

    // The hierarchy's environment is read only here, after SwiftUI has installed the property.
    public nonisolated mutating func update() {
      let outbox = inherited.wrappedValue
      mutator.wrappedValue.latest.withLock { $0 = outbox }
    }
  }

  /// The entries of the view hierarchy's outbox: all of them, or those that concern an object.
  ///
  /// ```swift
  /// struct PendingBanner: View {
  ///   @Pending var changes
  ///
  ///   var body: some View {
  ///     if changes.isPending { Text("\(changes.entries.count) changes are not sent yet.") }
  ///   }
  /// }
  /// ```
  ///
  /// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
  @propertyWrapper @MainActor
  public struct Pending: DynamicProperty {
    private final class Latest: Sendable {
      let outbox = Lock<Outbox?>(nil)
      let handle = PendingHandle()
    }

    private let dataID: String?
    private var latest = State(wrappedValue: Latest())
    private var inherited = Environment(\.outbox)

    /// - Parameter dataID: the identity of the object in the store; nil for all entries.
    public nonisolated init(concerning dataID: String? = nil) { self.dataID = dataID }

    /// The handle with the entries.
    public var wrappedValue: PendingHandle {
      let latest = latest.wrappedValue
      latest.handle.show(latest.outbox.withLock { $0 }, concerning: dataID)
      return latest.handle
    }

    public nonisolated mutating func update() {
      let outbox = inherited.wrappedValue
      latest.wrappedValue.outbox.withLock { $0 = outbox }
    }
  }
#endif
