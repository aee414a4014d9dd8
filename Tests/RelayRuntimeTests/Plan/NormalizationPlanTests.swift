import Testing

@testable import RelayRuntime

@Suite("Normalization plan")
struct NormalizationPlanTests {
  @Test("fields have their schema types, and each type occurs once")
  func types() {
    let plan = NormalizationPlan(
      parsing: #"""
        {"version":1,"name":"Q","selections":["id:D!",[0,"tags","[S!]!","t"],[0,"due","C2",0,[["in",0,"UTC"]]],"any:J",
        [1,"friends","User","[O!]",["id:D!"],"f",[["first",0,1]]],[1,"me","User","O!",["id:D!"]]]}
        """#)
    #expect(
      plan.types == [
        .nonNull(.id), .nonNull(.list(.nonNull(.string))), .scalar(2), .json, .list(.nonNull(.object(0))), .nonNull(.object(0)),
      ])
    #expect(plan.steps.map { plan.types[Int($0.valueType)] } == [0, 1, 2, 3, 4, 0, 5, 0].map { plan.types[$0] })
    #expect(plan.steps.map(\.flag) == [false, false, false, false, true, false, false, false])
    #expect(plan.steps.map { plan.responseKeys[Int($0.index)] } == ["id", "t", "due", "any", "f", "id", "me", "id"])
    #expect(plan.argumentFields.map(\.name) == ["due", "friends"])
  }

  @Test("a plan without types reads as fields of any type")
  func damaged() {
    let plan = NormalizationPlan(parsing: #"{"version":1,"selections":[[0,"a"],[1,"b"],[1],[0]]}"#)
    #expect(plan.types == [.json, .object(0)])
    #expect(plan.steps.map(\.valueType) == [0, 1])
  }

  @Test("an operation has the fragments and custom scalars of its generated code")
  func definition() {
    let fragment = Generated.FragmentDefinition(plan: Plans.reader("F", on: "User", []))
    let operation = OperationDefinition(
      name: "Q", kind: .query, id: nil, cacheID: "Q", text: nil, normalization: "{}", reader: "{}", scalars: [Int.self, String.self],
      fragments: [fragment], metadata: "{}")
    #expect(operation.fragment.fragments.map(\.name) == ["F"] && fragment.fragments.isEmpty)
    #expect(operation.scalars.map(\.name) == ["Int", "String"])
  }

  @Test("the names of the schema's id field and of its connections come from the configuration")
  func names() {
    let standard = NormalizationPlan(parsing: #"{"version":1,"selections":[]}"#)
    #expect(standard.idKey == .id && standard.connectionKeys == .standard)
    let own = NormalizationPlan(parsing: #"{"version":1,"id":"key","connection":{"edges":"links","hasNextPage":"more"},"selections":[]}"#)
    #expect(own.idKey.name == "key" && own.idKey.key == Keys.intern("key"))
    #expect(own.connectionKeys.edges == FieldKey("links") && own.connectionKeys.hasNextPage.name == "more")
    #expect(own.connectionKeys.node == ConnectionKeys.standard.node && own.connectionKeys.cursor.key == Keys.cursor)
  }

  @Test("the fields that identify objects of a type keep their order")
  func keyFields() {
    let plan = NormalizationPlan(parsing: #"{"version":1,"keys":{"Book":["isbn","edition"],"Film":[],"Game":7},"selections":[]}"#)
    #expect(plan.keyFields == [Keys.intern("Book"): [FieldKey("isbn"), FieldKey("edition")]])
    #expect(NormalizationPlan(parsing: "{}").keyFields.isEmpty)
  }

  @Test("the loading state of a connection is read with the schema's names")
  func pageState() throws {
    let plan = ReaderPlan(
      parsing: #"""
        {"version":1,"name":"F","type":"User","connection":{"edges":"links","pageInfo":"page","endCursor":"last","hasNextPage":"more"},
        "shapes":[["friends:O1"],["links:[O3]","page:O2"],["last","more:B"],[]],"selections":[]}
        """#)
    let row = try Row(
      json: ["friends": ["links": [], "page": ["last": "c", "more": true]]], shape: #require(plan.shapes.first))
    #expect(PageState(row, path: ["friends"], keys: plan.connectionKeys).next == "c")
    #expect(PageState(row, path: ["friends"], keys: .standard).next == nil)
  }
}
