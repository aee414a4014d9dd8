import Testing

@testable import RelayRuntime

@Suite("Plan texts in these tests")
struct PlanTextTests {
  @Test("a normalization plan has the form that the compiler writes")
  func normalization() {
    let text = Plans.normalization(
      "Q", arguments: ["id": .null, "first": 10],
      names: PlanNames(id: "nodeID", connection: ["edges": "links"], keys: ["Book": ["isbn", "edition"]]),
      [
        .scalar("name", "S!", alias: "title"),
        .linked("me", of: "User", arguments: .variables("id"), [.scalar("id", "D!")]),
        .linked("any", "[O]", [.scalar("x")]),
        .linkedHandle(
          "me", "connection", key: "k", filters: ["a"], arguments: ["b": .literal("x")], dynamicKey: ["__dynamicKey": .variable("v")]),
        .scalarHandle("gone", "deleteEdge", with: ["list": .list([.variable("c"), nil]), "object": .object(["x": .literal(1)])]),
        .inlineFragment(on: "Node", abstractKey: "__isNode", [.typeDiscriminator("__isActor")]),
        .condition("on", is: true, [.scalar("a", "S")]), .defer("d", if: "on", [.scalar("a", "S")]),
        .stream("s", [.linked("l", "[O]", [])]),
        .clientExtension([.scalar("local", "S")]),
      ])
    let selections = [
      #"[0,"name","S!","title"]"#, #"[1,"me","User","O",["id:D!"],0,[["id",1,"id"]]]"#, #"[1,"any",0,"[O]",[[0,"x"]]]"#,
      #"[3,"me","connection","k",["a"],0,[["b",0,"x"]],[["__dynamicKey",1,"v"]]]"#,
      #"[2,"gone","deleteEdge","",0,0,0,0,[["list",2,[[1,"c"],null]],["object",3,[["x",0,1]]]]]"#,
      #"[4,"Node","__isNode",[[5,"__isActor"]]]"#, #"[6,"on",1,["a"]]"#, #"[7,"on","d",["a"]]"#,
      #"[8,0,"s",[[1,"l",0,"[O]",[]]]]"#, #"[9,["local"]]"#,
    ]
    #expect(
      text
        == #"{"version":1,"name":"Q","arguments":[["id",null],["first",10]],"id":"nodeID","connection":{"edges":"links"},"#
        + #""keys":{"Book":["isbn","edition"]},"selections":[\#(selections.joined(separator: ","))]}"#)
    #expect(NormalizationPlan(parsing: text).problems.isEmpty)
  }

  @Test("a reader plan has the form that the compiler writes, with slots and shapes in the order of their first use")
  func reader() {
    let text = Plans.reader(
      "F", on: "Node", abstractKey: "__isNode", arguments: [.local("n", default: 3), .root("g")], metadata: ["plural": true],
      [
        .scalar("name", "S", alias: "title", arguments: .variables("n")),
        .linked(
          "friends", of: "Friends", connection: ("edges", "node"),
          [
            .linked("edges", "[O]", of: "Edge", [.scalar("cursor", "S"), .linked("node", of: "User", [.scalar("id", "S!")])])
          ]),
        .inlineFragment(on: "User", marker: "asUser", [.linked("friends", of: "Friends", [.scalar("count", "I")])]),
        .condition("on", is: false, [.spread("G")]), .defer([.spread("H", "P!")]), .stream([.linked("list", "[O]", [])]),
        .aliased("page", on: "Page", [.scalar("name", "S")]), .clientExtension([.required(.log, .scalar("local", "S"))]),
        .catch(.result, .required(.throw, .linked("best", of: "User", [.catch(.null, .scalar("name", "S"))]))),
      ])
    let shapes = [
      #"["title","friends:O1","asUser:M!","fragment_G:P","fragment_H:P!","list:[O4]","page:O5","local","best:R(O6)"]"#,
      #"["edges:[O2]","count:I",0,1]"#, #"["cursor","node:O3"]"#, #"["id:S!"]"#, "[]", #"["name"]"#, #"["name"]"#,
    ]
    let selections = [
      #"[0,0,"name","title",[["n",1,"n"]]]"#,
      #"[1,1,1,0,"Friends",0,[[1,0,2,0,"Edge",1,[0,[1,1,3,0,"User",0,[0]]]]]]"#,
      #"[4,2,"User",0,[[1,1,1,0,"Friends",0,[1]]]]"#, #"[6,"on",0,[[10,3,"G"]]]"#, #"[7,[[10,4,"H"]]]"#,
      #"[8,[[1,5,4,0,0,1,[]]]]"#, #"[11,6,5,"page","Page",0,[0]]"#, #"[9,[[13,"LOG",[0,7]]]]"#,
      #"[14,"RESULT",[13,"THROW",[1,8,6,0,"User",0,[[14,"NULL",[0,0]]]]]]"#,
    ]
    #expect(
      text
        == #"{"version":1,"name":"F","type":"Node","abstractKey":"__isNode","arguments":[["L","n",3],["R","g"]],"metadata":{"plural":true},"#
        + #""shapes":[\#(shapes.joined(separator: ","))],"selections":[\#(selections.joined(separator: ","))]}"#)
    #expect(ReaderPlan(parsing: text).problems.isEmpty)
  }
}
