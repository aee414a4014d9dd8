/// What a schema says of how long values are valid, and for whom: `@cacheControl` of a field, or of a type for all fields that return it.
///
/// `@cacheControl(maxAge: 60, scope: PRIVATE)` is 60 and private.
struct CacheControl: Sendable, Hashable {
  enum Scope: UInt8, Sendable {
    case `public`, `private`
  }

  /// In seconds.
  var maxAge: Int32?
  /// Whether the age is that of the parent, if neither the field nor its type has one.
  var inheritsMaxAge = false
  var scope: Scope?
  /// For a field of an interface, the least age that the same field has in an object, in seconds.
  var leastOfObjects: Int32?
  /// Whether the field has its own age in every object of the interface.
  var isInAllObjects = false

  static let none = CacheControl()

  /// Replaces what a later directive says.
  mutating func override(by other: CacheControl) {
    if other.maxAge != nil || other.inheritsMaxAge {
      maxAge = other.maxAge
      inheritsMaxAge = other.inheritsMaxAge
    }
    if let scope = other.scope { self.scope = scope }
  }
}
