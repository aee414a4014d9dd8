#if canImport(SwiftUI)
  public import SwiftUI

  private struct RelayEnvironmentKey: EnvironmentKey {
    static let defaultValue: RelayEnvironment? = nil
  }

  extension EnvironmentValues {
    /// The Relay environment of the view hierarchy.
    public var relayEnvironment: RelayEnvironment? {
      get { self[RelayEnvironmentKey.self] }
      set { self[RelayEnvironmentKey.self] = newValue }
    }
  }

  extension View {
    /// Makes `environment` the one for `@Query`, `@Mutation` and `@Subscription` in this view and its descendants. While none of the scenes
    /// is active in which it is shown, stale queries are not refetched.
    public func relayEnvironment(_ environment: RelayEnvironment?) -> some View {
      self.environment(\.relayEnvironment, environment).modifier(SceneActivity(environment: environment))
    }
  }

  /// Tells an environment whether a scene is active that shows it.
  private struct SceneActivity: ViewModifier {
    private struct Activity: Equatable {
      let environment: ObjectIdentifier?
      let isActive: Bool
    }

    private let environment: RelayEnvironment?
    // Without an attribute; see `HandleStorage`.
    private var scenePhase = Environment(\.scenePhase)

    nonisolated init(environment: RelayEnvironment?) { self.environment = environment }

    func body(content: Content) -> some View {
      let isActive = scenePhase.wrappedValue == .active
      return content.task(id: Activity(environment: environment.map { ObjectIdentifier($0) }, isActive: isActive)) {
        guard let environment else { return }
        let scene = environment.mounted.addScene(isActive: isActive)
        defer { scene.dispose() }
        // Until the view disappears, or the scene's activity changes.
        let (end, continuation) = AsyncStream<Never>.makeStream()
        for await _ in end {}
        continuation.finish()
      }.task(id: scenePhase.wrappedValue) {
        guard let mirror = environment?.store.mirror else { return }
        if scenePhase.wrappedValue != .background {
          mirror.resumeWork()
        } else if environment?.mounted.hasActiveScene == false {
          // The system ends a suspended process that holds locks on files.
          await mirror.suspend()
        }
      }
    }
  }

  extension Query: DynamicProperty {}
  extension Fragment: DynamicProperty {}
  extension PluralFragment: DynamicProperty {}
  extension RefetchableFragment: DynamicProperty {}
  extension PaginationFragment: DynamicProperty {}
  extension Mutation: DynamicProperty {}
  extension Subscription: DynamicProperty {}
#endif
