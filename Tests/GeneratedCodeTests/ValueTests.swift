import Foundation
import RelayRuntime
import Testing

/// Values of every kind, read through the generated properties, and variables of every kind, as they are sent.
@Suite("Values")
struct ValueTests {
  private func data<Operation: GraphQLOperation>(_ operation: Operation, _ response: JSON) throws -> Operation.Data {
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    try environment.commitPayload(operation, response)
    return try #require(environment.read(operation))
  }

  private static let moment = "2026-01-02T03:04:05Z"

  // MARK: Lists

  @Test("Lists with any nesting")
  func listsOfAnyNesting() throws {
    let board = try data(
      BoardQuery(),
      [
        "board": [
          "cells": [
            [[["id": "1", "value": 1.5, "owner": ["__typename": "Droid", "id": "d", "name": "R2-D2"]], ["id": "2", "value": nil]], []], nil,
          ],
          "rows": [[["id": "1"], nil], []],
          "episodes": [["JEDI", "SEQUEL"], nil],
          "moments": [[.string(Self.moment), nil], []],
          "notes": [[["a": 1], "b"], nil],
          "flags": [[[true], []], []],
          "names": [["x"], []],
        ]
      ]
    ).board
    let cells: [[[BoardQuery.Data.Board_board.Cell_cells]]?] = board.cells
    #expect(cells.map { $0?.map { $0.map(\.value) } } == [[[1.5, nil], []], nil])
    #expect(cells[0]?[0][0].owner?.asDroid?.name == "R2-D2" && cells[0]?[0][1].owner == nil)
    let rows: [[BoardQuery.Data.Board_board.Cell_rows?]]? = board.rows
    #expect(rows?.map { $0.map { $0?.id } } == [["1", nil], []])
    let episodes: [[Episode]?] = board.episodes
    #expect(episodes == [[.jedi, .unknown("SEQUEL")], nil])
    let moments: [[Date?]] = board.moments
    #expect(moments.map { $0.map { $0?.timeIntervalSince1970 } } == [[1_767_323_045, nil], []])
    let notes: [[JSON]?]? = board.notes
    #expect(notes == [[["a": 1], "b"], nil])
    let flags: [[[Bool]]] = board.flags
    #expect(flags == [[[true], []], []])
    let names: [[String]]? = board.names
    #expect(names == [["x"], []])
  }

  @Test("Missing lists")
  func listsThatAreNotThere() throws {
    let board = BoardQuery.Data(json: ["board": ["rows": nil, "cells": "?"]]).board
    #expect(board.cells.isEmpty)
    #expect(board.rows == nil)
    #expect(board.episodes.isEmpty)
    #expect(board.notes == nil)
    #expect(board.flags.isEmpty)
  }

  // MARK: Nulls and errors

  @Test("@semanticNonNull applies to its levels")
  func semanticNonNullAppliesToItsLevels() throws {
    let board = try data(LevelsQuery(), ["board": ["labels": ["a"], "marks": ["b", "c"]]]).board
    let labels: [String] = board.labels
    let marks: [String] = board.marks
    #expect(labels == ["a"] && marks == ["b", "c"])
  }

  @Test("@required may throw")
  func requiredMayThrow() async throws {
    let price: Decimal = try data(ThrownQuery(), ["board": ["price": "1.50"]]).board.price
    #expect(price == Decimal(string: "1.5"))
    let mock = MockEnvironment()
    let fetched = Task { try await mock.environment.fetch(ThrownQuery()) }
    while mock.pendingOperations.isEmpty { await Task.yield() }
    try await mock.resolveMostRecentOperation(data: ["board": ["price": nil]])
    await #expect(throws: FieldErrors.self) { _ = try await fetched.value }
  }

  @Test("Lists may be caught")
  func listsMayBeCaught() throws {
    let board = try data(
      CaughtListsQuery(), ["board": ["rows": [[["id": "1"], nil]], "names": [["x"]], "moments": [[.string(Self.moment)]]]]
    ).board
    let rows: Result<[[CaughtListsQuery.Data.Board_board.Cell_rows?]]?, FieldErrors> = board.rows
    #expect(try rows.get()?.map { $0.map { $0?.id } } == [["1", nil]])
    let names: Result<[[String]]?, FieldErrors> = board.names
    #expect(try names.get() == [["x"]])
    let moments: [[Date?]]? = board.moments
    #expect(moments?.first?.first??.timeIntervalSince1970 == 1_767_323_045)
  }

  // MARK: Variables

  @Test("Variables have three states")
  func variablesHaveThreeStates() throws {
    var query = DefaultsQuery(text: "x")
    #expect(query.variables.__fields.values == ["text": "x"])
    query.variables.episode = .newHope
    query.variables.setNull(\.filter)
    #expect(query.variables.__fields.values == ["text": "x", "episode": "NEW_HOPE", "filter": nil])
    #expect(query.variables.episode == .newHope)
    #expect(query.variables.filter == nil)
    #expect(query.variables.count == nil)
    query.variables.episode = nil
    query.variables.filter = ProductFilter(episode: .empire, skus: [])
    #expect(query.variables.__fields.values == ["text": "x", "filter": ["episode": "EMPIRE", "skus": []]])
    #expect(DefaultsQuery(episode: .jedi, count: 5, text: "").variables.__fields.values == ["episode": "JEDI", "count": 5, "text": ""])
  }

  @Test("Defaults of the document also apply in the store")
  func defaultsOfTheDocumentAreTheStoresToo() throws {
    let response: JSON = ["hero": ["__typename": "Human", "id": "1", "name": "Luke"], "products": [], "search": []]
    let environment = RelayEnvironment(network: FetchNetwork { _ in throw CancellationError() })
    try environment.commitPayload(DefaultsQuery(text: "x"), response)
    #expect(environment.read(DefaultsQuery(episode: .jedi, count: 3, text: "x"))?.hero.name == "Luke")
    #expect(environment.check(DefaultsQuery(episode: .empire, text: "x")) == .missing)
  }

  @Test("A @oneOf input can be read back")
  func aOneOfInputReadsBackWhatItIs() {
    let places: [PlaceBy] = [.id("1"), .name("x"), .near(.id("2")), .any([.name("y"), .near(.id("3"))])]
    for place in places { #expect(PlaceBy(__fields: place.__fields) == place) }
    #expect(Set(places).count == 4)
    #expect(places[3].description == #"{"any":[{"name":"y"},{"near":{"id":"3"}}]}"#)
    var input = AddTodoInput(text: "", place: places[2])
    #expect(input.place == .near(.id("2")))
    input.place = nil
    #expect(!input.__fields.has("place"))
  }

  /// The first case contains the type itself, and the second one another such type.
  @Test("A @oneOf input that is absent can be read even if all of its fields are of such types")
  func anAbsentOneOfInputCanBeRead() {
    #expect(ProductSearch(__fields: .init()).match == .text(.equals("")))
    #expect(ProductSearch(match: .not(.text(.contains("a")))).match == .not(.text(.contains("a"))))
  }
}
