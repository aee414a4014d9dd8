import Foundation
import RelayRuntime

extension Attack {
  /// Attacks by what a response contains. Everything is loaded before the measurement.
  static let responses: [String: Body] = [
    // friends URL [json]: objects that link to one another, read, compared, hashed, collected and printed, or converted.
    "friends": { arguments, measure in
      let environment = try Self.environment(arguments)
      try await Self.warmUp(arguments)
      measure.begin()
      let query = FriendsQuery()
      let retained = environment.retain(query)
      defer { retained.dispose() }
      let data = try await environment.fetch(query)
      environment.store.collectGarbage()
      guard case .available = environment.check(query), let again = environment.read(query), again == data else { return "not equal" }
      if arguments.contains("json") { return "\("\(data.json)".utf8.count >> 20) MB" }
      guard Set([data, again]).count == 1 else { return "not equal" }
      let deep = data.person?.friends?.last??.friends?.last??.friends?.last??.friends ?? []
      return "\("\(data)".utf8.count < 10_000 ? deep.count : -1)"
    },
    // value URL: a query with a custom scalar.
    "value": { arguments, measure in
      let environment = try Self.environment(arguments)
      try await Self.warmUp(arguments)
      measure.begin()
      return try await environment.fetch(ValueQuery()).value == nil ? "null" : "a value"
    },
    // streamed URL: a list whose items arrive one by one. Returns how many there are.
    "streamed": { arguments, measure in
      let environment = try Self.environment(arguments)
      try await Self.warmUp(arguments)
      measure.begin()
      return "\(try await environment.fetch(StreamedQuery()).people?.count ?? -1)"
    },
    // deferred URL: a list of objects whose names arrive later. Returns how many names there are.
    "deferred": { arguments, measure in
      let environment = try Self.environment(arguments)
      try await Self.warmUp(arguments)
      measure.begin()
      let people = try await environment.fetch(DeferredQuery()).people ?? []
      return "\(people.count { $0?.fragments.personDetails?.name != nil })"
    },
  ]
}
