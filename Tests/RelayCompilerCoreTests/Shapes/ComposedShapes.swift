import TestSupport

extension Shape {
  /// Two to four of the pieces below nested in one another. The seed determines which, and one or two of them grow.
  static func composed(seed: UInt64) -> Shape {
    var generator = SplitMix(seed: seed)
    let count = Int.random(in: 2...4, using: &generator)
    let pieces = (0..<count).map { _ in Piece.allCases.randomElement(using: &generator) ?? .fields }
    let first = Int.random(in: 0..<count, using: &generator)
    let second = Int.random(in: 0..<count, using: &generator)
    let constant = Int.random(in: 2...3, using: &generator)
    let names = pieces.enumerated().map { index, piece in
      index == first ? "\(piece) × n" : index == second ? "\(piece) × √n" : "\(piece) × \(constant)"
    }
    return Shape("seed \(seed): \(names.joined(separator: ", "))") { size in
      var body = "a b"
      var definitions = ""
      for (index, piece) in pieces.enumerated() {
        let count = index == first ? size : index == second ? Int(Double(size).squareRoot()) : constant
        let wrapped = piece.wrap(body, times: max(1, count), id: "\(index)")
        body = wrapped.selections
        definitions += wrapped.definitions
      }
      let variables = times(Piece.conditions, separator: ", ") { "$c\($0): Boolean!" }
      let uses = times(Piece.conditions) { "w\($0): __typename @include(if: $c\($0))" }
      return ShapeProject(schema, "query Q(\(variables)) { \(uses) user { \(body) } }\n" + definitions)
    }
  }

  /// A way of nesting selections on an `Entity` inside other selections on one.
  private enum Piece: CaseIterable {
    case nestedFields, fields, repeated, refined, refinedWithin, conditional, fragments, sharedFragment, chain, unmasked, aliased, arguments
    case inlineData, required, marked, literals

    static let conditions = 20
    /// The maximum nesting of a piece: four of them stay below the compiler's limit.
    private static let depth = 60

    func wrap(_ body: String, times count: Int, id: String) -> (selections: String, definitions: String) {
      let depth = min(count, Self.depth)
      func definitions(_ names: [String], _ directives: String = "", _ selections: (Int) -> String) -> String {
        names.enumerated().map { "fragment \($1) on Entity \(directives) { \(selections($0)) }\n" }.joined()
      }
      let names = (0..<count).map { "F\(id)_\($0)" }
      switch self {
      case .nestedFields: return (nested(depth, { _ in "user { a " }, body, " }"), "")
      case .fields: return (times(count) { "u\(id)_\($0): user(x: \($0)) { \(body) }" }, "")
      case .repeated: return (times(count) { _ in "user { \(body) }" }, "")
      case .refined: return ("other { " + times(count) { "... on \(["User", "Page", "Group"][$0 % 3]) { \(body) }" } + " }", "")
      case .refinedWithin: return (nested(depth, { _ in "... on Entity { a " }, body, " }"), "")
      case .conditional: return (times(count) { "... @include(if: $c\($0 % Self.conditions)) { \(body) }" }, "")
      case .fragments: return (names.map { "...\($0)" }.joined(separator: " "), definitions(names) { "v\(id)_\($0): a \(body)" })
      case .sharedFragment:
        return (times(count) { "s\(id)_\($0): user { ...S\(id) }" }, definitions(["S\(id)"]) { _ in body })
      case .chain:
        let chain = (0..<depth).map { "C\(id)_\($0)" }
        return (
          "...C\(id)_0",
          definitions(chain) { level in
            level + 1 == depth ? body : "v\(id)_\(level): a ...\(chain[level + 1]) ... on Entity { ...\(chain[level + 1]) }"
          }
        )
      case .unmasked:
        return (names.map { "...\($0) @relay(mask: false)" }.joined(separator: " "), definitions(names) { "v\(id)_\($0): a \(body)" })
      case .aliased: return (names.map { "...\($0) @alias" }.joined(separator: " "), definitions(names) { "v\(id)_\($0): a \(body)" })
      case .arguments:
        return (
          times(count) { "g\(id)_\($0): user { ...G\(id) @arguments(x: \($0 % 1000)) }" },
          definitions(["G\(id)"], "@argumentDefinitions(x: {type: \"Int\"})") { _ in "v: value(x: $x) \(body)" }
        )
      case .inlineData:
        return (
          names.map { "...\($0)" }.joined(separator: " "),
          definitions(names, "@inline") {
            "v\(id)_\($0): a "
              + "\(body)"
          }
        )
      case .required: return (times(count) { "r\(id)_\($0): user @required(action: NONE) { \(body) }" }, "")
      case .marked: return (times(count) { "... @mark(x: \($0)) { \(body) }" }, "")
      case .literals: return ("l\(id): user(l: [" + times(count) { "{x: \($0), i: {s: \"t\"}}" } + "]) { \(body) }", "")
      }
    }
  }
}
