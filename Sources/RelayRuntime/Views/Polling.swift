#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Fetches a query again and again, `interval` after each answer, while this view is shown and its scene is active; see
    /// ``QueryHandle/poll(every:)``.
    ///
    /// ```swift
    /// UserView(user: user).polling($query, every: .seconds(30))
    /// ```
    /// - Parameters:
    ///   - query: the handle of a `@Query` on which `get` has been called.
    ///   - interval: the time from the end of an answer to the next request; nil disables polling.
    public func polling<Operation: GraphQLQuery>(_ query: QueryHandle<Operation>, every interval: Duration?) -> some View {
      modifier(PollingModifier(query: query, interval: interval))
    }
  }

  private struct PollingModifier<Operation: GraphQLQuery>: ViewModifier {
    private let query: QueryHandle<Operation>
    private let interval: Duration?
    // Without an attribute; see `HandleStorage`.
    private var scenePhase = Environment(\.scenePhase)

    nonisolated init(query: QueryHandle<Operation>, interval: Duration?) {
      self.query = query
      self.interval = interval
    }

    func body(content: Content) -> some View {
      let interval = scenePhase.wrappedValue == .active ? self.interval : nil
      return content.task(id: interval) {
        if let interval { try? await query.poll(every: interval) }
      }
    }
  }
#endif
