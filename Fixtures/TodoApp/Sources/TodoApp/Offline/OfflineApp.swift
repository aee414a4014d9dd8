import Foundation
import RelayDurableStore
import RelayOutbox
import RelayRuntime
import TerminalUI

/// One run of the app with a store and an outbox on disk.
@MainActor
struct OfflineApp {
  let environment: RelayEnvironment
  let outbox: Outbox
  let screen: Screen

  /// The store first, then the outbox, then what reads: so the first thing on the screen is what was there before.
  ///
  /// - Parameter folder: what outlives the app.
  init(_ network: any RelayNetwork, folder: URL) async throws {
    let store = try await RelayStore.open(DurableFolder(folder.appendingPathComponent("store")))
    environment = RelayEnvironment(network: network, store: store)
    outbox = try await Outbox.ofTodos(folder.appendingPathComponent("outbox"), environment)
    screen = Screen(OfflineScreen(pending: PendingHandle(outbox)))
  }

  private var list: ToDoList_user? {
    environment.read(CurrentUserToDoListQuery())?.user?.fragments.toDoList_user
  }

  private var todos: [ToDoItem_todo] { (list?.todos ?? []).map(\.fragments.toDoItem_todo) }

  /// Adds a to-do and completes it, completes another one, and deletes what is done.
  func change() async throws {
    guard let connection = list?.todos?.__id, let open = todos.first(where: { !$0.complete }) else { return }
    let added = try await outbox.add("Write to Mary Somerville", to: connection)
    try await outbox.complete(open.id)
    try await outbox.removeCompleted(todos.filter(\.complete).map(\.id), from: connection)
    try await outbox.complete(added)
  }

  /// Ends this run. What was not sent stays stored.
  func end() async throws {
    try await outbox.close()
    await environment.store.suspend()
  }
}
