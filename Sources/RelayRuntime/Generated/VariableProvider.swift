/// Gives the value of a provided variable.
///
/// `provider: "ShowsCovers"` among a fragment's `@argumentDefinitions` stands for a type `ShowsCovers` that conforms to this protocol and
/// whose ``Value`` is the argument's type. Generated code names the type, so that one that is missing, or of another value, does not
/// compile.
public protocol VariableProvider: SendableMetatype {
  /// The type of the argument.
  associatedtype Value: InputValue
  /// The value. It must be the same each time, since it is part of what identifies a request and its data in the store.
  static func get() -> Value
}

extension ProvidedVariable {
  /// Made by generated code.
  ///
  /// - Parameters:
  ///   - name: the name that operations declare.
  ///   - type: the type of the fragment's argument.
  ///   - provider: what gives the value.
  public init<Value, Provider: VariableProvider>(_ name: String, _ type: Value.Type, _ provider: Provider.Type)
  where Provider.Value == Value {
    self.init(name: name, value: { Provider.get().__json ?? .null })
  }
}
