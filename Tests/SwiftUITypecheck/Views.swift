// The views of Relay.swift's guide as written in an app, and one that uses everything else.
import Foundation
import RelayRuntime
import SwiftUI

struct ItemView: View {
  @Fragment<ToDoItem_todo> var todo
  @Mutation<RenameTodoMutation> var rename

  var body: some View {
    if let todo = todo {
      HStack {
        Image(systemName: todo.complete ? "checkmark.square" : "square")
        Text(verbatim: todo.text)
        Button("Rename") { rename.commit(RenameTodoMutation(id: todo.id, text: "x")) }.disabled(rename.isInFlight)
      }
    }
  }
}

struct ListView: View {
  @PaginationFragment<ToDoList_user> var user

  var body: some View {
    if let user = user {
      List {
        ForEach(user.todos ?? []) { todo in
          ItemView(todo: todo.asFragment())
        }
        if user.isLoadingNext {
          Text("Loading…")
        } else if user.hasNext {
          Button("Load more…") {
            user.loadNext(10)
          }
        }
      }
      .refreshable { _ = try? await user.refetch().value }
    }
  }
}

struct PlainListView: View {
  @Fragment<ToDoList_user> var user

  var body: some View {
    if let user = user {
      List(user.todos ?? []) { todo in
        ItemView(todo: todo.asFragment())
      }
    }
  }
}

struct IdentifiedListView: View {
  @RefetchableFragment<ToDoList_user> var user
  @Environment(\.relayEnvironment) var environment

  var body: some View {
    List(user?.todos ?? [], id: \.id) { todo in
      ItemView(todo: todo.asFragment())
    }
    Button("Again") { user?.refetch() }
    Text(environment == nil ? "-" : "+")
  }
}

struct ScreenView: View {
  @Query<CurrentUserToDoListQuery> var query
  @Query<CurrentUserToDoListQuery>(fetchPolicy: .storeAndNetwork) var eager
  @Query(CurrentUserToDoListQuery.self) var other
  @RelayRuntime.Subscription<TodoChangedSubscription> var changes
  @RelayRuntime.Subscription<TodoChangedSubscription>(updater: { $0["u1"]?.invalidateRecord() }) var live

  var body: some View {
    switch query.get(id: "me") {
    case .loading:
      Text("Loading...")
    case .failure(let error):
      Text("Error: \(error.localizedDescription)")
    case .success(let data):
      if let user = data?.user {
        ListView(user: user.asFragment())
          .navigationTitle("To-do List for \(user.id)")
      }
    }
    if case .success(let data) = changes.get() { Text(data?.change?.kind ?? "") }
    if case .success = live.get(), case .reconnecting = live.connectionState { Text("Reconnecting…") }
  }
}

struct AppView: View {
  let relay: RelayEnvironment

  var body: some View {
    ScreenView().relayEnvironment(relay)
  }
}
