import Foundation

@testable import RelayRuntime

extension RuntimeShape {
  private static func edge(_ index: Int, _ cursor: String = "c") -> String { #"{"cursor":"\#(cursor)\#(index)","node":\#(user(index))}"# }

  private static func whole(_ edges: Range<Int>, _ more: String = "") -> String {
    #"{"data":{"me":{"id":"1","friends":{"edges":[\#(list(edges.count) { edge(edges.lowerBound + $0) })]}}}\#(more),"hasNext":true}"#
  }

  private static func item(_ index: Int, _ edge: String) -> String {
    #"{"label":"edges","path":["me","friends","edges",\#(index)],"data":\#(edge)}"#
  }

  private static let pending = #","pending":[{"id":"e","label":"edges","path":["me","friends","edges"]}]"#

  /// A page of a connection in payloads.
  ///
  /// - Parameters:
  ///   - variables: the cursor to which the page belongs.
  ///   - loaded: the edges that have been loaded before.
  private static func page(
    _ name: String, _ variables: [String: JSON] = [:], loaded: @escaping @Sendable (Int) -> Range<Int> = { _ in 0..<0 },
    _ texts: @escaping @Sendable (Int) -> [String]
  ) -> RuntimeShape {
    RuntimeShape("streamed edges of a connection\(name)") { size in
      let environment = quietEnvironment()
      func take(_ texts: [String], _ variables: [String: JSON]) throws {
        var response = IncrementalResponse(
          OperationDescriptor(StreamedFriends.definition, variables: variables), in: environment, updater: nil)
        for text in texts { _ = try response.take(NetworkPayload(json: text)) { nil } }
      }
      if !variables.isEmpty {
        let pageInfo = #"{"label":"pageInfo","path":["me","friends"],"data":{"pageInfo":{"startCursor":"p","endCursor":"p"}}}"#
        try take([whole(loaded(size)), pageInfo], [:])
      }
      let texts = texts(size)
      return { try take(texts, variables) }
    }
  }

  private static func items(_ size: Int) -> [String] { (0..<size).map { item($0, edge($0)) } }

  static let streamedConnections: [RuntimeShape] = [
    page("") { [whole(0..<0)] + items($0) },
    page(", after others", ["after": "p"], loaded: { $0..<2 * $0 }) { [whole(0..<0)] + items($0) },
    page(", before others", ["before": "p"], loaded: { $0..<2 * $0 }) { [whole(0..<0)] + items($0) },
    page(" that has them, after others", ["after": "p"], loaded: { 0..<$0 }) { [whole(0..<0)] + items($0) },
    page(" that has them, before others", ["before": "p"], loaded: { 0..<$0 }) { [whole(0..<0)] + items($0) },
    page(", after a cursor that it does not have", ["after": "q"], loaded: { 0..<$0 }) { [whole(0..<0)] + items($0) },
    page(", each after its successor") { size in
      [whole(0..<0)] + (0..<size / 2 * 2).map { item($0 ^ 1, edge($0 ^ 1)) }
    },
    page(", after others, each after its successor", ["after": "p"], loaded: { $0..<2 * $0 }) { size in
      [whole(0..<0)] + (0..<size / 2 * 2).map { item($0 ^ 1, edge($0 ^ 1)) }
    },
    page(", the same one again and again") { size in [whole(0..<size)] + (0..<size).map { item(0, edge(0, "c\($0)")) } },
    page(", after others, one whose node changes again and again", ["after": "p"], loaded: { 2 * $0..<3 * $0 }) { size in
      [whole(0..<size)] + (0..<size).map { item(0, edge(size + $0)) }
    },
    page(", each with a deferred part") { size in
      [whole(0..<0)]
        + (0..<size).flatMap {
          [item($0, edge($0)), #"{"label":"since","path":["me","friends","edges",\#($0)],"data":{"since":"\#($0)"}}"#]
        }
    },
    page(", with an id, each in its own list") { size in
      [whole(0..<0, pending)] + (0..<size).map { #"{"incremental":[{"id":"e","items":[\#(edge($0))]}],"hasNext":true}"# }
    },
    page(", with an id, in one list") { size in
      [whole(0..<0, pending), #"{"incremental":[{"id":"e","items":[\#(list(size) { edge($0) })]}],"hasNext":true}"#]
    },
    page(", into a list that was changed elsewhere") { size in
      let other = #"{"data":{"me":{"id":"1","friends":{"edges":[\#(list(size) { edge($0) })]}}}}"#
      return [whole(0..<size)] + [other] + (0..<size).map { item(size + $0, edge(size + $0)) }
    },
  ]
}
