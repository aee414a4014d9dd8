import Foundation
import RelayRuntime
import Testing

/// The golden Swift of `Fixtures/artifacts/names`, executed: whatever the name of a field, argument, value or type in the schema, the
/// corresponding property has the server's value.
@Suite("Names of operations")
struct NameTests {
  private func data<Operation: GraphQLOperation>(_ operation: Operation, _ response: JSON) throws -> Operation.Data {
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    try environment.commitPayload(operation, response)
    return try #require(environment.read(operation))
  }

  private static let thing: JSON = [
    "__typename": "Thing", "self": "a", "Self": "b", "Type": "c", "type": 1, "Protocol": "d", "init": true, "_": "e", "_private": "f",
    "id": 2, "description": "g", "debugDescription": 3, "hashValue": "h", "hash": 4, "fragments": "i", "data": "a", "Data": "a",
    "definition": "j", "variables": 5, "typeCase": "k", "asOther": "l", "asFragment": "m", "fragment_Data": 6, "row": 7, "encode": "n",
    "count": "o", "isEmpty": "p", "name": "q", "NAME": "r", "Name": "s", "FIELD_NAME": "t", "URL": "u", "case": "ANY", "default": "self",
    "some": "IN_PROGRESS", "any": "success", "async": ["array"], "func": 8, "class": 9, "nil": 10, "true": 11, "get": 12,
    "other": ["self": "v", "other": 13],
  ]

  @Test("Keywords and members are fields")
  func keywordsAndMembersAreFields() throws {
    let thing = try #require(try data(keywordsQuery(), ["thing": Self.thing]).thing)
    #expect(thing.`self` == "a")
    #expect(thing.`Self` == "b")
    #expect(thing.`Type` == "c")
    #expect(thing.type == 1)
    #expect(thing.`Protocol` == "d")
    #expect(thing.`init`)
    #expect(thing.`_` == "e")
    #expect(thing._private == "f")
    #expect(thing.id == 2)
    #expect(thing.description == "g")
    #expect(thing.debugDescription == 3)
    #expect(thing.hashValue_ == "h")
    #expect(thing.hash == 4)
    #expect(thing.fragments == "i")
    #expect(thing.definition == "j")
    #expect(thing.variables == 5)
    #expect(thing.typeCase == "k")
    #expect(thing.asOther == "l")
    #expect(thing.asFragment == "m")
    #expect(thing.fragment_Data_ == 6)
    #expect(thing.row == 7)
    #expect(thing.encode == "n")
    #expect(thing.count == "o")
    #expect(thing.func == 8)
    #expect(thing.class == 9)
    #expect(thing.nil == 10)
    #expect(thing.true == 11)
    #expect(thing.get == 12)
    #expect(thing.other?.`self` == "v" && thing.other?.other == 13)
  }

  @Test("Names that differ only in case are distinct")
  func namesThatDifferInCaseAreTwo() throws {
    let thing = try #require(try data(keywordsQuery(), ["thing": Self.thing]).thing)
    #expect([thing.name, thing.NAME, thing.Name, thing.FIELD_NAME, thing.URL] == ["q", "r", "s", "t", "u"])
    #expect(thing.data == .a && thing.Data == .a)
  }

  @Test("Types of the schema may have names of Swift types")
  func typesOfSwiftAreTypesOfTheSchema() throws {
    let thing = try #require(try data(keywordsQuery(), ["thing": Self.thing]).thing)
    let kinds: (Any_Enum?, Never_Enum?, Task_Enum?, Result_Enum?) = (thing.case, thing.default, thing.some, thing.any)
    #expect(kinds.0 == .ANY)
    #expect(kinds.1 == .`self`)
    #expect(kinds.2 == .IN_PROGRESS)
    #expect(kinds.3 == .success)
    #expect(thing.async == [.array])
    // Swift's own types are not affected.
    let result: Result<Data, any Error> = .success(Data())
    #expect(try result.get().isEmpty)
  }

  @Test("Values keep their names on the wire")
  func valuesKeepTheirNamesOnTheWire() {
    #expect(Error_Enum.allCases.map(\.rawValue) == ["ERROR", "NONE", "SOME", "none", "some"])
    #expect(
      Never_Enum.allCases.map(\.rawValue) == [
        "never", "self", "Self", "Type", "type", "init", "default", "case", "rawValue", "hashValue", "allCases", "description", "unknown",
        "UNKNOWN", "encode",
      ])
    #expect(Set(Task_Enum.allCases).count == 11)
    for name in Task_Enum.allCases.map(\.rawValue) { #expect(Task_Enum(rawValue: name).rawValue == name) }
    #expect(Never_Enum(rawValue: "unknown") != .unknown("other") && Never_Enum(rawValue: "?") == .unknown("?"))
  }

  @Test("Arguments keep their names on the wire")
  func argumentsKeepTheirNamesOnTheWire() {
    let operation = MetQuery(
      self: 1, self_: 2, underscore: 3, underscore_: 4, hashValue_: 5, hashValue__: 6, RelayRuntime: 7, Variables: 8, __operation: 9)
    #expect(
      operation.variables.__fields.values == [
        "self": 1, "self_": 2, "_": 3, "underscore": 4, "hashValue": 5, "hashValue_": 6, "RelayRuntime": 7, "Variables": 8,
        "__operation": 9,
      ])
    #expect(operation.variables.`self` == 1)
    #expect(operation.variables.self_ == 2)
    #expect(operation.variables.`_` == 3)
    let query = GeneratedNamesTests.Query(self: 1, in: Date_InputObject(self: 2, Self: 3, init: 4), `inout`: 5, let: 6, underscore: 7)
    #expect(
      query.variables.__fields.values == ["self": 1, "in": ["self": 2, "Self": 3, "init": 4], "inout": 5, "let": 6, "_": 7])
  }

  @Test("Fields of inputs keep their names on the wire")
  func fieldsOfInputsKeepTheirNamesOnTheWire() {
    var input = String_(self: 1, self_: 2, Field: 3, RawValue: 4, RelayRuntime: 5)
    #expect(input.__fields.values == ["self": 1, "self_": 2, "Field": 3, "RawValue": 4, "RelayRuntime": 5])
    input.setNull(.RawValue_)
    input.Field_ = 6
    #expect(input.__fields.values["RawValue"] == .null && input.__fields.values["Field"] == 6)
    let choices: [Optional_InputObject] = [.`self`(1), .none("x"), .some(Date_InputObject(in: 1)), .`init`(true), .default(.fields(2))]
    #expect(
      choices.map(\.__fields.values) == [
        ["self": 1], ["none": "x"], ["some": ["in": 1]], ["init": true], ["default": ["fields": 2]],
      ])
    for choice in choices { #expect(Optional_InputObject(__fields: choice.__fields) == choice) }
  }

  @Test("Nested types are renamed on conflict")
  func nestedTypesGiveWay() throws {
    let response: JSON = [
      "Thing_thing": 1, "thing": ["id": 1, "self": "a", "Type": "t", "TypeCase": "c"],
      "_": ["value": 1, "row": ["value": 2], "shape": ["value": 3]],
      "selves": [["__typename": "Other", "TypeCase": "b", "AsOther": "d", "self": "b", "other": 4]],
    ]
    let data = try data(NestedQuery(), response)
    #expect(data.Thing_thing == 1)
    #expect(data.thing?.`self` == "a")
    #expect(data.thing?.TypeCase_ == "c")
    #expect(data.`_`?.value == 1 && data.`_`?.row?.value == 2)
    let other = try #require(data.selves.first)
    guard case .other_(let view) = other.typeCase else { throw CancellationError() }
    #expect(view.other == 4)
    #expect(other.TypeCase_ == "d")
    #expect(other.AsOther == "d")
    let same = try self.data(sameTypeNameQuery(), ["b_c": ["x": 1], "c": ["y": 2]])
    #expect(same.b_c?.x == 1 && same.c?.y == 2)
  }

  /// The server's count differs from the number of loaded nodes, which is the collection's count.
  @Test("A connection counts its own nodes")
  func aConnectionCountsItsOwnNodes() throws {
    let data = try data(
      CountedQuery(),
      [
        "numbers": [
          "count": 500, "isEmpty": true, "startIndex": 7, "Edge": 500, "Element": 500, "Index": 500,
          "Indices": true, "SubSequence": true, "Iterator": true, "ArrayLiteralElement": 500,
          "edges": [["NodeValue": "c1", "cursor": "c1", "node": ["id": 1, "__typename": "Thing"]]],
          "pageInfo": ["endCursor": "c1", "hasNextPage": true],
        ]
      ])
    let numbers = try #require(data.numbers)
    #expect(numbers.count == 1)
    #expect(!numbers.isEmpty)
    #expect(Array(numbers).map(\.id) == [1])
    #expect(numbers.count_ == 500)
    #expect(numbers.isEmpty_)
    #expect(numbers.startIndex_ == 7)
    #expect(numbers.Edge_ == 500)
    #expect(numbers.Element_ == 500)
    #expect(numbers.Index_ == 500)
    #expect(numbers.Indices_)
    #expect(numbers.SubSequence_)
    #expect(numbers.Iterator_ && numbers.ArrayLiteralElement_ == 500)
    #expect(numbers.edges?.first??.NodeValue_ == "c1")
  }

  @Test("Fragments may have the names of types")
  func fragmentsMayBeCalledAsTypes() throws {
    let user: JSON = ["__typename": "User", "name": "Ada", "inline": ["name": "Bob"], "user": ["name": "Cy", "user": ["name": "Dee"]]]
    let data = try data(AllFragmentsQuery(), ["user": user, "thing": ["id": 3, "other": ["self": "o"]], "sum": 4])
    let named = try #require(data.user)
    let type: Type_Fragment = named.fragments.type
    let inner: self_Fragment = type.data.fragments.`self`
    #expect(inner.data.fragments.row.data.fragments.user_user.name == "Ada")
    #expect(named.fragments.todo.name == "Ada")
    let parent: Parent_Fragment = named.fragments.parent_
    let inline: User_inline = try #require(parent.inline).fragments.user_inline
    #expect(inline.name == "Bob" && parent.inline?.name == "Bob")
    let thing = try #require(data.thing)
    let upper: Data_Fragment = thing.fragments.data
    let lower: data_Fragment = thing.fragments.data_
    #expect(upper.other?.`self` == "o" && lower.id == 3)
  }

  @Test("Descriptions stay comments")
  func descriptionsStayComments() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Names")
    let text = try String(contentsOf: folder.appending(path: "RelaySchemaTypes.graphql.swift"), encoding: .utf8)
    for line in ["/// */ #else", #"  /// """ /* `"#, "/// /* */ #if"] { #expect(text.contains("\n\(line)\n"), "\(line)") }
    let fields = try String(contentsOf: folder.appending(path: "Keywords.graphql.swift"), encoding: .utf8)
    #expect(fields.contains(##"/// `code`, */, /*, """, // and a tab"##))
    #expect(fields.contains("      /// #if DEBUG\n      /// #endif\n"))
  }
}
