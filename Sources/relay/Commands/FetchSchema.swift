internal import Foundation
internal import RelayCompilerCore

/// `relay fetch-schema`: gets the schema of a server by introspection and writes it as SDL.
struct FetchSchema: Command {
  let name = "fetch-schema"
  let summary = "Gets a server's schema by introspection, and writes it as SDL."
  let details = """
    Before it writes, the command says what has changed since the last time, and which documents that
    breaks. A server that knows only an earlier edition of the specification is asked for less.
    Redirections are not followed, so that credentials go only where they are meant to.
    """
  static let url = Option.value("--url", "URL", "Asks the server at URL.")
  static let header = Option.value(
    "--header", "NAME: VALUE", repeatable: true, "Sends a header, such as 'Authorization: Bearer …'. May be repeated.")
  static let timeout = Option.value("--timeout", "SECONDS", "Waits so long for an answer. Default: 30.")
  static let from = Option.value(
    "--from", "FILE", "Reads the JSON result of an introspection query from FILE, or from standard input if FILE is '-'.")
  static let output = Option.value(
    "--output", "FILE",
    "Writes to FILE, or to standard output if FILE is '-'. A FILE that ends in .json gets the JSON. Default: schema of the configuration.")
  static let dryRun = Option.flag("--dry-run", "Writes nothing. The status is 1 if the schema has changed.")
  let options: [Option] = [url, header, timeout, from, output, dryRun, .config, .json]

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    let file = try Self.source(invocation)
    var diagnostics: [Diagnostic] = []
    let result = IntrospectionResult(file, diagnostics: &diagnostics)
    invocation.report(diagnostics.filter { $0.severity == .error }, in: [file])
    guard let result else { return .findings }
    guard let path = try Self.target(invocation) else {
      invocation.streams.write(result.sdl, to: .output)
      return .success
    }
    return try SchemaUpdate(invocation, result: result, path: path).run()
  }

  private static func source(_ invocation: Invocation) throws(CommandError) -> SourceFile {
    let options = invocation.options
    switch (options.value(url), options.value(from)) {
    case (nil, nil): throw .usage("name the server with '--url', or a file with '--from'")
    case (_?, _?): throw .usage("'--url' and '--from' cannot be used together")
    case (nil, "-"?):
      guard let bytes = StandardInput.read(limit: FileSizeLimit.source) else {
        throw .environment("standard input cannot be read. 'swift package' closes it; run the tool itself, or name a file")
      }
      return SourceFile(path: "<stdin>", bytes: bytes)
    case (nil, let path?): return try Invocation.read(path)
    case (let address?, nil):
      return try IntrospectionFetcher(client: try client(address, options), streams: invocation.streams).fetch()
    }
  }

  static func client(_ address: String, _ options: OptionValues) throws(CommandError) -> HTTPClient {
    if address.hasPrefix("ws:") || address.hasPrefix("wss:") {
      throw .usage("a schema is fetched over HTTP: name the server's 'http' address instead of '\(address)'")
    }
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https", url.host() != nil
    else {
      throw .usage("'--url' needs an address such as 'https://example.com/graphql', not '\(address)'")
    }
    var headers: [(name: String, value: String)] = []
    for header in options.values(Self.header) {
      guard let match = header.wholeMatch(of: /([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([^\r\n]*?)[ \t]*/) else {
        throw .usage("'--header' needs a name and a value, such as 'Authorization: Bearer …', not '\(header)'")
      }
      headers.append((String(match.1), String(match.2)))
    }
    var seconds = 30.0
    if let text = options.value(timeout) {
      guard let number = Double(text), number > 0, number <= 3_600 else {
        throw .usage("'--timeout' needs a number of seconds up to 3600, not '\(text)'")
      }
      seconds = number
    }
    return HTTPClient(url: url, headers: headers, timeout: seconds)
  }

  /// The file to write; nil for standard output.
  private static func target(_ invocation: Invocation) throws(CommandError) -> String? {
    if let path = invocation.options.value(output) { return path == "-" ? nil : FileSystem.absolute(path) }
    guard let config = invocation.options.value(.config).map({ FileSystem.absolute($0) }) ?? Project.nearestConfiguration else {
      return nil
    }
    let file = try Invocation.read(config, limit: FileSizeLimit.configuration)
    let (parsed, problems) = ConfigParser.parse(file, file: FileID(rawValue: 0))
    if invocation.report(problems.filter { $0.severity == .error }, in: [file]) {
      throw .environment("the configuration has errors")
    }
    guard let schema = parsed.schema.first else { return nil }
    guard parsed.schema.count == 1,
      FileSystem.kind(FilePath.absolute(schema.path, relativeTo: FilePath.directory(of: config))) != .directory
    else {
      throw .usage("the configuration names a schema of several files; name the file to write with '--output'")
    }
    return FilePath.absolute(schema.path, relativeTo: FilePath.directory(of: config))
  }
}
