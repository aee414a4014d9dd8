import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Ages and invalidations in plans")
struct FieldAgeTests {
  private static func plan(_ selections: String, before: String = "") -> NormalizationPlan {
    NormalizationPlan(parsing: #"{"version":1,"name":"Q",\#(before)"selections":[\#(selections)]}"#)
  }

  @Test("the notation of an age", .cases)
  func notation() {
    eachCase(of: [
      ("60", FieldAge(maxAge: 60)), ("0", FieldAge(maxAge: 0)), ("60+30", FieldAge(maxAge: 60, staleWhileRevalidate: 30)),
      ("+5", FieldAge(staleWhileRevalidate: 5)), ("", FieldAge()), ("2147483647", FieldAge(maxAge: .max)),
    ]) { text, age in
      #expect(FieldAge.parse(Substring(text))?.age == age)
      #expect(FieldAge.parse(Substring(text))?.scope == nil)
      #expect(FieldAge.parse(Substring(text + "P"))?.scope == .private)
      #expect(FieldAge.parse(Substring(text + "U"))?.scope == .public)
    }
  }

  @Test("what is not an age", .cases)
  func damagedNotation() {
    eachCase(of: ["-1", "60+", "60s", "2147483648", "60-30", "P60", "PU", "+", " 60", "６０"]) { text in
      #expect(FieldAge.parse(Substring(text)) == nil)
    }
  }

  @Test("each field has its age, and its type is that of a field without one")
  func fields() {
    let plan = Self.plan(
      #"""
      "id:D!@60","name:S@0",[0,"tags","[S!]!@5+10","t"],"text",[1,"user","User","O!@30",["id:D!","name:S@30"]],
      [4,"User",0,[[0,"age","@7","years"]]]
      """#)
    #expect(plan.problems == [])
    #expect((0..<8).map { plan.age(at: $0).maxAge } == [60, 0, 5, nil, 30, nil, 30, nil])
    #expect(plan.age(at: 8).maxAge == 7)
    #expect(plan.age(at: 2).staleWhileRevalidate == 10)
    #expect(plan.types == [.nonNull(.id), .string, .nonNull(.list(.nonNull(.string))), .nonNull(.object(0))])
    #expect(plan.steps.allSatisfy { $0.kind == .inlineFragment || $0.valueType >= 0 })
    #expect(!plan.hasPrivateFields && plan.age == .none)
  }

  @Test("a plan without ages has none for any step")
  func withoutAges() {
    let plan = Self.plan(#""id:D!",[1,"user","User","O!",["id:D!"]]"#)
    #expect(plan.ages.isEmpty && plan.invalidations.isEmpty && !plan.hasPrivateFields)
    #expect((0..<3).allSatisfy { plan.age(at: $0) == .none })
  }

  @Test("what is below a private field is private, unless it has another scope")
  func scopes() {
    let plan = Self.plan(
      #"""
      "version",[1,"me","User","O@60P",["name",[4,"User",0,["email"]],[1,"country","Country","O@U",["code","mine:S@P"]],"age:I@5"]],
      "other"
      """#)
    let names = plan.steps.indices.filter { plan.age(at: $0).isPrivate }.map { index in
      plan.steps[index].index < 0 ? "" : plan.responseKeys[Int(plan.steps[index].index)]
    }
    #expect(names == ["me", "name", "", "email", "mine", "age"])
    #expect(plan.hasPrivateFields)
    #expect(plan.steps.indices.compactMap { plan.age(at: $0).maxAge } == [60, 5])
  }

  @Test("an operation has its own age", .cases)
  func operation() {
    eachCase(of: [("60", 60, nil), ("60+30", 60, 30), ("+30", nil, 30)] as [(String, Int32?, Int32?)]) { text, maxAge, stale in
      let plan = Self.plan(#""id:D!""#, before: #""age":"\#(text)","#)
      #expect(plan.age == FieldAge(maxAge: maxAge, staleWhileRevalidate: stale))
      #expect(plan.ages.isEmpty && plan.problems == [])
    }
  }

  @Test("an invalidation belongs to the field before it")
  func invalidations() throws {
    let plan = Self.plan(
      #"""
      "id:D!",[1,"add","Payload","O",["ok:B",[15,[],{"Query":["todos","count"],"User":["todos"]}]]],
      [3,"add","appendEdge",""],
      [6,"flag",1,[[1,"remove","Payload","O",["id:D"]],[15,["Todo","Note"]]]]
      """#)
    #expect(plan.problems == [])
    #expect(plan.steps.map(\.kind) == [.scalar, .linked, .scalar, .linkedHandle, .condition, .linked, .scalar])
    #expect(plan.invalidations.map(\.step) == [2, 5])
    let places = plan.invalidations.map { $0.places.map { "\(Keys.name($0.type)).\($0.field.map { Keys.name($0) } ?? "*")" }.sorted() }
    #expect(places == [["Query.count", "Query.todos", "User.todos"], ["Note.*", "Todo.*"]])
    #expect(plan.steps[3].name == 1, "the handle still finds its field")
  }

  @Test("what the runtime does not know is a problem of the plan", .cases)
  func problems() {
    eachCase(of: [
      (Self.plan(#""id:D!@1m""#), "a scalarField node of the plan has an age that this runtime does not know"),
      (Self.plan(#"[1,"user","User","O@-1",["id"]]"#), "a linkedField node of the plan has an age that this runtime does not know"),
      (Self.plan(#""id""#, before: #""age":"60P","#), #"the plan has the age "60P", which this runtime does not know"#),
      (Self.plan(#""id""#, before: #""age":60,"#), "the plan has the age 60, which this runtime does not know"),
      (Self.plan(#"[15,["Todo"]]"#), "a invalidation node of the plan does not follow a field"),
      (Self.plan(#"[5,"__isNode"],[15,["Todo"]]"#), "a invalidation node of the plan does not follow a field"),
      (Self.plan(#"[0],[15,["Todo"]],"id""#), "a scalarField node of the plan has no name"),
    ]) { plan, problem in
      #expect(plan.problems.first == problem)
    }
  }

  @Test("a reader plan has no invalidations")
  func readerPlan() {
    let plan = ReaderPlan(parsing: #"{"version":1,"name":"F","type":"User","shapes":[],"selections":[[15,["Todo"]]]}"#)
    #expect(plan.problems == ["a invalidation node of the plan is not part of a reader plan"])
  }

  @Test("plans that tests write have ages too")
  func planText() {
    let definition = Plans.operation(
      "M", kind: .mutation, age: "9",
      normalization: [
        .linked("user", "O@60", of: "User", [.scalar("id", "D!@60P")]), .invalidation(types: ["User"], fields: ["Query": ["me"]]),
      ])
    let plan = definition.normalization
    #expect(plan.problems == [] && plan.age.maxAge == 9)
    #expect(plan.ages == [FieldAge(maxAge: 60), FieldAge(maxAge: 60, isPrivate: true)])
    #expect(plan.invalidations.map(\.step) == [0])
  }
}
