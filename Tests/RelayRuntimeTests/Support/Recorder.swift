@testable import RelayRuntime

/// A list that several threads append to.
final class Recorder<Value: Sendable>: Sendable {
  private let storage = Lock<[Value]>([])

  var values: [Value] { storage.withLock { $0 } }

  /// The value at an index, if there is one.
  func value(at index: Int) -> Value? { storage.withLock { $0.indices.contains(index) ? $0[index] : nil } }

  @discardableResult func append(_ value: Value) -> Int {
    storage.withLock { values in
      values.append(value)
      return values.count
    }
  }
}
