/// The ages of the fields of an operation's plan, by the type of the object and the storage key, and the fields that the keys stand for.
/// Several uses of a field have the smallest of their ages.
final class PlanAges: Sendable {
  private struct Place: Sendable, Hashable, BitwiseCopyable {
    let type: KeyID
    let key: KeyID
  }

  /// A field of the server's: its name, and its storage key.
  struct Field: Sendable, Hashable, BitwiseCopyable {
    let name: KeyID
    let key: KeyID
  }

  private let ages: [Place: FieldAge]
  /// The fields by storage key; for a field that a handler maintains, those that it stands for.
  private let fields: [KeyID: Set<Field>]
  /// Keeps the storage keys in their table.
  private let lease: KeyLease
  private let table: KeyTable

  private init(_ operation: OperationDescriptor, _ table: KeyTable) {
    let walk = PlanWalk(operation, table)
    var ages = [Place: FieldAge]()
    PlanAges.add(0..<walk.steps.count, operation.definition.fragment.plan.typeKey, walk, &ages)
    self.ages = ages
    fields = PlanAges.fields(walk)
    lease = walk.lease
    self.table = table
  }

  /// The ages of an operation with the keys of a store. They are found once for all fragments of the operation, unless it is in several
  /// stores.
  static func of(_ operation: OperationDescriptor, _ table: KeyTable) -> PlanAges {
    if let known = operation.planAges.load(), known.table === table { return known }
    let made = PlanAges(operation, table)
    let stored = operation.planAges.storeIfNil(made)
    return stored.table === table ? stored : made
  }

  private static func add(_ range: Range<Int>, _ type: KeyID, _ walk: PlanWalk, _ ages: inout [Place: FieldAge]) {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = walk.steps[index]
      let children = index + 1..<max(index + 1, Int(step.next))
      switch step.kind {
      case .scalar, .linked:
        let age = walk.plan.age(at: index)
        ages[Place(type: type, key: walk.key(step)), default: age].shorten(to: age)
        if step.kind == .linked { add(children, step.type, walk, &ages) }
      case .inlineFragment: add(children, step.typeCondition.isAbstract ? Keys.none : step.type, walk, &ages)
      case .scalarHandle, .linkedHandle, .typeDiscriminator: break
      // Client data never becomes stale.
      case .clientExtension: break
      case .condition, .defer, .stream: add(children, type, walk, &ages)
      }
      index = children.upperBound
    }
  }

  private static func fields(_ walk: PlanWalk) -> [KeyID: Set<Field>] {
    var found = [KeyID: Set<Field>]()
    for step in walk.steps {
      switch step.kind {
      case .scalar, .linked:
        let key = walk.key(step)
        found[key, default: []].insert(Field(name: walk.plan.nameKey(step), key: key))
      case .linkedHandle:
        guard step.name >= 0 else { break }
        let source = walk.steps[Int(step.name)]
        found[walk.handleKey(step), default: []].insert(Field(name: walk.plan.nameKey(source), key: walk.key(source)))
      case .scalarHandle, .inlineFragment, .typeDiscriminator, .condition, .defer, .stream, .clientExtension: break
      }
    }
    return found
  }

  /// The server's fields that a storage key stands for: one, unless a handler maintains it for several.
  func fields(of key: KeyID) -> Set<Field> { fields[key] ?? [] }

  /// The age of a field of an object; nil for what is not a server's field.
  func age(of key: KeyID, on type: KeyID) -> FieldAge? {
    let own = ages[Place(type: type, key: key)]
    // Of an object whose type the plan does not name.
    guard var age = ages[Place(type: Keys.none, key: key)] else { return own }
    if let own { age.shorten(to: own) }
    return age
  }
}

extension FieldAge {
  /// Takes another use of the field into account.
  fileprivate mutating func shorten(to other: FieldAge) {
    if let age = other.maxAge { maxAge = min(maxAge ?? age, age) }
    if let span = other.staleWhileRevalidate { staleWhileRevalidate = min(staleWhileRevalidate ?? span, span) }
  }
}
