/// A handle that runs operations in an environment.
@MainActor
protocol EnvironmentDependent: AnyObject, Sendable {
  var environment: RelayEnvironment? { get set }
}
