@MainActor public final class Store<State> {
  public let state: State
  public init(_ state: State) { self.state = state }
}
public struct Row {}
public enum JSON { case null }
@propertyWrapper public struct Fetch<Value> {
  public let wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
