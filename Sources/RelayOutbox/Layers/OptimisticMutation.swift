public import Foundation
public import RelayRuntime

/// A mutation whose optimistic changes are made by a function of its type, so that they can be made again in a later run of the app.
///
/// An outbox applies the function after the optimistic response, if there is one. It runs again whenever something changes that it has read,
/// and in the next run of the app. So it must do the same each time: it takes ids, times and random numbers from the context only.
///
/// ```swift
/// extension RenameTodoMutation: OptimisticMutation {
///   public static func apply(_ context: OptimisticContext, to store: RecordSourceSelectorProxy) {
///     store[context.variables.string("id")]?["text"] = .string(context.variables.string("text"))
///   }
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public protocol OptimisticMutation: GraphQLMutation {
  /// Makes the changes that are expected of the mutation.
  ///
  /// - Parameters:
  ///   - context: the variables, and what must be the same each time.
  ///   - store: the store, with the root fields of the optimistic response.
  /// - Throws: any error. It is logged and the function's changes are dropped.
  static func apply(_ context: OptimisticContext, to store: RecordSourceSelectorProxy) throws
}

/// What a function that makes optimistic changes may use.
///
/// ```swift
/// extension AddTodoMutation: OptimisticMutation {
///   public static func apply(_ context: OptimisticContext, to store: RecordSourceSelectorProxy) {
///     let lists = ConnectionHandler.default
///     guard let user = store["me"], let list = lists.connection(user, key: "TodoList_todos", filters: ["matching": ""])
///     else { return }
///     // The same in each run of the app: neither `UUID()` nor `Date()`.
///     let todo = store.create(dataID: context.entryID.uuidString, typeName: "Todo")
///     todo["createdAt"] = .double(context.enqueuedAt.timeIntervalSince1970)
///     lists.insert(connection: list, edge: lists.createEdge(store, connection: list, node: todo, type: "TodoEdge"))
///   }
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Outbox>.
public struct OptimisticContext: Sendable {
  /// The mutation's variables.
  public let variables: Generated.InputFields
  /// The id of the entry.
  public let entryID: UUID
  /// When the mutation was enqueued.
  public let enqueuedAt: Date
  /// A random number of the entry.
  public let seed: UInt64

  init(_ entry: StoredEntry) {
    variables = Generated.InputFields(entry.operation.given)
    entryID = entry.id
    enqueuedAt = entry.enqueuedAt
    seed = entry.seed
  }
}

extension OptimisticMutation {
  /// The function, for an entry.
  static func updater(_ entry: StoredEntry) -> RelayEnvironment.SelectorStoreUpdater {
    let context = OptimisticContext(entry)
    return { store in try apply(context, to: store) }
  }
}
