/// `@maxAge(seconds: 60, staleWhileRevalidate: 30)` on a field or a query: how old a document lets the data be.
struct AgeDirective: Sendable, Hashable {
  /// The age from which the data is stale.
  var seconds: Int32
  /// For how many seconds after that it may be shown while it is fetched again.
  var staleWhileRevalidate: Int32?
  /// Whether another use of the same field has no age of its own, so that what the schema says counts as well.
  var isShared = false
}

/// `@invalidates(types: ["Todo"], fields: ["Query.todos"])` on a field of a mutation or subscription: what is stale once it has a value.
/// The texts are as written; a rule checks them.
struct InvalidationDirective: Sendable, Hashable {
  var types: [String]
  var fields: [String]
}

/// Our own directives on a field or an operation. They are for the normalization plan alone: they are no part of what is sent, of artifacts,
/// or of what makes two selections of a field the same.
final class Freshness: Sendable {
  let age: AgeDirective?
  let invalidations: [InvalidationDirective]
  /// As written, for the rule that checks them; empty once selections have been merged.
  let directives: [DirectiveSyntax]

  init(age: AgeDirective?, invalidations: [InvalidationDirective] = [], directives: [DirectiveSyntax] = []) {
    self.age = age
    self.invalidations = invalidations
    self.directives = directives
  }

  /// The variables in the directives, where only literals are allowed.
  var variables: [NameSyntax] { directives.flatMap(\.arguments).flatMap(\.value.variables) }
}

extension FieldHead {
  /// The freshness of a selection that stands for this one and for another of the same field; nil if it is this one's.
  ///
  /// The least age holds for both. A selection that a pass has added says nothing about ages.
  func freshness(sharedWith other: FieldHead) -> Freshness? {
    let (first, second) = (freshness, other.freshness)
    if first === second { return nil }
    let added = (second?.invalidations ?? []).filter { !(first?.invalidations ?? []).contains($0) }
    let age: AgeDirective? =
      switch (first?.age, second?.age) {
      case (let a?, let b?): a.combined(with: b)
      case (let a?, nil): other.range.isGenerated ? a : a.shared
      case (nil, let b?): range.isGenerated ? b : b.shared
      case (nil, nil): nil
      }
    if added.isEmpty, age == first?.age { return nil }
    return Freshness(age: age, invalidations: (first?.invalidations ?? []) + added)
  }
}

extension AgeDirective {
  fileprivate func combined(with other: AgeDirective) -> AgeDirective {
    let spans = [staleWhileRevalidate, other.staleWhileRevalidate].compactMap(\.self)
    return AgeDirective(
      seconds: min(seconds, other.seconds), staleWhileRevalidate: spans.min(), isShared: isShared || other.isShared)
  }

  fileprivate var shared: AgeDirective {
    var copy = self
    copy.isShared = true
    return copy
  }
}

/// `Query.todos`: a type and one of its fields.
struct FieldCoordinate: Sendable, Hashable {
  var type: Name
  var field: Name

  /// nil if the text is not two names with a dot between them.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts.allSatisfy(\.isGraphQLName) else { return nil }
    type = Name(parts[0])
    field = Name(parts[1])
  }
}

extension ValueSyntax {
  /// The variables in a value or in the items of a list.
  var variables: [NameSyntax] {
    switch self {
    case .variable(let name): [name]
    case .list(let items, _): items.flatMap(\.variables)
    default: []
    }
  }
}
