/// The names of types that an operation tells, for overrides by type.
struct MockTypeNames {
  /// The types of objects: of fields, of type conditions and of the root. For a test operation, the types of all fields.
  private(set) var known: Set<String>
  /// The interfaces and unions of type conditions.
  private(set) var abstract: Set<String> = []

  init(_ definition: OperationDefinition, _ types: MockFieldTypes) {
    let plan = definition.normalization
    known = types.names
    for step in plan.steps {
      switch step.kind {
      case .linked: insert(step.type, isAbstract: false)
      case .inlineFragment: insert(step.type, isAbstract: step.abstractKey != Keys.none)
      case .typeDiscriminator: abstract.insert(Self.type(ofKey: plan.responseKeys[Int(step.name)]))
      default: break
      }
    }
    for fragment in definition.fragment.withAllBelow {
      let condition = fragment.plan.typeCondition
      insert(condition.type, isAbstract: condition.isAbstract)
    }
    abstract.subtract(known)
  }

  private mutating func insert(_ type: KeyID, isAbstract: Bool) {
    guard type != Keys.none else { return }
    if isAbstract { abstract.insert(Keys.name(type)) } else { known.insert(Keys.name(type)) }
  }

  /// `Node` for `__isNode`.
  private static func type(ofKey key: String) -> String { key.hasPrefix("__is") ? String(key.dropFirst(4)) : key }
}

extension Generated.FragmentDefinition {
  /// The definition and all that it spreads, directly or not, each once.
  var withAllBelow: [Generated.FragmentDefinition] {
    var found: [Generated.FragmentDefinition] = [self]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var position = 0
    while position < found.count {
      found += found[position].fragments.filter { seen.insert(ObjectIdentifier($0)).inserted }
      position += 1
    }
    return found
  }
}
