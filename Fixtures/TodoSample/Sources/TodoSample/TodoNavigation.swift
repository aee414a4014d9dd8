import RelayRuntime
import SwiftUI

/// The list, and the details of a to-do pushed on top of it.
public struct TodoNavigation: View {
  /// The queries of the screens above the list. They start before their screens are created, and their data is released when the path
  /// releases them.
  @State private var path: [PreloadedQuery<TodoDetailQuery>] = []

  public init() {}

  public var body: some View {
    NavigationStack(path: $path) {
      TodoListScreen { path.append($0) }
        .navigationDestination(for: PreloadedQuery<TodoDetailQuery>.self) { TodoDetailScreen(preloaded: $0) }
    }
  }
}
