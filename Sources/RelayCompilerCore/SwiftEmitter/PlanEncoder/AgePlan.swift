/// Ages and invalidations in normalization plans.
extension JSONWriter {
  /// `"age": "60+30"`, the operation's own.
  mutating func age(_ age: AgeDirective?) {
    guard let age else { return }
    key("age")
    plain(AgeRules.Age(maxAge: age.seconds, staleWhileRevalidate: age.staleWhileRevalidate).notation)
  }

  /// `[["Todo"], {"Query": ["todos"]}]` after the kind of the node: the object types, and the fields of object types.
  mutating func invalidation(_ invalidation: InvalidatedTypes, in schema: Schema) {
    array { json in for type in invalidation.types { json.name(schema[type].name) } }
    if invalidation.fields.isEmpty { return }
    object { json in
      for (type, fields) in invalidation.fields {
        json.key(schema[type].name)
        json.array { json in for field in fields { json.name(field) } }
      }
    }
  }
}

extension AgeRules.Age {
  /// `60+30`: the age, and for how long after that a value may be shown.
  fileprivate var notation: SwiftText {
    let seconds = maxAge.map { "\($0)" } ?? ""
    return staleWhileRevalidate.map { "\(seconds)+\(Int($0))" } ?? "\(seconds)"
  }

  /// What follows the type of a field: `@60`, with `P` if the field is private and its parent is not, with `U` in the opposite case; empty
  /// for a field without an age that is as private as its parent.
  func suffix(below parent: AgeRules.Age) -> SwiftText {
    let scope: SwiftText = isPrivate == parent.isPrivate ? "" : isPrivate ? "P" : "U"
    if maxAge == nil, staleWhileRevalidate == nil, scope.isEmpty { return scope }
    return "@\(notation)\(scope)"
  }
}
