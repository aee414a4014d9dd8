/// The subscriptions whose data depends on a record. Few for most records, but every mounted view may depend on the root.
enum SubscriptionSet: Sendable {
  case few(ContiguousArray<Int32>)
  case many(Set<Int32>)

  private static let maximumFew = 32

  init() { self = .few([]) }

  var isEmpty: Bool {
    switch self {
    case .few(let list): list.isEmpty
    case .many(let set): set.isEmpty
    }
  }

  mutating func insert(_ subscription: Int32) {
    // Taken out, so that the other reference to the contents does not make a copy of them necessary.
    let contents = self
    self = SubscriptionSet()
    switch consume contents {
    case .few(var list):
      list.append(subscription)
      self = list.count <= SubscriptionSet.maximumFew ? .few(list) : .many(Set(list))
    case .many(var set):
      set.insert(subscription)
      self = .many(set)
    }
  }

  mutating func remove(_ subscription: Int32) {
    let contents = self
    self = SubscriptionSet()
    switch consume contents {
    case .few(var list):
      if let position = list.firstIndex(of: subscription) {
        list.swapAt(position, list.count - 1)
        list.removeLast()
      }
      self = .few(list)
    case .many(var set):
      set.remove(subscription)
      if !set.isEmpty { self = .many(set) }
    }
  }

  func forEach(_ body: (Int32) -> Void) {
    switch self {
    case .few(let list): list.forEach(body)
    case .many(let set): set.forEach(body)
    }
  }
}
