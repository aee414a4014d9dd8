/// Lets a view commit a mutation.
///
/// ```swift
/// struct RenameButton: View {
///   let id: String
///   @Mutation<RenameTodoMutation> var rename
///
///   var body: some View {
///     Button("Rename") { rename.commit(id: id, text: "Tea") }
///       .disabled(rename.isInFlight)
///   }
/// }
/// ```
///
/// See <doc:Mutations>.
@propertyWrapper @MainActor
public struct Mutation<Operation: GraphQLMutation> {
  private var storage: OperationStorage<MutationHandle<Operation>>

  /// A mutation that runs in `environment` if one is given.
  public nonisolated init(environment: RelayEnvironment? = nil) {
    storage = OperationStorage(environment) { MutationHandle<Operation>(environment: environment) }
  }

  /// As `init(environment:)`, with the operation's type as a value.
  public nonisolated init(_ operation: Operation.Type, environment: RelayEnvironment? = nil) {
    self.init(environment: environment)
  }

  /// The handle that runs the mutations. Generated code adds a `commit` with the operation's variables as parameters.
  public var wrappedValue: MutationHandle<Operation> { storage.handle }

  /// The same handle, to pass on.
  public var projectedValue: MutationHandle<Operation> { storage.handle }
}

extension Mutation: Equatable {
  /// Whether both were given the same environment, or none. A view that is recreated with an equal wrapper shows the same.
  public nonisolated static func == (left: Mutation, right: Mutation) -> Bool { left.storage.environment === right.storage.environment }
}
