import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Sentences of SECURITY.md that belong to no other suite.
@Suite("Promises of SECURITY.md", .hangGuard)
struct SecurityPromiseTests {
  @Test("the values of variables never become part of an operation's text", arguments: [false, true])
  func variables(usesGET: Bool) async throws {
    let requests = Recorder<HTTPNetwork.Request>()
    let server = FakeServer { request in
      requests.append(request)
      return nil
    }
    let url = try #require(URL(string: "http://server.example/"))
    let network = HTTPNetwork(
      url: url, configuration: .init(retryPolicy: .never, usesGETForQueries: usesGET, maximumURLLength: 10_000), transport: server)
    let text = "query HeroQuery($name: String) { hero(name: $name) { name } }"
    let values = [
      #"") { id } } query Other { secret"#, #"","query":"query Other { secret }"#, "&query=query+Other+{secret}", "%26query%3Dx", "\\",
      "\u{0}",
      "\n}\n", "$name", "${name}", "\u{2028}",
    ]
    for value in values {
      let operation = NetworkRequest(
        operationName: "HeroQuery", operationKind: .query, operationID: nil, text: text, variables: ["name": .string(value)])
      _ = try? await network.execute(operation).texts()
      let request = try #require(requests.values.last)
      let expected: [String: JSON] = ["operationName": "HeroQuery", "query": .string(text), "variables": ["name": .string(value)]]
      let sent = try usesGET ? Self.members(of: request.url) : Self.members(of: request.body)
      #expect(sent == expected, "\(value.debugDescription)")
    }
  }

  private static func members(of url: URL) throws -> [String: JSON] {
    var members: [String: JSON] = [:]
    for item in URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? [] {
      let value = item.value ?? ""
      let isFirst = members.updateValue(item.name == "variables" ? try JSON(parsing: value) : .string(value), forKey: item.name) == nil
      #expect(isFirst)
    }
    return members
  }

  private static func members(of body: HTTPNetwork.Request.Body) throws -> [String: JSON] {
    guard case .bytes(let bytes) = body else { return [:] }
    return try JSON(parsing: bytes).objectValue ?? [:]
  }

  @Test("the libraries that an app links write nothing to a log or a standard stream of their own")
  func logs() throws {
    let calls = [" print(", "debugPrint(", "NSLog(", "os_log(", "Logger(", "fputs(", "FileHandle.standard", "syslog("]
    for library in ["RelayRuntime", "RelayDurableStore", "RelaySQLite", "RelayOutbox"] {
      let files = Repository.swiftFiles(in: "Sources/\(library)")
      #expect(!files.isEmpty)
      for file in files {
        // What a mock environment says is for the log of a test or a preview.
        if file.lastPathComponent == "MockReasons.swift" { continue }
        let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").lazy
          .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        for line in code {
          for call in calls where line.contains(call) { Issue.record("\(file.lastPathComponent): \(line)") }
        }
      }
    }
  }
}
