/// An aliased fragment with the `@catch` that may stand around it.
struct AliasedSelection {
  var alias: Name { aliased.alias }
  var fragment: ReaderInlineFragment { aliased.fragment }
  private let aliased: ReaderAliasedFragment
  let catchTarget: CatchTarget?

  /// nil for a node that is no aliased fragment.
  init?(_ node: ReaderNode) {
    switch node {
    case .aliasedFragment(let aliased): (self.aliased, catchTarget) = (aliased, nil)
    case .catch(let target, .aliasedFragment(let aliased)): (self.aliased, catchTarget) = (aliased, target)
    default: return nil
    }
  }

  /// The type of the object that is read for it, as far as the selection itself says.
  func type(shape: Int) -> ValueType {
    var type = ValueType(.object(shape), isNonNull: aliased.alwaysMatches && catchTarget != .null)
    type.isResult = catchTarget == .result
    return type
  }
}
