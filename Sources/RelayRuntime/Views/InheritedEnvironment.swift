#if canImport(SwiftUI)
  public import SwiftUI

  private struct RelayEnvironmentKey: EnvironmentKey {
    static let defaultValue: RelayEnvironment? = nil
  }

  extension EnvironmentValues {
    /// The Relay environment that the views below use.
    public var relayEnvironment: RelayEnvironment? {
      get { self[RelayEnvironmentKey.self] }
      set { self[RelayEnvironmentKey.self] = newValue }
    }
  }

  extension View {
    /// Makes `environment` the one that `@Query`, `@Mutation` and `@Subscription` in this view and below it use.
    public func relayEnvironment(_ environment: RelayEnvironment?) -> some View {
      self.environment(\.relayEnvironment, environment)
    }
  }

  /// The environment of the view that a property wrapper is in; ``RelayEnvironment/current`` outside of a view.
  @MainActor
  struct InheritedEnvironment: DynamicProperty {
    private var inherited = Environment(\.relayEnvironment)
    /// Whether SwiftUI has made the property part of a view. Before that, reading the environment is a runtime issue.
    private var isInstalled = false

    nonisolated init() {}

    // SwiftUI calls it before each evaluation of the view.
    nonisolated mutating func update() { isInstalled = true }

    var environment: RelayEnvironment? { (isInstalled ? inherited.wrappedValue : nil) ?? RelayEnvironment.current }
  }

  extension FragmentStorage: DynamicProperty {}
  extension OperationStorage: DynamicProperty {}

  extension Query: DynamicProperty {}
  extension Fragment: DynamicProperty {}
  extension PluralFragment: DynamicProperty {}
  extension RefetchableFragment: DynamicProperty {}
  extension PaginationFragment: DynamicProperty {}
  extension Mutation: DynamicProperty {}
  extension Subscription: DynamicProperty {}
#endif
