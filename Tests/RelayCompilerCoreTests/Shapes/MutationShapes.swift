@testable import RelayCompilerCore

extension Shape {
  /// Projects in which each of many mutations forgets something.
  static let mutations: [Shape] = [
    forgetting("mutations of one type with many fields") { index, size in
      "list { id total { amount } ...G\(index)_list } } } fragment F\(index)_list on List { name f\(index) total { display } } "
        + "fragment G\(index)_list on List { f\(index * 7 % size) }"
    },
    forgetting("mutations that put items into many lists") { index, _ in
      "edge { node { id } } } } fragment L\(index) on Query { items(first: 1) @connection(key: \"L\(index)_items\") "
        + "{ edges { node { ...I\(index)_item } } } } fragment I\(index)_item on Item { name }"
    },
    forgetting("mutations whose answers spread one large fragment") { index, _ in
      "list { id ...All_list } } } fragment All\(index)_list on List { f\(index) ...All_list }"
    },
  ]

  private static func forgetting(_ name: String, _ rest: @escaping @Sendable (_ index: Int, _ size: Int) -> String) -> Shape {
    Shape(name) { size in
      let schema =
        "type Query { me: Item list(id: ID!): List items(first: Int): Items } type Item { id: ID! name: String } "
        + "type Items { edges: [Edge] pageInfo: PageInfo } type Edge { cursor: String node: Item } "
        + "type PageInfo { hasNextPage: Boolean hasPreviousPage: Boolean endCursor: String startCursor: String } "
        + "type List { id: ID! name: String total: Money " + times(size) { "f\($0): Int" }
        + " } type Money { amount: Int display: String } "
        + "type Mutation { " + times(size) { "updateList\($0)(id: ID!, name: String, f\($0): Int): Payload" } + " } "
        + "type Payload { list: List edge: Edge }"
      var project = ShapeProject(
        schema,
        times(size) { "mutation M\($0) { updateList\($0)(id: 1) { \(rest($0, size)) " }
          + "fragment All_list on List { name total { amount } }")
      project.mutationCoverage = .warning
      return project
    }
  }
}
