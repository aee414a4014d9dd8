/// The released operations that are still kept, oldest first.
struct ReleaseBuffer: Sendable {
  /// The number of each operation. Newer ones have higher numbers.
  private var numbers = [ByteKey: Int]()
  private var operations = [Int: ByteKey]()
  /// The number of the oldest operation, if there is one.
  private var first = 0
  private var next = 0

  var count: Int { operations.count }

  var isEmpty: Bool { operations.isEmpty }

  /// The operation that was released first.
  var oldest: ByteKey? { operations[first] }

  /// Adds an operation as the newest.
  mutating func append(_ operation: ByteKey) {
    remove(operation)
    numbers[operation] = next
    operations[next] = operation
    next += 1
  }

  mutating func remove(_ operation: ByteKey) {
    guard let number = numbers.removeValue(forKey: operation) else { return }
    operations[number] = nil
    while first < next, operations[first] == nil { first += 1 }
  }
}
