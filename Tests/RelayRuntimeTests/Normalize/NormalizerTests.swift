import Testing

@testable import RelayRuntime

@Suite("Normalizer")
struct NormalizerTests {
  private let test = TestStore()

  private func operation(_ name: String, arguments: String = "[]", _ normalization: String, _ variables: [String: JSON] = [:])
    -> OperationDescriptor
  {
    OperationDescriptor(
      Plans.operation(name, arguments: arguments, normalization: normalization, shapes: "[[[]]]", reader: "[]"), variables: variables)
  }

  @Test("25. filters out arguments that are unset and imposes a stable ordering within object arguments (defect 13)")
  func storageKeys() throws {
    let todos = operation(
      "A", arguments: #"[["first",null],["after",null],["f",null]]"#,
      #"[[0,"count","I",0,[["after",1,"after"],["first",1,"first"]]],[0,"q","J",0,[["f",1,"f"]]],[0,"l","J",0,[["x",2,[[1,"first"],null,[0,2.5]]],["y",3,[["b",1,"first"],["a",0,"\"é"]]]]]]"#,
      ["first": 10, "f": ["b": [1, .null], "a": ["d": 1e21, "c": 0.000001]]])
    try test.publish(todos, #"{"data":{"count":1,"q":2,"l":3}}"#)
    let root = try #require(test.record("client:root"))
    #expect(root["count(first:10)"] == 1)
    #expect(root[#"q(f:{"a":{"c":0.000001,"d":1e+21},"b":[1,null]})"#] == 2)
    #expect(root[#"l(x:[10,null,2.5],y:{"a":"\"é","b":10})"#] == 3)
    try test.publish(
      operation("A2", arguments: #"[["first",null],["after",null]]"#, #"[[0,"count","I",0,[["after",1,"after"],["first",1,"first"]]]]"#),
      #"{"data":{"count":5}}"#)
    #expect(test.record("client:root")?["count"] == 5)
  }

  @Test("26. objects without ids are the same object for every query, by their path (Relay.swift's defect 1)")
  func clientIDs() throws {
    let first = operation(
      "A",
      #"[[1,"me","User","O",[[0,"id","D"],[1,"address","Address","O",[[0,"city","S"]]],[1,"phones","Phone","[O]",[[0,"number","S"]]]]]]"#)
    let second = operation(
      "B", #"[[1,"me","User","O",[[0,"id","D"],[1,"address","Address","O",[[0,"zip","S"]]],[1,"phones","Phone","[O]",[[0,"kind","S"]]]]]]"#)
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
      operation("V", #"[[1,"viewer","Viewer","O",[[0,"name","S"]]],[1,"other","Thing","O",[[1,"viewer","Viewer","O",[[0,"age","I"]]]]]]"#),
      #"{"data":{"viewer":{"name":"x"},"other":{"viewer":{"age":3}}}}"#)
    #expect(test.record("client:root:viewer") == ["__id": "client:root:viewer", "__typename": "Viewer", "name": "x", "age": 3])
  }

  @Test("27. leaves undefined fields unset, or sets them to null on demand, and never touches client fields")
  func absentFields() throws {
    let operation = operation("A", #"[[0,"a","S"],[0,"b","S"],[1,"c","C","O",[[0,"d","S"]]],[9,[[0,"local","S"]]]]"#)
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
    let selections = #"[[0,"a","S"],[6,"x",1,[[0,"b","S"]]],[6,"x",0,[[0,"c","S"]]]]"#
    for (value, field): (JSON, String) in [(true, "b"), (false, "c"), (.null, "c")] {
      let test = TestStore()
      try test.publish(operation("A", arguments: #"[["x",null]]"#, selections, ["x": value]), #"{"data":{"a":1,"b":2,"c":3}}"#)
      let root = try #require(test.record("client:root"))
      #expect(root[field] != nil)
      #expect(root[field == "b" ? "c" : "b"] == nil)
    }
  }

  @Test("29. type conditions: concrete ones by the exact type, abstract ones by the response, which is remembered (defect 8)")
  func typeConditions() throws {
    let operation = operation(
      "A",
      #"""
      [[1,"nodes",0,"[O]",[[0,"__typename","S!"],[0,"id","D"],[4,"User",0,[[0,"name","S"]]],[4,"Actor","__isActor",[[0,"handle","S"]]],
      [5,"__isNode"]]]]
      """#)
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

  @Test("errors stay with the fields that they made null, those of children with the ancestor that became null (defect 10)")
  func fieldErrors() throws {
    let definition = Plans.operation(
      "A", normalization: #"[[1,"me","User","O",[[0,"id","D"],[0,"name","S"],[1,"friend","User","O",[[0,"id","D"],[0,"name","S"]]]]]]"#,
      shapes: #"[[[["me","O1"]]],[[["name","S"],["friend","O2"]]],[[["name","S"]]]]"#,
      reader: #"[[1,0,1,"me","User",0,[[0,0,"name"],[1,1,2,"friend","User",0,[[0,0,"name"]]]]]]"#)
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
      operation("S", #"[[0,"b","J"],[0,"i","J"],[0,"d","J"],[0,"big","J"],[0,"huge","J"],[0,"o","J"],[0,"l","J"],[0,"e","J"]]"#),
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
      "G", normalization: #"[[1,"grid","Cell","[[O]]",[[0,"x","I"]]]]"#, shapes: #"[[[["grid","[[O1]]"]]],[[["x","I"]]]]"#,
      reader: #"[[1,0,1,"grid","Cell",1,[[0,0,"x"]]]]"#)
    let operation = OperationDescriptor(definition)
    try test.publish(operation, #"{"data":{"grid":[[{"x":1},null],null,[],[{"x":2}]]}}"#)
    #expect(test.store.lookup(operation).row?.json == ["grid": [[["x": 1], .null], .null, [], [["x": 2]]]])
    #expect(test.record("client:root:grid:3:0")?["x"] == 2)
  }

  @Test("shapes that contradict the operation are errors, and the store stays as it was")
  func wrongShapes() throws {
    let operation = operation("A", #"[[1,"me",0,"O",[[0,"__typename","S!"],[0,"id","D"],[1,"list","T","[O]",[[0,"id","D"]]]]]]"#)
    for response in [
      #"{"data":{"me":[]}}"#, #"{"data":{"me":1}}"#, #"{"data":{"me":"x"}}"#, #"{"data":{"me":{}}}"#, #"{"data":{"me":{"__typename":3}}}"#,
      #"{"data":{"me":{"__typename":"T","list":{}}}}"#, #"{"data":{"me":{"__typename":"T","list":[1]}}}"#, #"{"data":[]}"#,
      #"{"data":{"me":{"__typename":"T","list":[{},[]]}}}"#, #"{"data":{"me":{"__typename":"T","list":[[],{}]}}}"#,
    ] {
      #expect(throws: NormalizationError.self) { try test.publish(operation, response) }
    }
    #expect(test.store.json == ["client:root": ["__id": "client:root", "__typename": "__Root"]])
  }

  @Test("an object that is in itself has the link that comes last: the inner one, and the outer list")
  func objectInItself() throws {
    let operation = Plans.operation(
      "SelfQuery",
      normalization: #"""
        [[1,"me","User","O",[[0,"id","D"],[1,"friend","User","O",[[0,"id","D"],[1,"friend","User","O",[[0,"id","D"]]],
        [1,"friends","User","[O]",[[0,"id","D"]]]]],[1,"friends","User","[O]",[[0,"id","D"]]]]]]
        """#, shapes: "[[]]", reader: "[]")
    let test = TestStore()
    try test.publish(
      OperationDescriptor(operation),
      #"{"data":{"me":{"id":"1","friend":{"id":"1","friend":{"id":"2"},"friends":[{"id":"2"}]},"friends":[{"id":"3"}]}}}"#)
    #expect(test.record("1")?["friend"] == ["__ref": "2"])
    #expect(test.record("1")?["friends"] == ["__refs": ["3"]])
  }
}
