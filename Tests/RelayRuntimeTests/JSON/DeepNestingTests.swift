import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Nesting in a server's data costs no stack, even in a debug build: all of this runs on a thread with 256 KB.
@Suite("Deep nesting on a small stack")
struct DeepNestingTests {
  /// Texts with nested arrays, with nested objects, and with both in alternation.
  static func texts(_ depth: Int) -> [String] {
    [["["], [#"{"a":"#], [#"{"a":"#, "["], [#"{"b":1,"a":"#, "[0,"]].map { starts in
      let open = (0..<depth).map { starts[$0 % starts.count] }
      return open.joined() + "7" + open.reversed().map { $0.hasPrefix("{") ? "}" : "]" }.joined()
    }
  }

  @Test("512 levels are parsed, written, compared, hashed and released; 513 are an error")
  func values() throws {
    try SmallStack.run {
      for text in Self.texts(JSONTape.maximumDepth) {
        var (value, other) = (try JSON(parsing: text), try JSON(parsing: text))
        #expect(value == other)
        #expect(Set([value, other]).count == 1)
        #expect(try JSON(parsing: value.description) == other)
        let changed = try JSON(parsing: text.replacingOccurrences(of: "7", with: "8"))
        #expect(value != changed)
        #expect(Set([value, changed]).count == 2)
        #expect(CustomScalarError(Int.self, value).description.hasSuffix("Int"))
        other = .null
        value = .null
      }
      for text in Self.texts(JSONTape.maximumDepth + 1) {
        #expect(throws: JSONParseError.self) { try JSON(parsing: text) }
      }
    }
  }

  @Test("parts are merged into a response")
  func merging() throws {
    try SmallStack.run {
      for text in Self.texts(500) {
        let whole = try JSONDocument(Data(#"{"a":\#(text)}"#.utf8))
        let part = try JSONDocument(Data(text.replacingOccurrences(of: "7", with: "8").utf8))
        var merged = MergedResponse((whole, 0))
        merged.merge(part, 0, at: ["a"], [])
        let object = merged.object(at: [])
        #expect(try JSON(parsing: #require(object)) == ["a": part.value])
      }
    }
  }

  static let operation = OperationDescriptor(
    Plans.operation(
      "DeepQuery",
      normalization: [.scalar("any", "J"), .scalar("list", "[J]"), .scalar("failed", "S")],
      reader: [.scalar("any", "J"), .scalar("list", "[J]"), .scalar("failed", "S")]),
    variables: [:])

  @Test("values of custom scalars and extensions of errors are stored, read, saved, restored and released")
  func store() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString).store")
    defer { try? FileManager.default.removeItem(at: file) }
    try SmallStack.run {
      for text in Self.texts(500) {
        let deep = try JSON(parsing: text)
        let response = #"""
          {"data":{"any":\#(text),"list":[\#(text)],"failed":null},
           "errors":[{"message":"No.","path":["failed"],"extensions":{"deep":\#(text)}}]}
          """#
        let test = TestStore()
        let snapshots = try (0..<2).map { _ in
          try test.publish(Self.operation, response, options: .init(isResponse: true))
          return test.store.lookup(Self.operation)
        }
        let row = try #require(snapshots[0].row)
        #expect(row.slot(0).json == deep)
        #expect(row.slot(1).json == .array([deep]))
        #expect(row.json == snapshots[1].row?.json)
        #expect(snapshots[0].row == snapshots[1].row)
        #expect(row.hashValue == snapshots[1].row?.hashValue)
        #expect(snapshots[0].fieldErrors.first?.error?.extensions["deep"] == deep)
        try test.store.save(to: file)
        let fresh = TestStore()
        try fresh.store.restore(from: file)
        #expect(JSON.object(fresh.store.json) == JSON.object(test.store.json))
        #expect(fresh.store.lookup(Self.operation).row?.json == row.json)
      }
    }
  }

  @Test("parts of a response are merged to at most 512 levels")
  func parts() throws {
    try SmallStack.run {
      let path = (0..<400).map { $0 % 2 == 0 ? JSON.string("a") : .int(0) }
      let text = try #require(Self.texts(400).dropFirst(2).first)
      var whole = MergedResponse((try JSONDocument(Data(text.utf8)), 0))
      func merge(_ value: JSON) throws {
        whole.merge(try JSONDocument(value), 0, at: Array(path.prefix(300)), Array(path.dropFirst(300)))
      }
      func merged() throws -> JSON? {
        let text = whole.object(at: [])
        var value = try text.map { try JSON(parsing: $0) }
        for step in path {
          if let name = step.stringValue { value = value?[name] }
          if let index = step.intValue { value = value?[index] }
        }
        return value
      }
      #expect(try merged() == 7)
      try merge(["b": [1, 2]])
      #expect(try merged() == ["b": [1, 2]])
      try merge(["b": [3, 4, 5], "c": ["d": 1]])
      #expect(try merged() == ["b": [3, 4, 5], "c": ["d": 1]])
      try merge(["b": [["e": 1], nil]])
      #expect(try merged() == ["b": [["e": 1], nil, 5], "c": ["d": 1]])
      whole.merge(try JSONDocument(Data(text.utf8)), 0, at: [], [])
      #expect(try merged() == 7)
    }
  }

  @Test("missing levels are created where a part can be")
  func missingLevels() throws {
    var whole = MergedResponse(nil)
    func merged() throws -> JSON {
      let text = whole.object(at: [])
      return try JSON(parsing: try #require(text))
    }
    whole.merge(try JSONDocument(.int(1)), 0, at: ["x"], ["y"])
    #expect(try merged() == ["x": ["y": 1]])
    whole.merge(try JSONDocument(.int(2)), 0, at: ["x", "y", 0], [])
    #expect(try merged() == ["x": ["y": 1]])
    // A part without a value is null.
    whole.merge(try JSONDocument(.int(2)), -1, at: ["x"], [])
    #expect(try merged() == ["x": nil])
    #expect(whole.object(at: ["x"]) == nil)
  }

  /// A query with nested objects.
  static func nested(_ depth: Int) -> (operation: OperationDescriptor, response: String) {
    let repeated = { (text: String) in String(repeating: text, count: depth) }
    var normalization = NormalizationPlanNode.scalar("n", "I")
    var reader = ReaderPlanNode.scalar("n", "I")
    for _ in 0..<depth {
      normalization = .linked("a", of: "A", [normalization])
      reader = .linked("a", of: "A", [reader])
    }
    let definition = Plans.operation("NestedQuery", normalization: [normalization], reader: [reader])
    return (
      OperationDescriptor(definition, variables: [:]), #"{"data":"# + repeated(#"{"a":"#) + #"{"n":7}"# + repeated("}") + "}"
    )
  }

  /// Only an app's operation can nest this deep. Its frames use 8 KB per level in a debug build.
  @Test("nested objects are normalized, read, compared, changed and released", .cases)
  func objects() {
    eachCase(of: [(20, SmallStack.size), (400, 4 << 20)]) { try objects(depth: $0.0, stack: $0.1) }
  }

  private func objects(depth: Int, stack: Int) throws {
    try SmallStack.run(size: stack) {
      let (operation, response) = Self.nested(depth)
      let test = TestStore()
      try test.publish(operation, response, options: .init(isResponse: true))
      let snapshot = test.store.lookup(operation)
      let row = try #require(snapshot.row)
      #expect(row.json.depthOfMembers == depth)
      try test.publish(operation, response.replacingOccurrences(of: "7", with: "8"), options: .init(isResponse: true))
      let other = test.store.lookup(operation)
      #expect(other.row != row)
      #expect(other.row?.hashValue != row.hashValue)
      #expect(throws: NormalizationError.self) {
        try test.publish(operation, response.replacingOccurrences(of: #"{"n":7}"#, with: "7"), options: .init(isResponse: false))
      }
      try test.publish(operation, response.replacingOccurrences(of: "7", with: #""seven""#), options: .init(isResponse: true))
      _ = test.store.check(operation)
      test.store.collectGarbage()
    }
  }
}

extension JSON {
  /// The depth of nested objects with a member `a`.
  fileprivate var depthOfMembers: Int {
    var (depth, value) = (0, self)
    while let inner = value["a"] { (depth, value) = (depth + 1, inner) }
    return depth
  }
}
