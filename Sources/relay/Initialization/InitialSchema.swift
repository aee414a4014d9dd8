internal import Foundation
internal import RelayCompilerCore

/// The schema of a new project, and the server that it is from.
struct InitialSchema {
  let sdl: String
  let url: String?
  private let schema: Schema
  private let client: HTTPClient?

  init(_ invocation: Invocation) throws(CommandError) {
    let options = invocation.options
    let files: [SourceFile]
    switch (options.value(FetchSchema.url), options.value(Init.schema)) {
    case (let address?, nil):
      let client = try FetchSchema.client(address, options)
      let file = try IntrospectionFetcher(client: client, streams: invocation.streams).fetch()
      var diagnostics: [Diagnostic] = []
      let result = IntrospectionResult(file, diagnostics: &diagnostics)
      invocation.report(diagnostics.filter { $0.severity == .error }, in: [file])
      guard let result else { throw .environment("the server's schema cannot be used") }
      (sdl, url, self.client) = (result.sdl, address, client)
      files = [SourceFile(path: "schema.graphql", text: result.sdl)]
    case (nil, let path?):
      let file = try Invocation.read(path)
      (url, client) = (nil, nil)
      files = [file]
      if path.hasSuffix(".json") {
        var diagnostics: [Diagnostic] = []
        guard let result = IntrospectionResult(file, diagnostics: &diagnostics) else {
          invocation.report(diagnostics, in: [file])
          throw .environment("'\(path)' is not a schema")
        }
        sdl = result.sdl
      } else {
        sdl = String(decoding: file.bytes, as: UTF8.self)
      }
    default: throw .usage("name the server with '--url', or a file with '--schema'")
    }
    var diagnostics: [Diagnostic] = []
    guard let server = ServerSchema(files, diagnostics: &diagnostics) else {
      invocation.report(diagnostics, in: files)
      throw .environment("the schema has errors")
    }
    schema = server.schema
  }

  /// A query that compiles and, if there is a server, that it answers without errors.
  func firstQuery(_ invocation: Invocation) throws(CommandError) -> FirstQuery {
    let candidates = FirstQuery.candidates(for: schema)
    var refusal = ""
    for query in candidates {
      guard compiles(query) else { continue }
      guard let client else { return query }
      invocation.streams.progress("Trying \(query.name)…")
      defer { invocation.streams.endProgress() }
      let fetcher = IntrospectionFetcher(client: client, streams: invocation.streams)
      guard let answer = try? fetcher.send(query.text, query.name) else { continue }
      switch ServerAnswer(answer, from: client.url) {
      case .data where !FirstQuery.hasErrors(answer.body): return query
      case .data: refusal = "the server answered a first query with errors"
      case .errors(let messages): refusal = "the server answered a first query with '\(messages.first ?? "")'"
      case .other(let problem): refusal = problem
      }
    }
    throw .environment(refusal.isEmpty ? "no field of the root type can be queried without arguments" : refusal)
  }

  private func compiles(_ query: FirstQuery) -> Bool {
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: sdl)], as: .schema)
    input.add([SourceFile(path: "\(query.name).graphql", text: query.text)], as: .document)
    return !Compiler.compile(input).diagnostics.hasErrors
  }
}
