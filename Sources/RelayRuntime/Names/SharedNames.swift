/// The names of fields and types that the whole process shares. Those from plans are permanent; others are kept as long as a store holds
/// them.
struct SharedNames: Sendable {
  private(set) var table = InternTable(capacity: 1024)
  /// For each name, the number of stores that hold it; `permanent` for names from plans.
  private var holders: ContiguousArray<Int32> = []
  private static let permanent = Int32.max

  private mutating func place(_ name: String) -> Int {
    let id = Int(table.intern(name))
    while holders.count <= id { holders.append(0) }
    return id
  }

  /// The id of a name that a plan has.
  mutating func intern(_ name: String) -> KeyID {
    let id = place(name)
    holders[id] = SharedNames.permanent
    return KeyID(truncatingIfNeeded: id)
  }

  /// The id of a name that a plan has; `nil` for others.
  func find(_ name: String) -> KeyID? { table.find(name).flatMap { holders[Int($0)] == SharedNames.permanent ? $0 : nil } }

  /// Adds a store's hold on a name, and returns the name's id.
  mutating func hold(_ name: String) -> KeyID {
    let id = place(name)
    if holders[id] != SharedNames.permanent { holders[id] += 1 }
    return KeyID(truncatingIfNeeded: id)
  }

  /// Ends a store's hold on a name. The id of a name without holders may be reused.
  mutating func release(_ id: KeyID) {
    let index = Int(id)
    guard holders[index] != SharedNames.permanent else { return }
    holders[index] -= 1
    if holders[index] == 0 { table.remove(id) }
  }
}
