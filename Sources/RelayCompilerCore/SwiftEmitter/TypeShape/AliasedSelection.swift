/// An aliased fragment with the `@catch` around it, if any.
struct AliasedSelection {
  var alias: Name { aliased.alias }
  var fragment: ReaderInlineFragment { aliased.fragment }
  private let aliased: ReaderAliasedFragment
  let catchTarget: CatchTarget?

  /// nil for other nodes.
  init?(_ node: ReaderNode) {
    switch node {
    case .aliasedFragment(let aliased): (self.aliased, catchTarget) = (aliased, nil)
    case .catch(let target, .aliasedFragment(let aliased)): (self.aliased, catchTarget) = (aliased, target)
    default: return nil
    }
  }

  /// The type of the object, as far as the selection itself determines it.
  func type(shape: Int) -> ValueType {
    var type = ValueType(.object(shape), isNonNull: aliased.alwaysMatches && catchTarget != .null)
    type.isResult = catchTarget == .result
    return type
  }
}
