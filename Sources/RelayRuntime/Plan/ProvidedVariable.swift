/// A variable whose value comes from a `VariableProvider`.
public struct ProvidedVariable: Sendable {
  /// The name that operations declare.
  let name: String
  /// Gives the value.
  let value: @Sendable () -> JSON
}
