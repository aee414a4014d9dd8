/// The limits for the messages of a client's operations.
final class ReceivedRoom: Sendable {
  /// The longest message, and the maximum number of bytes waiting for one operation's consumer.
  let limit: Int
  private let operations = Lock([String: ReceivedBytes]())

  init(limit: Int) {
    self.limit = limit
  }

  func add(_ id: String) -> ReceivedBytes {
    let received = ReceivedBytes(limit: limit)
    operations.withLock { $0[id] = received }
    return received
  }

  func remove(_ id: String) {
    operations.withLock { _ = $0.removeValue(forKey: id) }
  }

  /// The longest message that some operation has room for. Which operation a message belongs to is known only after it has arrived, but a
  /// longer one would exceed the limit of each. Short messages are always accepted, so that bytes waiting for one operation do not block
  /// the others.
  var room: Int {
    let operations = self.operations.withLock { Array($0.values) }
    let room = operations.map { $0.limit - $0.count }.max() ?? limit
    return min(max(room, 1 << 20), limit)
  }
}
