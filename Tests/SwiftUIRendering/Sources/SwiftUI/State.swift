/// A property that SwiftUI connects to a position in the view tree before it evaluates the body that uses the property.
protocol Installable: DynamicProperty {
  @MainActor mutating func install(in node: Node, key: Int)
}

@propertyWrapper
public struct State<Value>: DynamicProperty, Installable {
  private final class Storage {
    var value: Value
    weak var node: Node?
    init(_ value: Value) { self.value = value }
  }

  private let initial: Value
  private var storage: Storage?

  public init(wrappedValue value: Value) { initial = value }
  public init(initialValue value: Value) { initial = value }

  public var wrappedValue: Value {
    get { storage?.value ?? initial }
    nonmutating set {
      guard let storage else { return }
      storage.value = newValue
      let node = storage.node
      MainActor.assumeIsolated { node?.invalidate() }
    }
  }
  public var projectedValue: Binding<Value> { Binding(get: { wrappedValue }, set: { wrappedValue = $0 }) }

  mutating func install(in node: Node, key: Int) {
    let known = node.storage[key] as? Storage
    let storage = known ?? Storage(initial)
    storage.node = node
    node.storage[key] = storage
    self.storage = storage
  }
}
extension State: @unchecked Sendable where Value: Sendable {}

@propertyWrapper
public struct Binding<Value> {
  let get: () -> Value
  let set: (Value) -> Void
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { (self.get, self.set) = (get, set) }
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
  public var projectedValue: Binding { self }
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty, Installable {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  /// What the view that this was made for has found; a view that is evaluated again has another copy.
  private var value: Value?

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  public var wrappedValue: Value {
    if let value { return value }
    RuntimeIssues.record("Accessing Environment's value outside of being installed on a View.")
    return EnvironmentValues()[keyPath: keyPath]
  }

  mutating func install(in node: Node, key: Int) { value = node.read(keyPath) }
}
extension Environment: @unchecked Sendable where Value: Sendable {}
