/// How much a run may write, in bytes. A small document can describe an enormous output, because an operation contains a fragment for each
/// place in which it is spread.
struct OutputLimit: Sendable {
  /// The texts of all operations, and likewise all generated Swift.
  var total: Int
  /// The Swift of one definition.
  var definition: Int

  /// The greatest plan.
  static let plan = 64 << 20

  init(total: Int = 256 << 20, definition: Int = 64 << 20) {
    self.total = total
    self.definition = min(definition, Self.plan)
  }
}

/// What all threads together may still write.
final class OutputBudget: Sendable {
  let size: Int
  private let rest: Lock<Int>

  init(_ bytes: Int) {
    size = bytes
    rest = Lock(bytes)
  }

  /// Whether so many bytes were left. If not, none are left from then on. So the order in which threads ask does not matter.
  @discardableResult
  func take(_ count: Int) -> Bool {
    rest.withLock { rest in
      rest = rest < count ? -1 : rest - count
      return rest >= 0
    }
  }

  var isExhausted: Bool { rest.withLock { $0 < 0 } }
}
