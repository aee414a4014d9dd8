/// The brackets that are open at a token, outermost first. Recovery asks at every closing bracket whether it has an opening one, so those of
/// each kind are counted.
struct OpenBrackets {
  private var tokens: [Token] = []
  private var parentheses = 0
  private var brackets = 0
  private var braces = 0

  var count: Int { tokens.count }
  var isEmpty: Bool { tokens.isEmpty }
  /// The innermost one.
  var last: Token? { tokens.last }

  mutating func append(_ token: Token) {
    tokens.append(token)
    note(token.kind, 1)
  }

  mutating func removeLast() {
    if let token = tokens.popLast() { note(token.kind, -1) }
  }

  mutating func removeAll() { self = OpenBrackets() }

  /// Removes those that are open inside of the innermost one which a bracket of this kind closes. Without one, nothing is removed.
  ///
  /// - Parameter height: the number of outer ones that remain open in any case.
  mutating func removeInner(ofOneClosedBy kind: Token.Kind, above height: Int = 0) {
    guard count(closedBy: kind) > 0, let match = tokens[min(height, count)...].lastIndex(where: { $0.kind.closing == kind }) else { return }
    while count > match + 1 { removeLast() }
  }

  private func count(closedBy kind: Token.Kind) -> Int {
    switch kind {
    case .rightParenthesis: parentheses
    case .rightBracket: brackets
    default: braces
    }
  }

  private mutating func note(_ kind: Token.Kind, _ change: Int) {
    switch kind {
    case .leftParenthesis: parentheses += change
    case .leftBracket: brackets += change
    default: braces += change
    }
  }
}
