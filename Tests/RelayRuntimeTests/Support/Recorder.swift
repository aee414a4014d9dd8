@testable import RelayRuntime

/// A value that several threads append to.
final class Recorder<Value: Sendable>: Sendable {
  private let storage = Lock<[Value]>([])

  var values: [Value] { storage.withLock { $0 } }

  @discardableResult func append(_ value: Value) -> Int {
    storage.withLock { values in
      values.append(value)
      return values.count
    }
  }
}
