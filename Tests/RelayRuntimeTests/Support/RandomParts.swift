import Foundation

@testable import RelayRuntime

/// A response in parts: people in a streamed list, whose names and friends are deferred, and the nicknames of these friends once more.
struct RandomParts {
  /// The wire forms of parts.
  enum Form: CaseIterable {
    /// Each part in a payload of its own, with label and path.
    case flat
    /// Parts in lists, with label and path.
    case listed
    /// Parts that refer to announced places by id.
    case pending
  }

  private static let streamLabel = "PeopleInPartsQuery$stream$people"

  static let definition = Plans.operation(
    "PeopleInPartsQuery",
    normalization: [
      .stream(
        Self.streamLabel,
        [
          .linked(
            "people", "[O]", of: "Person",
            [
              .scalar("id", "D!"), .defer("PeopleInPartsQuery$defer$name", [.scalar("name", "S")]),
              .defer(
                "PeopleInPartsQuery$defer$friend",
                [
                  .linked(
                    "friend", of: "Person", [.scalar("id", "D!"), .defer("PeopleInPartsQuery$defer$nickname", [.scalar("nickname", "S")])])
                ]),
            ])
        ])
    ])

  private struct Part {
    let label: String
    let path: String
    /// The fields of an object, or an item of the list.
    let data: String
    let isItem: Bool
  }

  /// The payloads in the order in which they arrive.
  let payloads: [String]
  /// The same data as one answer.
  let whole: String

  init(_ form: Form, _ random: inout some RandomNumberGenerator) {
    let count = Int.random(in: 1...4, using: &random)
    let initial = Int.random(in: 0...count, using: &random)
    var parts: [Part] = []
    var people: [String] = []
    for index in 0..<count {
      let path = #"["people",\#(index)"#
      // Friends may be friends of several people, and people themselves.
      let friend = Int.random(in: 0..<count + 2, using: &random)
      people.append(
        #"{"id":"p\#(index)","name":"Name \#(index)","friend":{"id":"p\#(friend)","nickname":"Nick \#(friend)"}}"#)
      if index >= initial { parts.append(Part(label: Self.streamLabel, path: path + "]", data: #"{"id":"p\#(index)"}"#, isItem: true)) }
      parts.append(Part(label: "PeopleInPartsQuery$defer$name", path: path + "]", data: #"{"name":"Name \#(index)"}"#, isItem: false))
      parts.append(
        Part(label: "PeopleInPartsQuery$defer$friend", path: path + "]", data: #"{"friend":{"id":"p\#(friend)"}}"#, isItem: false))
      parts.append(
        Part(
          label: "PeopleInPartsQuery$defer$nickname", path: path + #","friend"]"#, data: #"{"nickname":"Nick \#(friend)"}"#, isItem: false))
    }
    whole = #"{"data":{"people":[\#(people.joined(separator: ","))]}}"#
    let first = (0..<initial).map { #"{"id":"p\#($0)"}"# }.joined(separator: ",")
    switch form {
    case .flat, .listed:
      // Any part may come before its place, also before the first payload.
      let texts = parts.shuffled(using: &random).map { #"{"label":"\#($0.label)","path":\#($0.path),"data":\#($0.data)}"# }
      var payloads = form == .flat ? texts : Self.groups(texts, &random) { #"{"incremental":[\#($0)],"hasNext":true}"# }
      payloads.insert(
        #"{"data":{"people":[\#(first)]},"hasNext":true}"#, at: Int.random(in: 0...payloads.count, using: &random))
      self.payloads = payloads + [#"{"hasNext":false}"#]
    case .pending:
      self.payloads = Self.pending(parts, first, &random)
    }
  }

  /// The parts of the form with ids. A place is announced as soon as there is what it belongs to, or later, and its part comes with that or
  /// later.
  private static func pending(_ parts: [Part], _ first: String, _ random: inout some RandomNumberGenerator) -> [String] {
    var waiting = Array(parts.indices)
    /// The payload in which each path was delivered, and those that are announced or delivered with each payload.
    var delivered: [String: Int] = [:]
    var announcements: [[String]] = [[#"{"id":"s","label":"\#(streamLabel)","path":["people"]}"#]]
    var deliveries: [[String]] = [[]]
    func parent(of part: Part) -> String? {
      if part.isItem { return nil }
      let isNickname = part.label.hasSuffix("nickname")
      return parts.first {
        isNickname ? $0.label.hasSuffix("friend") && part.path.hasPrefix($0.path.dropLast()) : $0.isItem && $0.path == part.path
      }.map { $0.label + $0.path }
    }
    while !waiting.isEmpty {
      let number = deliveries.count
      deliveries.append([])
      announcements.append([])
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let possible = waiting.filter { index in
          if parts[index].isItem { return !waiting.contains { $0 < index && parts[$0].isItem } }
          return parent(of: parts[index]).map { (delivered[$0] ?? number) < number } ?? true
        }
        guard let index = possible.randomElement(using: &random) else { break }
        waiting.removeAll { $0 == index }
        let part = parts[index]
        delivered[part.label + part.path] = number
        if part.isItem {
          deliveries[number].append(#"{"id":"s","items":[\#(part.data)]}"#)
        } else {
          let earliest = parent(of: part).flatMap { delivered[$0] } ?? 0
          let announced = Int.random(in: earliest...number, using: &random)
          announcements[announced].append(#"{"id":"d\#(index)","label":"\#(part.label)","path":\#(part.path)}"#)
          deliveries[number].append(#"{"id":"d\#(index)","data":\#(part.data)}"#)
        }
      }
    }
    var payloads = zip(announcements, deliveries).map { announced, parts in
      #"{"pending":[\#(announced.joined(separator: ","))],"incremental":[\#(parts.joined(separator: ","))],"hasNext":true}"#
    }
    payloads[0] = #"{"data":{"people":[\#(first)]},"pending":[\#(announcements[0].joined(separator: ","))],"hasNext":true}"#
    let ids = ["s"] + parts.indices.filter { !parts[$0].isItem }.map { "d\($0)" }
    let completed = ids.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
    return payloads + [#"{"completed":[\#(completed)],"hasNext":false}"#]
  }

  /// Some of the texts together, in their order.
  private static func groups(
    _ texts: [String], _ random: inout some RandomNumberGenerator, _ payload: (String) -> String
  ) -> [String] {
    var groups: [String] = []
    var rest = texts[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...min(4, rest.count), using: &random)
      groups.append(payload(rest.prefix(count).joined(separator: ",")))
      rest = rest.dropFirst(count)
    }
    return groups
  }

  /// What the store has in the end.
  static func store(after payloads: [String]) throws -> [String: JSON] {
    let environment = RelayEnvironment(network: FetchNetwork { _ in NetworkPayload(["data": nil]) })
    var response = IncrementalResponse(OperationDescriptor(definition), in: environment, updater: nil)
    for payload in payloads { _ = try response.take(NetworkPayload(json: payload)) { nil } }
    _ = try response.finish()
    return environment.store.json
  }
}
