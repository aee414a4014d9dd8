import RelayRuntime
import SwiftUI

/// The list, and the details of a to-do above it.
public struct TodoNavigation: View {
  /// The queries of the screens above the list. They run before their screens are made, and their data goes when the path lets go of them.
  @State private var path: [PreloadedQuery<TodoDetailQuery>] = []

  public init() {}

  public var body: some View {
    NavigationStack(path: $path) {
      TodoListScreen { path.append($0) }
        .navigationDestination(for: PreloadedQuery<TodoDetailQuery>.self) { TodoDetailScreen(preloaded: $0) }
    }
  }
}
