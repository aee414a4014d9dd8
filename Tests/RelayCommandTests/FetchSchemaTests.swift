import Foundation
import TestSupport
import Testing

@testable import relay

/// `relay fetch-schema`: servers that answer, servers that do not, and what is written.
@Suite struct FetchSchemaTests {
  /// The introspection of `type Query { a(x: Int @deprecated): Int }`, with what a test adds.
  static func introspection(_ more: String = "", typeName: String = "Query") -> String {
    """
    {"data": {"__schema": {"queryType": {"name": "\(typeName)"}, "mutationType": null, "types": [
      {"kind": "OBJECT", "name": "Query", "fields": [{"name": "a", "args": [{"name": "x", "type": {"kind": "SCALAR", "name": "Int"},
        "isDeprecated": true, "deprecationReason": "gone"}], "type": {"kind": "SCALAR", "name": "Int"}, "isDeprecated": false}\(more)],
        "interfaces": []},
      {"kind": "SCALAR", "name": "Int"}], "directives": []}}}
    """
  }

  static let sdl = "type Query {\n  a(x: Int @deprecated(reason: \"gone\")): Int\n}\n"

  @Test func aServerIsAskedOnceIfItKnowsEverything() throws {
    let server = try ScriptedServer { _ in ScriptedServer.response(Self.introspection()) }
    let run = Run("fetch-schema", "--url", server.url, "--header", "X-Token: secret", "--output", "-")
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.output == Self.sdl)
    #expect(server.requests.count == 1)
    let request = try #require(server.requests.first)
    #expect(request.head.lowercased().contains("x-token: secret"))
    for part in ["isOneOf", "specifiedByURL", "isRepeatable", "inputFields(includeDeprecated: true)", "directives { name description"] {
      #expect(request.query.contains(part))
    }
  }

  /// A server that knows the edition of October 2021, and refuses what is newer.
  @Test func anOlderServerIsAskedForWhatItKnows() throws {
    let server = try ScriptedServer { request in
      if request.query.contains("isOneOf") {
        return ScriptedServer.response(
          status: "400 Bad Request", #"{"errors": [{"message": "Cannot query field \"isOneOf\" on type \"__Type\"."}]}"#)
      }
      if request.query.contains("IntrospectionProbe") {
        return ScriptedServer.response(
          """
          {"data": {"type": {"fields": [{"name": "specifiedByURL", "args": []}, {"name": "inputFields", "args": []}]},
            "schema": {"fields": [{"name": "description", "args": []}, {"name": "subscriptionType", "args": []}]},
            "field": {"fields": [{"name": "args", "args": []}]},
            "directive": {"fields": [{"name": "isRepeatable", "args": []}, {"name": "locations", "args": []}, {"name": "args", "args": []}]},
            "inputValue": {"fields": []}}}
          """)
      }
      return ScriptedServer.response(Self.introspection())
    }
    let run = Run("fetch-schema", "--url", server.url, "--output", "-")
    #expect(run.status == .success, "\(run.errors)")
    #expect(server.requests.count == 3)
    let query = try #require(server.requests.last?.query)
    #expect(query.contains("specifiedByURL") && query.contains("isRepeatable") && !query.contains("inputFields(includeDeprecated"))
  }

  /// A server that does not answer questions about introspection either.
  @Test func theLeastIsAskedForLast() throws {
    let server = try ScriptedServer { request in
      request.query.contains("isRepeatable") || request.query.contains("__type(")
        ? ScriptedServer.response(#"{"errors": [{"message": "Unknown field"}]}"#) : ScriptedServer.response(Self.introspection())
    }
    #expect(Run("fetch-schema", "--url", server.url, "--output", "-").output == Self.sdl)
    #expect(server.requests.count == 3)
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    var name: String
    var response: String?
    var message: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Failure(
      name: "errors", response: ScriptedServer.response(#"{"errors": [{"message": "Syntax Error: no"}, {"message": "b"}]}"#),
      message: "the server answered with errors: 'Syntax Error: no', 'b'"),
    Failure(
      name: "errors beside null", response: ScriptedServer.response(#"{"data": null, "errors": [{"message": "Busy"}]}"#),
      message: "the server answered with errors: 'Busy'"),
    Failure(
      name: "introspection disabled",
      response: ScriptedServer.response(status: "400 Bad Request", #"{"errors": [{"message": "GraphQL introspection is not allowed"}]}"#),
      message: "the server refuses introspection: 'GraphQL introspection is not allowed'. Use one where it is allowed"),
    Failure(
      name: "web page", response: ScriptedServer.response(type: "text/html", "<!DOCTYPE html><html><title>Sign in</title></html>"),
      message: "the server answered with a web page, titled 'Sign in' (status 200). Is 'http://127.0.0.1:"),
    Failure(
      name: "redirection",
      response: ScriptedServer.response(status: "301 Moved Permanently", headers: "Location: https://example.com/api\r\n", "moved"),
      message: "the server redirects to 'https://example.com/api' (status 301). If that is the right address, name it with '--url'"),
    Failure(
      name: "unauthorized", response: ScriptedServer.response(status: "401 Unauthorized", #"{"message": "Bad token"}"#),
      message: "the server answered with status 401: 'Bad token'. Name the credentials: --header 'Authorization: Bearer …'"),
    Failure(
      name: "not found, empty", response: ScriptedServer.response(status: "404 Not Found", ""),
      message: "the server answered with status 404 and nothing else. Is this the address of the GraphQL endpoint?"),
    Failure(
      name: "cut off JSON", response: ScriptedServer.response(#"{"data": {"__sch"#),
      message: "the answer (status 200) is not JSON: '{\"data\": {\"__sch'"),
    Failure(
      name: "text", response: ScriptedServer.response(status: "502 Bad Gateway", type: "text/plain", "upstream\u{7}\nfailed"),
      message: "the answer (status 502) is not JSON: 'upstream failed'"),
    Failure(
      name: "no schema", response: ScriptedServer.response(#"{"data": {"hello": 1}}"#),
      message: "the server answered with data, but without '__schema': '{\"data\": {\"hello\": 1}}'"),
    Failure(
      name: "neither data nor errors", response: ScriptedServer.response(#"{"ok": true}"#),
      message: "the answer (status 200) has neither 'data' nor 'errors': '{\"ok\": true}'"),
    Failure(name: "not HTTP", response: "SSH-2.0-OpenSSH\r\n", message: "cannot reach 'http://127.0.0.1:"),
    Failure(name: "connection closed", response: "", message: "cannot reach 'http://127.0.0.1:"),
    Failure(name: "silence", response: nil, message: "did not answer within 1 second"),
  ])
  func failuresQuoteTheServer(failure: Failure) throws {
    let folder = try TemporaryFolder("relay-fetch")
    let file = folder.url.appendingPathComponent("schema.graphql")
    try Data("type Query { old: Int }\n".utf8).write(to: file)
    let server = try ScriptedServer { _ in failure.response }
    let run = Run("fetch-schema", "--url", server.url, "--timeout", "1", "--output", file.path)
    #expect(run.status == .environment)
    #expect(run.errors.contains(failure.message), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.output.isEmpty)
    #expect(try String(contentsOf: file, encoding: .utf8) == "type Query { old: Int }\n")
  }

  @Test func anUnreachableServerIsNamed() throws {
    var url = ""
    do { url = try ScriptedServer { _ in nil }.url }
    let run = Run("fetch-schema", "--url", url, "--output", "-")
    #expect(run.status == .environment)
    #expect(run.errors.hasPrefix("error: cannot reach '\(url)'"))
  }

  /// What cannot be a schema is refused at its place in the answer.
  @Test func anIncompleteSchemaIsRefused() throws {
    let server = try ScriptedServer { _ in
      ScriptedServer.response(Self.introspection(#", {"name": "b", "args": [], "type": {"kind": "SCALAR", "name": "Float"}}"#))
    }
    let run = Run("fetch-schema", "--url", server.url, "--output", "-")
    #expect(run.status == .findings)
    #expect(run.errors.contains("The schema has no type 'Float'"), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func whatChangedIsSaidBeforeTheFileIsReplaced() throws {
    let folder = try TemporaryFolder("relay-fetch")
    let file = folder.url.appendingPathComponent("schema.graphql")
    try Data("type Query { a(x: Int): Int b: Int }\n".utf8).write(to: file)
    try Data("query Q { b }\n".utf8).write(to: folder.url.appendingPathComponent("Q.graphql"))
    let config = folder.url.appendingPathComponent("relay.config.json")
    try Data(#"{"schema": "schema.graphql"}"#.utf8).write(to: config)
    let answer = folder.url.appendingPathComponent("answer.json")
    try Data(Self.introspection().utf8).write(to: answer)
    let arguments = ["fetch-schema", "--from", answer.path, "--config", config.path]

    let dryRun = Run(arguments + ["--dry-run"])
    #expect(dryRun.status == .findings)
    #expect(dryRun.errors.contains("Field Query.b was removed."))
    #expect(dryRun.errors.contains("Q.graphql:1:11: 'Query' has no field 'b'"), "\(dryRun.errors)")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("b: Int"))

    let run = Run(arguments)
    #expect(run.status == .success)
    #expect(run.errors.contains("Changes: 1 breaking"), "\(run.errors)")
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.sdl)

    let again = Run(arguments)
    #expect(again.errors.hasSuffix("is up to date.\n"), "\(again.errors)")
    #expect(Run(arguments + ["--dry-run"]).status == .success)
  }

  @Test(arguments: [
    ([], "name the server with '--url', or a file with '--from'"),
    (["--url", "example.com"], "'--url' needs an address such as 'https://example.com/graphql', not 'example.com'"),
    (["--url", "ws://a"], "a schema is fetched over HTTP: name the server's 'http' address instead of 'ws://a'"),
    (["--url", "http://a", "--header", "x"], "'--header' needs a name and a value"),
    (["--url", "http://a", "--header", "a: b\r\nc: d"], "'--header' needs a name and a value"),
    (["--url", "http://a", "--timeout", "-1"], "'--timeout' needs a number of seconds"),
    (["--url", "http://a", "--from", "x"], "'--url' and '--from' cannot be used together"),
  ])
  func mistakesAreUsageErrors(arguments: [String], message: String) {
    let run = Run(["fetch-schema"] + arguments)
    #expect(run.status == .usage)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  /// A line of an event ends with LF, CR LF or CR, and with nothing else that Unicode calls a line break.
  @Test(arguments: ["\n", "\r\n", "\r"])
  func theFirstEventOfAStreamIsTheAnswer(lineEnd: String) {
    let text = ["event: next", "data: {\"a\":", "data: \"b\u{2028}c\u{85}d\"}", "", "data: {}", ""].joined(separator: lineEnd)
    let answer = HTTPClient.Answer(status: 200, contentType: "text/event-stream; charset=utf-8", body: Array(text.utf8))
    #expect(String(decoding: answer.ofFirstEvent.body, as: UTF8.self) == " {\"a\":\n \"b\u{2028}c\u{85}d\"}")
  }
}
