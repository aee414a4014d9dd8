import Testing

@testable import RelayRuntime

@Suite("Types of a test operation's fields")
struct TestedFieldsTests {
  @Test("the short forms of generated code read as Relay's metadata")
  func expanded() throws {
    let definition = OperationDefinition(
      name: "Q", kind: .query, id: nil, cacheID: "Q", text: nil, normalization: "{}", reader: "{}",
      metadata: #"""
        {"other":1,"relayTestingSelectionTypeInfo":{"todo":"Todo","todo.id":"ID!","todo.tags":"[String]!","todo.state":["State","OPEN","DONE"],
        "todo.none":["None!"],"todo.odd":7}}
        """#)
    #expect(
      definition.metadata == [
        "other": 1,
        "relayTestingSelectionTypeInfo": [
          "todo": ["enumValues": nil, "nullable": true, "plural": false, "type": "Todo"],
          "todo.id": ["enumValues": nil, "nullable": false, "plural": false, "type": "ID"],
          "todo.tags": ["enumValues": nil, "nullable": false, "plural": true, "type": "String"],
          "todo.state": ["enumValues": ["OPEN", "DONE"], "nullable": true, "plural": false, "type": "State"],
          "todo.none": ["enumValues": [], "nullable": false, "plural": false, "type": "None"],
          "todo.odd": 7,
        ],
      ])
    #expect(TestedFields.expanded(["id": 1]) == ["id": 1] && TestedFields.expanded(nil) == nil)
  }
}
