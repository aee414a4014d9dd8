import Synchronization

/// Counts the bytes of one exchange that have been received and that nobody has taken yet, up to a limit.
///
/// Whoever receives bytes asks for a receipt, which travels with them: from the socket or the session to the network, to the environment, and
/// with what was made of them to the application's own loop. They count until the receipt is given up.
final class ReceivedBytes: Sendable {
  /// Stands for bytes that count until this object is gone.
  final class Receipt: Sendable {
    private let owner: ReceivedBytes
    private let count: Int

    fileprivate init(_ owner: ReceivedBytes, _ count: Int) {
      self.owner = owner
      self.count = count
    }

    deinit {
      owner.pending.withLock { $0 -= count }
    }
  }

  /// The most bytes that may wait.
  let limit: Int
  private let pending = Mutex(0)

  /// - Parameter limit: in bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// Counts bytes that have come.
  /// - Returns: the receipt for them, which counts as long as someone holds it.
  /// - Throws: ``RelayError/responseTooLarge(limit:)`` where more than the limit would wait.
  func receive(_ count: Int) throws -> Receipt {
    try self.pending.withLock { pending in
      guard count <= limit - pending else { throw RelayError.responseTooLarge(limit: limit) }
      pending += count
    }
    return Receipt(self, count)
  }

  /// How many bytes wait.
  var count: Int { pending.withLock { $0 } }
}
