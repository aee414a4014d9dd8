import Foundation
import RelayCompilerCore
import Testing

@testable import relay

/// What operations cost, and `relay check` with budgets.
@Suite struct BudgetTests {
  private static let schema = """
    directive @cost(weight: String!) on FIELD_DEFINITION | OBJECT | ARGUMENT_DEFINITION
    directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!]) on FIELD_DEFINITION
    type Query {
      one: Item
      dear: Item @cost(weight: "7")
      lists: [Item]
      assumed: [Item] @listSize(assumedSize: 3)
      sliced(first: Int, last: Int = 4): [Item] @listSize(slicingArguments: ["first", "last"], assumedSize: 30)
      sized(limit: Int): Page @listSize(slicingArguments: ["limit"], sizedFields: ["items"])
      connection(first: Int, filter: Int @cost(weight: "2.5")): Items
      weights: [Heavy]
      count: Int
    }
    type Item { id: ID, text: String, related: [Item], owner: Item }
    type Heavy @cost(weight: "5") { id: ID }
    type Page { total: Int, items: [Item] }
    type Items { edges: [Edge], pageInfo: Info }
    type Edge { node: Item, cursor: String }
    type Info { hasNextPage: Boolean }

    """

  private static func cost(_ text: String, schema: String = schema) throws -> OperationCost {
    var diagnostics: [Diagnostic] = []
    let server = try #require(ServerSchema([SourceFile(path: "s", text: schema)], diagnostics: &diagnostics), "\(diagnostics)")
    let document = Parser.parse(SourceFile(path: "q", text: text), file: FileID(index: 0)).0
    let all = OperationCost.operations(in: document, server.schema, listSize: 10)
    #expect(all.count == 1)
    return all[0].total
  }

  @Test(arguments: [
    ("query Q { count }", 0), ("query Q { one { id __typename } }", 1), ("query Q { dear { id } }", 7), ("query Q { lists { id } }", 10),
    ("query Q { lists { related { id } } }", 10 * (1 + 10)), ("query Q { assumed { id } }", 3), ("query Q { sliced(first: 6) { id } }", 6),
    ("query Q { sliced { id } }", 4), ("query Q($n: Int = 8) { sliced(first: $n, last: 2) { id } }", 8),
    ("query Q($n: Int) { sliced(first: $n, last: $n) { id } }", 30), ("query Q { sized(limit: 5) { total items { id } } }", 1 + 5),
    ("query Q { sized(limit: 5) { ...P } } fragment P on Page { items { owner { id } } }", 1 + 5 * 2),
    ("query Q { connection(first: 20) { edges { node { id } } pageInfo { hasNextPage } } }", 1 + 20 * 2 + 1),
    ("query Q { connection(filter: 1) { edges { cursor } } }", 1 + 10 + 3), ("query Q { weights { id } }", 50),
    ("query Q { one { id } again: one { id } }", 2), ("query Q { unknown { id } }", 0),
  ])
  func costsMultiplyByLists(query: String, expected: Int) throws {
    #expect(try Self.cost(query).cost == expected)
  }

  @Test func fieldsAndDepthIncludeFragments() throws {
    let query =
      "query Q { one { ...A ... on Item { id } } } fragment A on Item { owner { ...B } text } fragment B on Item { id related { id } }"
    #expect(try Self.cost(query) == OperationCost(fields: 7, depth: 4, cost: 1 + 1 + 10))
  }

  /// 2^60 copies of one field, a chain of fragments, and one that spreads itself: texts of released apps may have any of them.
  @Test func timeIsInProportionToTheText() throws {
    let doubling = (0..<60).map { "fragment F\($0) on Item { owner { ...F\($0 + 1) } other: owner { ...F\($0 + 1) } }\n" }.joined()
    let doubled = try Self.cost("query Q { one { ...F0 } }\n\(doubling)fragment F60 on Item { lists: related { id } }\n")
    #expect(doubled.fields == 9_007_199_254_740_991 && doubled.depth == 63)
    let chain = (0..<20_000).map { "fragment C\($0) on Item { id ...C\($0 + 1) }\n" }.joined()
    #expect(try Self.cost("query Q { one { ...C0 } }\n\(chain)").fields == 20_001)
    #expect(try Self.cost("query Q { one { ...A } } fragment A on Item { id ...A }").fields == 2)
  }

  @Test func noItemsCostNothing() throws {
    let chain = (0..<400).map { "fragment R\($0) on Item { related { ...R\($0 + 1) } }\n" }.joined() + "fragment R400 on Item { id }\n"
    #expect(try Self.cost("query Q { sliced(first: 1, last: 0) { ...R0 } }\n\(chain)").cost == 9_007_199_254_740_991)
    #expect(try Self.cost("query Q { sliced(first: 0, last: 0) { ...R0 } }\n\(chain)").cost == 0)
    #expect(try Self.cost("query Q { sized(limit: 0) { items { ...R0 } } }\n\(chain)").cost == 1)
  }

  // MARK: - The command

  private static func folder(budgets: String = "{}", _ more: [String: String] = [:]) throws -> ProjectFolder {
    let files = [
      "schema.graphql": "type Query { list: [Item], one: Item } type Item { id: ID, text: String, inner: [Item] }",
      "relay.config.json": #"{"schema": "schema.graphql", "src": "documents", "swift": {"budgets": \#(budgets)}}"#,
      "documents/A.graphql": "query A {\n  one { id }\n  list { ...A_item }\n}\nfragment A_item on Item { inner { text } }\n",
      "documents/B.graphql": "query B { one { id } }\n",
    ]
    return try ProjectFolder(files.merging(more) { $1 })
  }

  @Test func checkNamesTheOperationAndItsLargestField() throws {
    let folder = try Self.folder(budgets: #"{"cost": 100}"#)
    let run = Run("check", "--config", folder.path("relay.config.json"))
    #expect(run.status == .findings)
    // The compiler adds identifiers, which cost nothing.
    let message = "'A' costs 111, and its budget is 100. 'list' alone has 110 [operation-budget]"
    #expect(run.errors == "\(folder.path("documents/A.graphql")):1:1: error: \(message)\n")
  }

  @Test(arguments: [
    ([], ExitStatus.success), (["--max-cost", "111"], .success), (["--max-cost", "110"], .findings), (["--max-depth", "3"], .success),
    (["--max-depth", "2"], .findings), (["--max-fields", "9"], .success), (["--max-fields", "3"], .findings),
    (["--max-cost", "110", "--list-size", "5"], .success), (["--max-cost", "many"], .usage), (["--max-cost", "0"], .usage),
  ])
  func optionsGiveBudgets(options: [String], status: relay.ExitStatus) throws {
    let folder = try Self.folder()
    #expect(Run(["check", "--config", folder.path("relay.config.json")] + options).status == status)
  }

  @Test func optionsReplaceTheConfiguration() throws {
    let folder = try Self.folder(budgets: #"{"cost": 100, "listSize": 5}"#)
    #expect(Run("check", "--config", folder.path("relay.config.json")).status == .success)
    #expect(Run("check", "--config", folder.path("relay.config.json"), "--list-size", "10").status == .findings)
  }

  @Test(arguments: [#"{"cost": "100"}"#, #"{"cost": 0}"#, #"{"cost": 1.5}"#, #"{"costs": 1}"#, "1"])
  func mistakesInTheConfigurationAreReported(budgets: String) throws {
    let run = Run("check", "--config", try Self.folder(budgets: budgets).path("relay.config.json"))
    #expect(run.status == .findings && run.errors.contains("relay.config.json:1:"), "\(run.errors)")
  }

  /// Nothing in the documents has changed: the new schema says that a list is longer.
  @Test func theNewSchemaDecidesWithAgainst() throws {
    let new = """
      directive @listSize(assumedSize: Int) on FIELD_DEFINITION
      type Query { list: [Item] @listSize(assumedSize: 1000), one: Item } type Item { id: ID, text: String, inner: [Item] }
      """
    let released = #"{"1": "query Old { list { id } }", "2": "query Small { one { id } }"}"#
    let folder = try Self.folder(budgets: #"{"cost": 500}"#, ["new.graphql": new, "released.json": released])
    let arguments = ["check", "--config", folder.path("relay.config.json"), "--against"]
    #expect(Run(arguments + [folder.path("schema.graphql")]).status == .success)
    let run = Run(arguments + [folder.path("new.graphql"), "--released", folder.path("released.json")])
    #expect(run.status == .findings)
    #expect(run.output.contains("2 operations exceed a budget:\n"), "\(run.output)")
    #expect(
      run.output.contains("documents/A.graphql:1:1: 'A' costs 11001, and its budget is 500. 'list' alone has 11000\n"), "\(run.output)")
    #expect(run.output.contains("released.json: 1\n    'Old' costs 1000, and its budget is 500\n"), "\(run.output)")
    let json = Run(arguments + [folder.path("new.graphql"), "--json"]).output
    let report = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect((report["exceeding"] as? [[String: Any]])?.count == 1)
  }
}
