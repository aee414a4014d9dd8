/// Counts the bytes of one exchange that have been received and not yet consumed, up to a limit.
///
/// The receiver of bytes gets a receipt, which travels with them: from the socket or session to the network, to the environment, and with
/// the resulting data to the application's own loop. The bytes count until the receipt is released.
final class ReceivedBytes: Sendable {
  /// Represents bytes, which count until this object is released.
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
  private let pending = Lock(0)

  /// - Parameter limit: in bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// Counts bytes that have arrived.
  /// - Returns: the receipt. The bytes count as long as it is held.
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
