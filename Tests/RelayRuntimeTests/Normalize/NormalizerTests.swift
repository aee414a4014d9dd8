import Testing

@testable import RelayRuntime

@Suite("Normalizer")
struct NormalizerTests {
  private let test = TestStore()

  private func operation(
    _ name: String, arguments: KeyValuePairs<String, JSON> = [:], _ normalization: [NormalizationPlanNode],
    _ variables: [String: JSON] = [:]
  ) -> OperationDescriptor {
    OperationDescriptor(Plans.operation(name, arguments: arguments, normalization: normalization), variables: variables)
  }

  @Test("25. filters out arguments that are unset and imposes a stable ordering within object arguments (defect 13)")
  func storageKeys() throws {
    let todos = operation(
      "A", arguments: ["first": .null, "after": .null, "f": .null],
      [
        .scalar("count", "I", arguments: .variables("after", "first")),
        .scalar("q", "J", arguments: .variables("f")),
        .scalar(
          "l", "J",
          arguments: [
            "x": .list([.variable("first"), nil, .literal(2.5)]), "y": .object(["b": .variable("first"), "a": .literal("\"é")]),
          ]),
      ],
      ["first": 10, "f": ["b": [1, .null], "a": ["d": 1e21, "c": 0.000001]]])
    try test.publish(todos, #"{"data":{"count":1,"q":2,"l":3}}"#)
    let root = try #require(test.record("client:root"))
    #expect(root["count(first:10)"] == 1)
    #expect(root[#"q(f:{"a":{"c":0.000001,"d":1e+21},"b":[1,null]})"#] == 2)
    #expect(root[#"l(x:[10,null,2.5],y:{"a":"\"é","b":10})"#] == 3)
    try test.publish(
      operation("A2", arguments: ["first": .null, "after": .null], [.scalar("count", "I", arguments: .variables("after", "first"))]),
      #"{"data":{"count":5}}"#)
    #expect(test.record("client:root")?["count"] == 5)
  }

  @Test("26. objects without ids are the same object for every query, by their path (Relay.swift's defect 1)")
  func clientIDs() throws {
    let first = operation(
      "A",
      [
        .linked(
          "me", of: "User",
          [
            .scalar("id", "D"), .linked("address", of: "Address", [.scalar("city", "S")]),
            .linked("phones", "[O]", of: "Phone", [.scalar("number", "S")]),
          ])
      ])
    let second = operation(
      "B",
      [
        .linked(
          "me", of: "User",
          [
            .scalar("id", "D"), .linked("address", of: "Address", [.scalar("zip", "S")]),
            .linked("phones", "[O]", of: "Phone", [.scalar("kind", "S")]),
          ])
      ])
    try test.publish(first, #"{"data":{"me":{"id":"1","address":{"city":"Paris"},"phones":[{"number":"a"}]}}}"#)
    try test.publish(second, #"{"data":{"me":{"id":"1","address":{"zip":"75"},"phones":[{"kind":"x"},null,{"kind":"y"}]}}}"#)
    #expect(test.record("client:1:address") == ["__id": "client:1:address", "__typename": "Address", "city": "Paris", "zip": "75"])
    #expect(test.record("1")?["phones"] == ["__refs": ["client:1:phones:0", .null, "client:1:phones:2"]])
    #expect(test.record("client:1:phones:0")?["number"] == "a")
    #expect(test.record("client:1:phones:0")?["kind"] == "x")
    #expect(test.store.json.keys.filter { $0.hasPrefix("client:local") }.isEmpty)
  }

  @Test("a viewer without an id is one record")
  func viewer() throws {
    try test.publish(
      operation(
        "V",
        [
          .linked("viewer", of: "Viewer", [.scalar("name", "S")]),
          .linked("other", of: "Thing", [.linked("viewer", of: "Viewer", [.scalar("age", "I")])]),
        ]),
      #"{"data":{"viewer":{"name":"x"},"other":{"viewer":{"age":3}}}}"#)
    #expect(test.record("client:root:viewer") == ["__id": "client:root:viewer", "__typename": "Viewer", "name": "x", "age": 3])
  }

  @Test("27. leaves undefined fields unset, or sets them to null on demand, and never touches client fields")
  func absentFields() throws {
    let operation = operation(
      "A",
      [
        .scalar("a", "S"), .scalar("b", "S"), .linked("c", of: "C", [.scalar("d", "S")]),
        .clientExtension([.scalar("local", "S")]),
      ])
    test.queue.commitUpdate { $0.root["local"] = "kept" }
    test.queue.run()
    _ = try test.normalize(operation, #"{"data":{"a":1}}"#)
    try test.publish(operation, #"{"data":{"a":1}}"#)
    #expect(test.record("client:root")?["b"] == nil)
    var options = Normalizer.Options()
    options.treatMissingFieldsAsNull = true
    try test.publish(operation, #"{"data":{"a":1}}"#, options: options)
    let root = test.record("client:root")
    #expect(root?["b"] == .some(.null))
    #expect(root?["c"] == .some(.null))
    #expect(root?["local"] == "kept")
  }

  @Test("28. conditions count by the truth of their variables (defect 9)")
  func conditions() throws {
    let selections: [NormalizationPlanNode] = [
      .scalar("a", "S"), .condition("x", is: true, [.scalar("b", "S")]),
      .condition("x", is: false, [.scalar("c", "S")]),
    ]
    for (value, field): (JSON, String) in [(true, "b"), (false, "c"), (.null, "c")] {
      let test = TestStore()
      try test.publish(operation("A", arguments: ["x": .null], selections, ["x": value]), #"{"data":{"a":1,"b":2,"c":3}}"#)
      let root = try #require(test.record("client:root"))
      #expect(root[field] != nil)
      #expect(root[field == "b" ? "c" : "b"] == nil)
    }
  }

  @Test("29. type conditions: concrete ones by the exact type, abstract ones by the response, which is remembered (defect 8)")
  func typeConditions() throws {
    let operation = operation(
      "A",
      [
        .linked(
          "nodes", "[O]",
          [
            .scalar("__typename", "S!"), .scalar("id", "D"), .inlineFragment(on: "User", [.scalar("name", "S")]),
            .inlineFragment(on: "Actor", abstractKey: "__isActor", [.scalar("handle", "S")]),
            .typeDiscriminator("__isNode"),
          ])
      ])
    try test.publish(
      operation,
      #"{"data":{"nodes":[{"__typename":"User","__isActor":"User","__isNode":"User","id":"1","name":"Ada","handle":"@ada"},{"__typename":"Page","id":"2","name":"not asked","handle":"no"}]}}"#
    )
    #expect(test.record("1")?["name"] == "Ada")
    #expect(test.record("1")?["handle"] == "@ada")
    #expect(test.record("2") == ["__id": "2", "__typename": "Page", "id": "2"])
    #expect(
      test.record("client:__type:User") == [
        "__id": "client:__type:User", "__typename": "__TypeSchema", "__isActor": true, "__isNode": true,
      ])
    #expect(test.record("client:__type:Page")?["__isActor"] == false)
  }

  @Test("errors stay with the fields that they made null, those of children with their null ancestor (defect 10)")
  func fieldErrors() throws {
    let definition = Plans.operation(
      "A",
      normalization: [
        .linked(
          "me", of: "User",
          [
            .scalar("id", "D"), .scalar("name", "S"),
            .linked("friend", of: "User", [.scalar("id", "D"), .scalar("name", "S")]),
          ])
      ],
      reader: [.linked("me", of: "User", [.scalar("name", "S"), .linked("friend", of: "User", [.scalar("name", "S")])])])
    let operation = OperationDescriptor(definition)
    try test.publish(
      operation,
      #"{"data":{"me":{"id":"1","name":null,"friend":null}},"errors":[{"message":"no name","path":["me","name"]},{"message":"deep","path":["me","friend","name"],"locations":[{"line":1,"column":2}],"extensions":{"code":7}},{"message":"general"}]}"#
    )
    let errors = test.store.lookup(operation).fieldErrors
    #expect(errors.map(\.path) == ["me.name", "me.friend"])
    #expect(errors.map(\.error?.message) == ["no name", "deep"])
    #expect(errors.last?.error?.extensions == ["code": 7])
    try test.publish(operation, #"{"data":{"me":{"id":"1","name":"Ada","friend":null}}}"#)
    #expect(test.store.lookup(operation).fieldErrors.isEmpty)
  }

  @Test("scalars keep their JSON types; objects and lists of scalars are values (defect 11)")
  func scalars() throws {
    try test.publish(
      operation(
        "S",
        [
          .scalar("b", "J"), .scalar("i", "J"), .scalar("d", "J"), .scalar("big", "J"), .scalar("huge", "J"),
          .scalar("o", "J"), .scalar("l", "J"), .scalar("e", "J"),
        ]),
      #"{"data":{"b":true,"i":1,"d":2.0,"big":9007199254740993,"huge":123456789012345678901234567890,"o":{"k":[1,{"z":null}]},"l":["a",null,2],"e":[]}}"#
    )
    let root = try #require(test.record("client:root"))
    #expect(root["b"] == .bool(true))
    #expect(root["i"] == .int(1))
    #expect(root["d"] == .double(2))
    #expect(root["big"] == .int(9_007_199_254_740_993))
    #expect(root["huge"]?.doubleValue == 1.2345678901234568e29)
    #expect(root["o"] == ["k": [1, ["z": .null]]])
    #expect(root["l"] == ["a", .null, 2])
    #expect(root["e"] == [])
  }

  @Test("lists of lists of objects")
  func nestedLists() throws {
    let definition = Plans.operation(
      "G",
      normalization: [.linked("grid", "[[O]]", of: "Cell", [.scalar("x", "I")])],
      reader: [.linked("grid", "[[O]]", of: "Cell", [.scalar("x", "I")])])
    let operation = OperationDescriptor(definition)
    try test.publish(operation, #"{"data":{"grid":[[{"x":1},null],null,[],[{"x":2}]]}}"#)
    #expect(test.store.lookup(operation).row?.json == ["grid": [[["x": 1], .null], .null, [], [["x": 2]]]])
    #expect(test.record("client:root:grid:3:0")?["x"] == 2)
  }

  @Test("shapes that contradict the operation are errors, and the store is unchanged")
  func wrongShapes() throws {
    let operation = operation(
      "A",
      [
        .linked(
          "me", "O",
          [
            .scalar("__typename", "S!"), .scalar("id", "D"), .linked("list", "[O]", of: "T", [.scalar("id", "D")]),
          ])
      ])
    for response in [
      #"{"data":{"me":[]}}"#, #"{"data":{"me":1}}"#, #"{"data":{"me":"x"}}"#, #"{"data":{"me":{}}}"#, #"{"data":{"me":{"__typename":3}}}"#,
      #"{"data":{"me":{"__typename":"T","list":{}}}}"#, #"{"data":{"me":{"__typename":"T","list":[1]}}}"#, #"{"data":[]}"#,
      #"{"data":{"me":{"__typename":"T","list":[{},[]]}}}"#, #"{"data":{"me":{"__typename":"T","list":[[],{}]}}}"#,
    ] {
      #expect(throws: NormalizationError.self) { try test.publish(operation, response) }
    }
    #expect(test.store.json == ["client:root": ["__id": "client:root", "__typename": "__Root"]])
  }

  @Test("an object that contains itself has the last link: the inner one, and the outer list")
  func objectInItself() throws {
    let operation = Plans.operation(
      "SelfQuery",
      normalization: [
        .linked(
          "me", of: "User",
          [
            .scalar("id", "D"),
            .linked(
              "friend", of: "User",
              [
                .scalar("id", "D"), .linked("friend", of: "User", [.scalar("id", "D")]),
                .linked("friends", "[O]", of: "User", [.scalar("id", "D")]),
              ]),
            .linked("friends", "[O]", of: "User", [.scalar("id", "D")]),
          ])
      ])
    let test = TestStore()
    try test.publish(
      OperationDescriptor(operation),
      #"{"data":{"me":{"id":"1","friend":{"id":"1","friend":{"id":"2"},"friends":[{"id":"2"}]},"friends":[{"id":"3"}]}}}"#)
    #expect(test.record("1")?["friend"] == ["__ref": "2"])
    #expect(test.record("1")?["friends"] == ["__refs": ["3"]])
  }
}
