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

  extension Query: DynamicProperty {}
  extension Fragment: DynamicProperty {}
  extension PluralFragment: DynamicProperty {}
  extension RefetchableFragment: DynamicProperty {}
  extension PaginationFragment: DynamicProperty {}
  extension Mutation: DynamicProperty {}
  extension Subscription: DynamicProperty {}
#endif
