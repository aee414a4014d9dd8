/// Resolves what the schema and documents say to one age for each field of an operation.
///
/// The field's `@maxAge` decides alone. The operation's is a bound: a field without `@maxAge` has the smaller one of the operation's and of the
/// schema's, so that no document lets a field be older that it does not name; and a leaf no more than the `@maxAge` of the field around it. Without any, the environment's default holds, and the plan has no
/// age.
///
/// The schema's rule is Apollo Server's: the field's own age, else that of its type; else, with `inheritMaxAge` and for every leaf, the
/// parent's. Fields of root types do not inherit. It differs in one thing: what has no age does not have the age 0, so more is said where
/// the server's rule has nothing. A field that is selected on an interface may be as old as the same field of its objects, and a leaf in
/// `... on User` below an object without an age as old as a `User`.
struct AgeRules {
  /// How old a value may be, and for whom it is.
  struct Age {
    var maxAge: Int32?
    var staleWhileRevalidate: Int32?
    var isPrivate = false
    /// Whether the age comes from a field's `@maxAge`.
    fileprivate var isOfField = false
    /// The type that the field returns.
    fileprivate var type: TypeID?

    init(maxAge: Int32? = nil, staleWhileRevalidate: Int32? = nil) {
      self.maxAge = maxAge
      self.staleWhileRevalidate = staleWhileRevalidate
    }

    /// That of the selections of an operation's root.
    static let root = Age()
  }

  let schema: Schema
  /// The operation's `@maxAge`.
  let operation: AgeDirective?
  /// What is selected in a mutation or a subscription is never shown by its age.
  let hasAges: Bool

  init(schema: Schema, kind: OperationKind, operation: AgeDirective?) {
    self.schema = schema
    self.operation = operation
    hasAges = kind == .query
  }

  /// The age of a field.
  ///
  /// - Parameters:
  ///   - definition: the field of the schema.
  ///   - directive: the field's `@maxAge`.
  ///   - parent: the age of the enclosing field, or `.root`.
  func age(of definition: FieldID, _ directive: AgeDirective?, below parent: Age) -> Age {
    let field = schema[definition]
    let type = schema[field.type.named]
    var age = hasAges ? self.age(of: field, type, directive, below: parent) : Age()
    // In `... on User`, what a user is decides.
    let refined = field.parent == parent.type ? nil : schema[field.parent].cacheControl.scope
    age.isPrivate = (field.cacheControl.scope ?? type.cacheControl.scope ?? refined).map { $0 == .private } ?? parent.isPrivate
    age.type = field.type.named
    return age
  }

  private func age(of field: FieldDefinition, _ type: TypeDefinition, _ directive: AgeDirective?, below parent: Age) -> Age {
    let ruled = bounded(self.age(of: field, type, below: parent))
    guard let directive else { return ruled }
    var age = Age(maxAge: directive.seconds, staleWhileRevalidate: directive.staleWhileRevalidate)
    age.isOfField = true
    // Another use has no age of its own, so both hold.
    if directive.isShared, let other = ruled.maxAge ?? operation?.seconds { age.maxAge = min(directive.seconds, other) }
    return age
  }

  /// A schema's age, where it is smaller than the operation's; else none, because the operation's is the plan's own. What a leaf inherits from
  /// a field's `@maxAge` stays.
  private func bounded(_ age: Age) -> Age {
    guard let operation, !age.isOfField, age.maxAge.map({ $0 >= operation.seconds }) ?? true else { return age }
    return Age()
  }

  /// The age of a use without `@maxAge`, by the schema's rule.
  private func age(of field: FieldDefinition, _ type: TypeDefinition, below parent: Age) -> Age {
    let inherits =
      !isRoot(field.parent) && (field.cacheControl.inheritsMaxAge || type.cacheControl.inheritsMaxAge || isLeaf(type))
    if let seconds = field.cacheControl.maxAge ?? type.cacheControl.maxAge {
      // What a document says of an object bounds its leaves.
      if inherits, parent.isOfField, let most = parent.maxAge, most < seconds { return inherited(parent) }
      return Age(maxAge: seconds)
    }
    // A parent without an age may be a user in `... on User` and not where it is selected.
    let refined = schema[field.parent].cacheControl.maxAge
    let rest = inherits ? parent.maxAge == nil ? Age(maxAge: refined) : inherited(parent) : Age()
    // A field of an interface is as old as that of an object may be.
    guard let least = field.cacheControl.leastOfObjects, !field.cacheControl.inheritsMaxAge else { return rest }
    if let seconds = rest.maxAge, seconds <= least, !field.cacheControl.isInAllObjects { return rest }
    return Age(maxAge: least)
  }

  private func inherited(_ parent: Age) -> Age {
    var age = parent
    age.isPrivate = false
    return age
  }

  private func isLeaf(_ type: TypeDefinition) -> Bool { type.kind == .scalar || type.kind == .enum }

  private func isRoot(_ type: TypeID) -> Bool {
    type == schema.queryType || type == schema.mutationType || type == schema.subscriptionType
  }
}
