/// Flattening merges two selections of a selection set if they have the same identity: fields by response key, spreads by name and
/// arguments, inline fragments by type (and position, if they have an alias or are an `@inline` fragment with arguments), conditions by
/// variable and polarity, and all of them by their directives.
///
/// Arguments of fields are not compared, because a validation rule ensures that fields with the same key agree. Neither is `@required`,
/// on which all uses of a field agree. A field with `@catch` is different from the same field without it.
extension Selection {
  func hasSameIdentity(as other: Selection) -> Bool {
    switch (self, other) {
    case (.scalarField(let a), .scalarField(let b)):
      a === b || areSame(a.head, b.head, ignoring: ignoredOnScalars)
    case (.linkedField(let a), .linkedField(let b)):
      a === b || areSame(a.head, b.head, ignoring: ignoredDirectives)
    case (.fragmentSpread(let a), .fragmentSpread(let b)):
      a === b || (a.name == b.name && a.arguments == b.arguments && areSame(a.directives, b.directives))
    case (.inlineFragment(let a), .inlineFragment(let b)):
      a === b || (a.typeCondition == b.typeCondition && areSame(a, b) && areSame(a.directives, b.directives))
    case (.condition(let a), .condition(let b)):
      a === b || (a.value == b.value && a.passingValue == b.passingValue)
    default: false
    }
  }

  /// Equal for selections with the same identity.
  var identityHash: UInt64 {
    switch self {
    case .scalarField(let node):
      node.head.responseKey.stableHash &+ identityHash(of: node.head.directives, ignoring: ignoredOnScalars)
    case .linkedField(let node): node.head.responseKey.stableHash &+ identityHash(of: node.head.directives) &+ 1
    case .fragmentSpread(let node):
      node.name.stableHash &+ identityHash(of: node.directives) &+ identityHash(of: node.arguments) &+ 2
    case .inlineFragment(let node):
      UInt64(node.typeCondition?.rawValue ?? .max) &* 0x9e37_79b9_7f4a_7c15 &+ identityHashOfRole(of: node)
        &+ identityHash(of: node.directives) &+ 3
    case .condition(let node):
      switch node.value {
      case .constant: 4
      case .variable(let variable): variable.name.stableHash &+ 5
      }
    }
  }

  private func identityHash(of directives: [Directive], ignoring ignored: [Name] = ignoredDirectives) -> UInt64 {
    if directives.isEmpty { return 0 }
    var hasher = Hasher()
    var isEmpty = true
    for directive in directives where !ignored.contains(directive.name) {
      hasher.combine(directive)
      isEmpty = false
    }
    return isEmpty ? 0 : UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private func identityHash(of arguments: [Argument]) -> UInt64 {
    arguments.isEmpty ? 0 : UInt64(bitPattern: Int64(arguments.hashValue))
  }

  private func identityHashOfRole(of fragment: InlineFragment) -> UInt64 {
    if case .plain = fragment.role { return 0 }
    var hasher = Hasher()
    hasher.combine(fragment.role)
    // Fragments with the same alias name are different fragments.
    if case .aliased = fragment.role { hasher.combine(fragment.range) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

/// Directives that do not affect which data a selection represents.
private let ignoredDirectives: [Name] = ignoredOnScalars + [.connection, .streamConnection]

/// A scalar cannot be a connection, so `@connection` on it is an ordinary directive, and Relay does not merge the field with others.
private let ignoredOnScalars: [Name] = [.required, .catch, .unaliasedFixme, .clientField]

/// An aliased fragment is identified by its position, and so is an `@inline` fragment with arguments.
private func areSame(_ a: InlineFragment, _ b: InlineFragment) -> Bool {
  switch a.role {
  case .aliased: a.role == b.role && a.range == b.range
  case .inlineData(let data) where !data.arguments.isEmpty: a.role == b.role && a.range == b.range
  default: a.role == b.role
  }
}

private func areSame(_ a: FieldHead, _ b: FieldHead, ignoring ignored: [Name]) -> Bool {
  a.responseKey == b.responseKey && a.catch == b.catch && areSame(a.directives, b.directives, ignoring: ignored)
}

private func areSame(_ a: [Directive], _ b: [Directive], ignoring ignored: [Name] = ignoredDirectives) -> Bool {
  if a.isEmpty && b.isEmpty { return true }
  return a.filter { !ignored.contains($0.name) } == b.filter { !ignored.contains($0.name) }
}

/// Finds selections by identity: by a linear search among few, and by hash among many.
struct SelectionIndex {
  private var hashes: [UInt64] = []
  private var table: [UInt64: [Int]] = [:]
  static let linearLimit = 24

  init(capacity: Int = 0) { hashes.reserveCapacity(min(capacity, Self.linearLimit + 1)) }

  /// The position in `list` of the selection with the same identity. The selections of `list` have been passed to `append` in order.
  func find(_ selection: Selection, in list: [Selection]) -> Int? {
    let hash = selection.identityHash
    if hashes.count <= Self.linearLimit {
      for index in hashes.indices where hashes[index] == hash && list[index].hasSameIdentity(as: selection) { return index }
      return nil
    }
    return table[hash]?.first { list[$0].hasSameIdentity(as: selection) }
  }

  mutating func append(_ selection: Selection) {
    let hash = selection.identityHash
    hashes.append(hash)
    if hashes.count == Self.linearLimit + 1 {
      for (index, hash) in hashes.enumerated() { table[hash, default: []].append(index) }
    } else if hashes.count > Self.linearLimit {
      table[hash, default: []].append(hashes.count - 1)
    }
  }
}
