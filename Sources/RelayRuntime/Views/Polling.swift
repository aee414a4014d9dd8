#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Asks the server for a query again and again, `interval` after each answer, while this view is there and its scene is active: see
    /// ``QueryHandle/poll(every:)``.
    ///
    /// ```swift
    /// UserView(user: user).polling($query, every: .seconds(30))
    /// ```
    /// - Parameters:
    ///   - query: the handle of a `@Query`, which has been asked for its result.
    ///   - interval: the time from the end of an answer to the next request; nil does not poll.
    public func polling<Operation: GraphQLQuery>(_ query: QueryHandle<Operation>, every interval: Duration?) -> some View {
      modifier(PollingModifier(query: query, interval: interval))
    }
  }

  private struct PollingModifier<Operation: GraphQLQuery>: ViewModifier {
    private let query: QueryHandle<Operation>
    private let interval: Duration?
    // Without attributes; see `HandleStorage`.
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
