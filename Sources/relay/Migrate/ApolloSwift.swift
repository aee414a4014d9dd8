internal import Foundation
internal import RelayCompilerCore
internal import RelayIndexStore

/// The places where Swift code uses Apollo: by the index of a build where there is one, or else by the names of Apollo's API.
enum ApolloSwift {
  /// What Apollo's names become, for the list. The guide "Coming from Apollo iOS" has more.
  private static let names: [(name: String, instead: String)] = [
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
    files.flatMap { path -> [MigrationReport.Place] in
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
      return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
        guard let found = names.first(where: { contains($0.name, in: line) }) else { return nil }
        return MigrationReport.Place(file: path, line: index + 1, what: found.name, instead: found.instead)
      }
    }
  }

  /// Whether a line has the name as a word of its own, and not only in a comment.
  private static func contains(_ name: String, in line: Substring) -> Bool {
    let code = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
    guard let range = code.range(of: name) else { return false }
    func isPart(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false }
    let isWord = name.first?.isLetter != true || !isPart(code[..<range.lowerBound].last)
    let ends = name == "import Apollo" || name.last?.isLetter != true || !isPart(code[range.upperBound...].first)
    return isWord && ends
  }

  /// The mangled beginnings of the symbols of Apollo's modules.
  private static let modules = [
    "Apollo", "ApolloAPI", "ApolloSQLite", "ApolloWebSocket", "ApolloTestSupport", "ApolloPagination",
  ].map { "s:\($0.utf8.count)\($0)" }

  /// Each line with a symbol of Apollo's, once.
  static func places(in store: IndexStore, files: Set<String>) -> [MigrationReport.Place] {
    var places: [MigrationReport.Place] = []
    var seen: Set<String> = []
    for unit in store.units() where files.contains(unit.file) {
      for record in unit.records where seen.insert(record).inserted {
        for occurrence in store.occurrences(inRecord: record) ?? [] where occurrence.roles.contains(.reference) {
          let symbol = occurrence.symbol
          guard modules.contains(where: symbol.usr.hasPrefix), seen.insert("\(unit.file):\(occurrence.line)").inserted else { continue }
          let known = names.first { symbol.name.hasPrefix($0.name) || $0.name.hasPrefix("." + symbol.name) }
          places.append(
            MigrationReport.Place(
              file: unit.file, line: occurrence.line, what: symbol.name, instead: known?.instead ?? "see the guide 'Coming from Apollo iOS'"
            ))
        }
      }
    }
    return places.sorted { ($0.file, $0.line) < ($1.file, $1.line) }
  }
}
