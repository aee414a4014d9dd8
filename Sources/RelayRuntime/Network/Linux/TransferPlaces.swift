#if !canImport(Darwin)
  /// The places for transfers of one kind, and the items that wait for one, in order of arrival.
  ///
  /// An origin gets at most half of the places, so that a slow server does not hold up requests to another.
  struct TransferPlaces<Item> {
    private struct Waiting {
      let item: Item
      let origin: HTTPRedirection.Origin
      let deadline: ContinuousClock.Instant
    }

    /// The ids of the items that wait for one origin. Some may no longer be waiting.
    private struct Queue {
      private var ids: [Int] = []
      private var head = 0

      var first: Int? { head < ids.count ? ids[head] : nil }

      mutating func append(_ id: Int) { ids.append(id) }

      mutating func removeFirst() {
        head += 1
        guard head > 32, 2 * head > ids.count else { return }
        ids.removeFirst(head)
        head = 0
      }
    }

    private let limit: Int
    private let limitOfOrigin: Int
    private var waiting = [Int: Waiting]()
    private var queues = [HTTPRedirection.Origin: Queue]()
    private var used = [HTTPRedirection.Origin: Int]()
    /// The number of places in use.
    private(set) var usedCount = 0

    /// - Parameter limit: the number of places, at least one.
    init(limit: Int) {
      self.limit = max(limit, 1)
      limitOfOrigin = max((limit + 1) / 2, 1)
    }

    var waitingCount: Int { waiting.count }

    /// The time at which the next item has waited too long.
    var deadline: ContinuousClock.Instant? {
      queues.values.compactMap { $0.first.flatMap { waiting[$0]?.deadline } }.min()
    }

    /// - Parameters:
    ///   - id: identifies the item. Of two items that could be admitted, the one with the lower number is.
    ///   - deadline: the end of the wait.
    mutating func add(_ item: Item, id: Int, _ origin: HTTPRedirection.Origin, until deadline: ContinuousClock.Instant) {
      waiting[id] = Waiting(item: item, origin: origin, deadline: deadline)
      queues[origin, default: Queue()].append(id)
    }

    /// Stops waiting.
    /// - Returns: nil if it is not waiting.
    mutating func remove(_ id: Int) -> Item? {
      guard let removed = waiting.removeValue(forKey: id) else { return nil }
      skipRemoved(removed.origin)
      return removed.item
    }

    /// Gives a free place to the item that has waited longest among those whose origin has not used up its share.
    mutating func admit() -> Item? {
      guard usedCount < limit else { return nil }
      let candidates = queues.compactMap { origin, queue in queue.first.map { (origin: origin, id: $0) } }
      guard let next = candidates.filter({ used[$0.origin, default: 0] < limitOfOrigin }).min(by: { $0.id < $1.id }) else { return nil }
      usedCount += 1
      used[next.origin, default: 0] += 1
      return remove(next.id)
    }

    /// Frees a place.
    mutating func release(_ origin: HTTPRedirection.Origin) {
      guard let count = used[origin] else { return }
      used[origin] = count > 1 ? count - 1 : nil
      usedCount -= 1
    }

    /// Removes the items that have waited too long.
    mutating func expire(at now: ContinuousClock.Instant) -> [Item] {
      var expired: [Item] = []
      for origin in Array(queues.keys) {
        while let id = queues[origin]?.first, let deadline = waiting[id]?.deadline, deadline <= now {
          if let item = remove(id) { expired.append(item) }
        }
      }
      return expired
    }

    /// Removes all items that wait.
    mutating func removeAll() -> [Item] {
      defer {
        waiting.removeAll()
        queues.removeAll()
      }
      return waiting.keys.ascending().compactMap { waiting[$0]?.item }
    }

    /// Removes the ids at the head of a queue that no longer wait, so that its first id is one that does.
    private mutating func skipRemoved(_ origin: HTTPRedirection.Origin) {
      while let id = queues[origin]?.first, waiting[id] == nil { queues[origin]?.removeFirst() }
      if queues[origin]?.first == nil { queues[origin] = nil }
    }
  }
#endif
