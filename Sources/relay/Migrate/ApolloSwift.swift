internal import Foundation
internal import RelayCompilerCore
internal import RelayIndexStore

/// The places where Swift code uses Apollo: by the index of a build where there is one, or else by the names of Apollo's API.
enum ApolloSwift {
  /// What Apollo's names become, for the list. The guide "Coming from Apollo iOS" has more.
  private static let names: [(what: String, instead: String)] = [
    ("ApolloClient", "RelayEnvironment"), ("GraphQLNullable", "an optional"), ("GraphQLEnum", "the enum itself"),
    ("ApolloStore", "RelayStore"), ("InMemoryNormalizedCache", "the store of RelayEnvironment"),
    ("SQLiteNormalizedCache", "the store's persistence"), ("GraphQLQueryWatcher", "@Query or results(of:)"),
    ("GraphQLResult", "OperationResponse"), ("GraphQLResponse", "OperationResponse"), ("ApolloInterceptor", "NetworkInterceptor"),
    ("InterceptorProvider", "the interceptors of HTTPTransport"), ("RequestChainNetworkTransport", "HTTPTransport"),
    ("NetworkTransport", "HTTPTransport"), ("WebSocketTransport", "WebSocketTransport of RelayRuntime"),
    ("URLSessionClient", "TransportConfiguration"), ("CustomScalarType", "CustomScalar"),
    ("SchemaConfiguration", "@key in a client schema extension, or getDataID"), ("CacheKeyInfo", "@key, or getDataID"),
    ("withinReadTransaction", "RelayEnvironment.fragment(_:id:)"), ("withinReadWriteTransaction", "an updater"),
    ("GraphQLQueryPager", "@connection and @PaginationFragment"), ("cachePolicy", "fetchPolicy"),
    (".fetch(query:", "environment.fetch(_:)"), (".watch(query:", "@Query or results(of:)"),
    (".perform(mutation:", "commit(_:) or @Mutation"),
    (".subscribe(subscription:", "subscribe(_:) or @Subscription"), ("Mock<", "payloads: DogQuery.Payload(…)"),
    ("import Apollo", "import RelayRuntime"),
  ]

  static func places(in files: [String]) -> [MigrationReport.Place] {
    MigrationReport.Place.all(in: files) { line in names.first { contains($0.what, in: line) } }
  }

  /// Whether a line has the name as a word of its own, and not only in a comment.
  private static func contains(_ name: String, in line: Substring) -> Bool {
    let code = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
    func isPart(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false }
    return code.ranges(of: name).contains { range in
      let begins = name.first?.isLetter != true || !isPart(code[..<range.lowerBound].last)
      let ends = name == "import Apollo" || name.last?.isLetter != true || !isPart(code[range.upperBound...].first)
      return begins && ends
    }
  }

  /// The mangled beginnings of the symbols of Apollo's modules.
  private static let modules = [
    "Apollo", "ApolloAPI", "ApolloSQLite", "ApolloWebSocket", "ApolloTestSupport", "ApolloPagination",
  ].map { "s:\($0.utf8.count)\($0)" }

  /// Each line with a symbol of Apollo's, once: with one that has a counterpart here, if there is one.
  static func places(in store: IndexStore, files: Set<String>) -> [MigrationReport.Place] {
    var places: [String: (place: MigrationReport.Place, hasCounterpart: Bool)] = [:]
    var records: Set<String> = []
    let paths = Dictionary(files.map { (SwiftReads.resolved($0), $0) }) { first, _ in first }
    for unit in store.units() {
      guard let file = paths[SwiftReads.resolved(unit.file)] else { continue }
      for record in unit.records where records.insert(record).inserted {
        for occurrence in store.occurrences(inRecord: record) ?? [] where occurrence.roles.contains(.reference) {
          let symbol = occurrence.symbol
          guard modules.contains(where: symbol.usr.hasPrefix) else { continue }
          let known = names.first { name, _ in [symbol.name, ".\(symbol.name)", "\(symbol.name)<"].contains { $0.hasPrefix(name) } }
          let line = "\(file):\(occurrence.line)"
          if let other = places[line], other.hasCounterpart || known == nil { continue }
          let instead = known?.instead ?? "see the guide 'Coming from Apollo iOS'"
          places[line] = (MigrationReport.Place(file: file, line: occurrence.line, what: symbol.name, instead: instead), known != nil)
        }
      }
    }
    return places.values.map(\.place).sorted { ($0.file, $0.line) < ($1.file, $1.line) }
  }
}
