extension Generated {
  /// A variable whose value comes from a `VariableProvider`.
  public struct ProvidedVariable: Sendable {
    /// The variable's name in operations.
    let name: String
    /// Returns the value.
    let value: @Sendable () -> JSON
  }
}
