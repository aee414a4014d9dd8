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
    /// Makes `environment` the one for `@Query`, `@Mutation` and `@Subscription` in this view and its descendants.
    public func relayEnvironment(_ environment: RelayEnvironment?) -> some View {
      self.environment(\.relayEnvironment, environment)
    }
  }

  /// The environment of the view that contains a property wrapper; ``RelayEnvironment/current`` outside of a view.
  @MainActor
  struct InheritedEnvironment: DynamicProperty {
    private var inherited = Environment(\.relayEnvironment)
    /// Whether SwiftUI has installed the property in a view. Reading the environment earlier causes a runtime warning.
    private var isInstalled = false

    nonisolated init() {}

    // Called by SwiftUI before each evaluation of the view.
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
