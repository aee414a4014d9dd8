import Observation

/// A value that belongs to a view; changing it evaluates the view's body again.
@propertyWrapper @MainActor
public struct State<Value> {
  private let box: Box<Value>

  public init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    Binding {
      box.value
    } set: {
      box.value = $0
    }
  }
}

extension State: Equatable {
  /// A view's state is not one of its inputs, so all states count as equal.
  public nonisolated static func == (left: State, right: State) -> Bool { true }
}

@MainActor @Observable
private final class Box<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A reference to a value that is stored elsewhere.
@propertyWrapper @MainActor
public struct Binding<Value> {
  private let get: @MainActor () -> Value
  private let set: @MainActor (Value) -> Void

  public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
    self.get = get
    self.set = set
  }

  public var wrappedValue: Value {
    get { self.get() }
    nonmutating set { self.set(newValue) }
  }
}
