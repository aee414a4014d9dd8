import Foundation

/// What the server has to do, in the order of arrival. Other threads add to it, and the owner of the state takes from it.
///
/// `@unchecked Sendable`: everything is only used while `condition` is locked.
package final class Inbox: @unchecked Sendable {
  package enum Item: Sendable {
    case message(JSON)
    /// Bytes that are no JSON.
    case malformed
    case event(@Sendable (LanguageServer) -> Void)
    /// The other side is gone.
    case end
  }

  private let condition = NSCondition()
  private var items: [Item] = []
  private var first = 0
  private var isEnded = false

  package init() {}

  package func add(_ item: Item) {
    condition.lock()
    items.append(item)
    condition.signal()
    condition.unlock()
  }

  package func next() -> Item {
    condition.lock()
    defer { condition.unlock() }
    while first == items.count { condition.wait() }
    let item = items[first]
    first += 1
    if case .end = item { isEnded = true }
    if first == items.count || first > 1024 {
      items.removeFirst(first)
      first = 0
    }
    return item
  }

  /// Takes the first result of another thread, before the messages that came earlier.
  func nextEvent() -> Item {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let index = items[first...].firstIndex(where: { if case .event = $0 { true } else { false } }) { return items.remove(at: index) }
      condition.wait()
    }
  }

  /// Whether the owner of the state knows that the other side is gone.
  var hasEnded: Bool {
    condition.lock()
    defer { condition.unlock() }
    return isEnded
  }

  var isEmpty: Bool {
    condition.lock()
    defer { condition.unlock() }
    return first == items.count
  }
}
