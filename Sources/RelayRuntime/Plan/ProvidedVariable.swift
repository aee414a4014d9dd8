/// A variable of operations that a `VariableProvider` gives the value of.
public struct ProvidedVariable: Sendable {
  /// The name that operations declare.
  let name: String
  /// Gives the value.
  let value: @Sendable () -> JSON
}
