/// The current path in a response: response keys and list indices from the root.
struct ResponsePath: Sendable {
  /// The path of the part that is being normalized.
  private let base: [JSON]
  /// The path below `base`: the index of a response key, or `-1 - n` for item `n` of a list. Texts are created only for
  /// messages.
  private var components: ContiguousArray<Int32> = []

  init(base: [JSON]) { self.base = base }

  @inline(__always) mutating func push(responseKey: Int32) { components.append(responseKey) }

  /// Enters a list, before its first item.
  @inline(__always) mutating func pushList() { components.append(-1) }

  /// Moves to an item of the innermost list.
  @inline(__always)
  mutating func setItem(_ index: Int) { components[components.count - 1] = -1 - Int32(truncatingIfNeeded: index) }

  @inline(__always) mutating func pop() { components.removeLast() }

  /// The path as in a response's errors.
  func json(_ plan: NormalizationPlan) -> [JSON] {
    base
      + components.map { component in
        component >= 0 ? .string(plan.responseKeys[Int(component)]) : .int(Int(-1 - component))
      }
  }

  /// The path as text for messages.
  func text(_ plan: NormalizationPlan) -> String { json(plan).pathText }
}
