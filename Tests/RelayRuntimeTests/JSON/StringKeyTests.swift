import Foundation
import TestSupport
import Testing

/// Swift normalizes a string to hash or compare it, which takes the square of the length of a run of combining marks. So a text from a server
/// is a key only if its runs are limited, as in `[String: JSON]`.
@Suite("Strings as keys")
struct StringKeyTests {
  private static let folders =
    ["Environment", "Network", "Normalize", "Publish", "Records", "Store"].map { "RelayRuntime/\($0)" }
    + ["RelayDurableStore", "RelayOutbox", "RelaySQLite"]

  /// Declarations of dictionaries and sets of strings, by file, and where their strings are from.
  private static let reasons = [
    "AtomicFile": "a constant of Foundation", "AuthenticationInterceptor": "the app's codes, compared by their bytes",
    "CacheConfig": "the app's metadata", "Database": "the library's statements", "DurableBackend": "names of properties",
    "EventStreamConnection": "ids that the client has given",
    "ExecutionOptions": "paths of the app's files", "GraphQLTransportWSClient": "ids that the client has given, looked up with 256 bytes",
    "GraphQLTransportWSMessage": "three names of members", "MultipartForm": "paths of the app's files",
    "MutationOptions": "paths of the app's files",
    "NetworkRequest": "paths of the app's files", "OperationExecutor": "paths of the app's files",
    "OperationTable": "names of properties", "Outbox": "names of operations, and paths of the app's files",
    "OutboxEngine": "names of operations, and the app's lanes", "OutboxEngine+Decisions": "paths of the app's files",
    "OutboxEntry": "paths of the app's files, and ids for an app that asks for them", "OutboxFolder": "paths of the app's files",
    "OutboxOutcome": "the app's codes, compared by their bytes",
    "PersistedQueries": "codes in an answer of at most 4 KB",
    "RelayEnvironment+StoredMutations": "paths of the app's files",
    "ReceivedRoom": "ids that the client has given, looked up with 256 bytes", "SessionChallenges": "constants of the system",
    "TLSSession": "hashes of keys in base64", "TransportConfiguration+TLS": "hashes of keys in base64",
    "UploadPaths": "paths of the app's files", "WebSocketHandshake": "names of header fields",
  ]

  @Test("only strings whose runs are limited are keys of dictionaries and elements of sets")
  func declarations() throws {
    var found: Set<String> = []
    for folder in Self.folders {
      for file in Repository.swiftFiles(in: "Sources/\(folder)") {
        let text = try String(contentsOf: file, encoding: .utf8)
        let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        let names = code.matches(of: /\[String: (?!JSON\])|Set<String>|Dictionary<String,/)
        if !names.isEmpty { found.insert(file.deletingPathExtension().lastPathComponent) }
      }
    }
    #expect(found.sorted() == Self.reasons.keys.sorted())
  }
}
