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
  /// Requests that were cancelled before their turn.
  private var cancelled: Set<String> = []

  package init() {}

  package func add(_ item: Item) {
    condition.lock()
    if case .message(let message) = item, message["method"]?.string == "$/cancelRequest", let id = message["params"]?["id"] {
      // Only what is waiting can be cancelled; an answer takes a millisecond.
      if items[first...].contains(where: { if case .message(let other) = $0 { other["id"] == id } else { false } }) {
        cancelled.insert(Self.key(id))
      }
    }
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
    if first == items.count || first > 1024 {
      items.removeFirst(first)
      first = 0
    }
    return item
  }

  var isEmpty: Bool {
    condition.lock()
    defer { condition.unlock() }
    return first == items.count
  }

  /// Whether a request was cancelled; asked once.
  func takeCancellation(of id: JSON) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    return cancelled.remove(Self.key(id)) != nil
  }

  private static func key(_ id: JSON) -> String { String(decoding: id.text, as: UTF8.self) }
}
