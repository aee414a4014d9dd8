/// Gives the value of a provided variable.
///
/// `provider: "ShowsCovers"` in a fragment's `@argumentDefinitions` refers to a type `ShowsCovers` that conforms to this protocol and whose
/// ``Value`` is the argument's type. Generated code uses the type, so a missing type, or one with another `Value`, is a compile error.
///
/// ```swift
/// enum ShowsCovers: VariableProvider {
///   static func get() -> Bool { ProcessInfo.processInfo.processorCount > 1 }
/// }
/// ```
///
/// See <doc:UsingFragments>.
public protocol VariableProvider: SendableMetatype {
  /// The type of the argument.
  associatedtype Value: Generated.InputValue
  /// The value. It must not change, because it is part of what identifies a request and its data in the store.
  static func get() -> Value
}

extension Generated.ProvidedVariable {
  /// Used by generated code.
  ///
  /// - Parameters:
  ///   - name: the name of the variable in operations.
  ///   - type: the type of the fragment's argument.
  ///   - provider: provides the value.
  public init<Value, Provider: VariableProvider>(_ name: String, _ type: Value.Type, _ provider: Provider.Type)
  where Provider.Value == Value {
    self.init(name: name, value: { Provider.get().__json ?? .null })
  }
}
