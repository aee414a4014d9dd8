/// Counts the bytes of one exchange that have been received but not yet consumed, up to a limit.
///
/// The receiver of bytes gets a receipt, which travels with them from the socket or session to the network, to the environment, and with
/// the resulting data to the application's loop. The bytes count until the receipt is released.
final class ReceivedBytes: Sendable {
  /// Accounts for bytes until it is released.
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

  /// The maximum number of waiting bytes.
  let limit: Int
  private let pending = Lock(0)

  /// - Parameter limit: the maximum number of waiting bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// Counts bytes that have arrived.
  /// - Returns: the receipt. The bytes count until it is released.
  /// - Throws: ``RelayError/responseTooLarge(limit:)`` if more than the limit would wait.
  func receive(_ count: Int) throws -> Receipt {
    try pending.withLock { pending in
      guard count <= limit - pending else { throw RelayError.responseTooLarge(limit: limit) }
      pending += count
    }
    return Receipt(self, count)
  }

  /// The number of waiting bytes.
  var count: Int { pending.withLock { $0 } }
}
