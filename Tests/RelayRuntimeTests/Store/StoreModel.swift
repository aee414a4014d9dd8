import RelayRuntime

/// The expected behavior of a store, implemented as simply as possible: dictionaries that are copied for every
/// operation.
struct StoreModel {
  struct User {
    /// Absent: the field is unknown.
    var name: JSON?
    var link: String??
    var list: [String?]?
  }

  enum State {
    case deleted
    case exists(User)
  }

  /// A change made by an updater.
  enum Edit: Sendable {
    case create(String, name: Int)
    case delete(String)
    case setName(String, Int)
    /// Depends on data that the updater reads.
    case increment(String)
    case setLink(String, String?)
    case setList(String, [String?])
    case appendToList(String, String)
    case removeFromList(String, String)
  }

  var base: [String: State] = [:]
  var optimistic: [(id: Int, edits: [Edit])] = []
  /// The records that a response has linked to the query root.
  var answered: Set<String> = []

  /// The visible state: the committed state with the optimistic changes applied in order.
  var visible: [String: State] {
    var state = base
    for update in optimistic {
      for edit in update.edits { StoreModel.apply(edit, to: &state) }
    }
    return state
  }

  mutating func commit(_ edits: [Edit]) {
    for edit in edits { StoreModel.apply(edit, to: &base) }
  }

  /// Merges an object of a response: its fields are set, the others are kept.
  mutating func merge(_ id: String, _ fields: User) {
    guard case .exists(var user)? = base[id] else {
      base[id] = .exists(fields)
      return
    }
    if let name = fields.name { user.name = name }
    if let link = fields.link { user.link = .some(link) }
    if let list = fields.list { user.list = list }
    base[id] = .exists(user)
  }

  private static func apply(_ edit: Edit, to state: inout [String: State]) {
    func change(_ id: String, _ body: (inout User) -> Void) {
      guard case .exists(var user)? = state[id] else { return }
      body(&user)
      state[id] = .exists(user)
    }
    func exists(_ id: String) -> Bool {
      if case .exists? = state[id] { return true }
      return false
    }
    switch edit {
    case .create(let id, let name): state[id] = .exists(User(name: .int(name)))
    case .delete(let id): state[id] = .deleted
    case .setName(let id, let name): change(id) { $0.name = .int(name) }
    case .increment(let id): change(id) { $0.name = .int(($0.name?.intValue ?? 0) + 1) }
    case .setLink(let id, let target): change(id) { $0.link = .some(target.flatMap { exists($0) ? $0 : nil }) }
    case .setList(let id, let targets): change(id) { $0.list = targets.map { $0.flatMap { exists($0) ? $0 : nil } } }
    case .appendToList(let id, let target):
      guard exists(target) else { return }
      change(id) { user in user.list = (user.list ?? []).map { $0.flatMap { exists($0) ? $0 : nil } } + [target] }
    case .removeFromList(let id, let target):
      change(id) { user in
        guard let list = user.list else { return }
        user.list = list.map { $0.flatMap { exists($0) ? $0 : nil } }.filter { $0 != target }
      }
    }
  }

  /// The contents of a mounted reader of `{ name link { name } list { name } }`, whether data is missing, and which records it saw.
  func read(_ id: String, in state: [String: State]) -> (json: JSON?, isMissing: Bool, seen: Set<String>) {
    var isMissing = false
    var seen: Set<String> = [id]
    func name(_ user: User) -> JSON {
      guard let name = user.name else {
        isMissing = true
        return [:]
      }
      return ["name": name]
    }
    func child(_ id: String) -> JSON? {
      seen.insert(id)
      switch state[id] {
      case nil:
        isMissing = true
        return nil
      case .deleted?: return .null
      case .exists(let user)?: return name(user)
      }
    }
    switch state[id] {
    case nil: return (nil, true, seen)
    case .deleted?: return (nil, false, seen)
    case .exists(let user)?:
      var members = name(user).objectValue ?? [:]
      switch user.link {
      case nil: isMissing = true
      case .some(nil): members["link"] = .some(.null)
      case .some(let target?): if let json = child(target) { members["link"] = json }
      }
      if let list = user.list {
        members["list"] = .array(list.map { $0.map { child($0) ?? .null } ?? .null })
      } else {
        isMissing = true
      }
      return (.object(members), isMissing, seen)
    }
  }

  /// Removes every record that is not visible, and the links to it from the root. Nothing is removed while there are optimistic changes.
  mutating func collect(keeping seen: Set<String>, retained: Set<String>) {
    guard optimistic.isEmpty else { return }
    for id in base.keys where !seen.contains(id) { base[id] = nil }
    answered.formIntersection(retained)
  }
}
