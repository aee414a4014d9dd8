/// The numbers with which the nodes of plans begin.
///
/// `RelayRuntime` and `RelayCompilerCore` both contain this file; the compiler has a link to it.
///
/// A number never changes its meaning. A change that would make an older runtime misread a plan raises ``version``.
enum PlanCode: Int, Sendable, CaseIterable {
  case scalarField = 0
  case linkedField = 1
  case scalarHandle = 2
  case linkedHandle = 3
  case inlineFragment = 4
  case typeDiscriminator = 5
  case condition = 6
  case `defer` = 7
  case stream = 8
  case clientExtension = 9
  case fragmentSpread = 10
  case aliasedFragment = 11
  case inlineDataFragmentSpread = 12
  case required = 13
  case `catch` = 14
  case invalidation = 15

  /// The version of the plans' format.
  static let version = 1
}

/// The numbers with which argument values begin.
enum PlanArgumentCode: Int, Sendable, CaseIterable {
  case literal = 0
  case variable = 1
  case list = 2
  case object = 3
}
