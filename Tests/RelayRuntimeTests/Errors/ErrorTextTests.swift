import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// The texts of errors for users.
@Suite("Errors can be shown to users")
struct ErrorTextTests {
  private static let refusal = GraphQLError(message: "Not allowed", path: ["user", "name"])

  /// At least one sample of each kind of error that a user of the library can encounter, by type name.
  private static let samples: [String: [any Error]] = [
    "CustomScalarError": [CustomScalarError(URL.self, "<secret>")],
    "FieldError": [
      FieldError(kind: .payloadError, owner: "User_user", path: "name", error: refusal),
      FieldError(kind: .payloadError, owner: "User_user", path: ""),
      FieldError(kind: .requiredFieldLogged, owner: "User_user", path: "name"),
      FieldError(kind: .requiredFieldThrown, owner: "User_user", path: "name"),
      FieldError(kind: .missingData, owner: "User_user", path: "name"),
    ],
    "FieldErrors": [
      FieldErrors([FieldError(kind: .missingData, owner: "User_user", path: "name")]),
      FieldErrors([
        FieldError(kind: .missingData, owner: "User_user", path: "name"),
        FieldError(kind: .payloadError, owner: "User_user", path: "age", error: refusal),
      ]), FieldErrors([]),
    ],
    "GraphQLError": [refusal, GraphQLError(message: "")],
    "JSONParseError": [
      JSONParseError.Reason.unexpectedEnd, .unexpectedByte(0x7B), .unexpectedByte(0xFF), .invalidNumber, .invalidEscape,
      .invalidUTF8, .controlCharacter, .trailingBytes, .nestingTooDeep, .tooLarge,
    ].map { JSONParseError(reason: $0, offset: 12) },
    "MockError": [
      MockError.noPendingOperation("UserQuery"), MockError.noPendingOperation("any"), MockError.operationIsOver("UserQuery"),
    ],
    "NormalizationError": [
      NormalizationError.unexpectedValue(path: "user.name", expected: "String!", found: "null"),
      NormalizationError.unexpectedValue(path: "", expected: "an object", found: "a list"),
      NormalizationError.missingTypename(path: "node"),
      NormalizationError.nullInPlaceOfData(path: ""),
    ],
    "RelayError": [
      RelayError.noEnvironment, RelayError.noData(operation: "UserQuery", errors: []),
      RelayError.noData(operation: "UserQuery", errors: [refusal]), RelayError.malformedResponse("it is an array"),
      RelayError.http(status: 503, body: ""), RelayError.http(status: 503, body: "<secret>"),
      RelayError.preflightRequired(header: "apollo-require-preflight"), RelayError.responseTooLarge(limit: 100), RelayError.storeCleared,
      RelayError.subscription([refusal]), RelayError.subscription([]), RelayError.webSocket(code: 1006, reason: ""),
      RelayError.webSocket(code: 1006, reason: "lost"), RelayError.upload("no such file"),
      RelayError.unsupportedOperation("UserQuery: there is no text"), RelayError.missingData("UserQuery.user"),
      RelayError.fieldErrors([refusal, refusal]), RelayError.invalidFragment("User_user cannot be paged backward"),
      RelayError.writeBlocked("clear()", by: "the updater of RenameTodoMutation"),
    ],
    "StoreArchiveError": [
      StoreArchiveError.notAnArchive, StoreArchiveError.damaged, StoreArchiveError.nestingTooDeep, StoreArchiveError.tooLarge,
    ],
  ]

  @Test("every public error type of the library has samples here")
  func everyTypeIsListed() throws {
    let declaration = /(?m)^\s*public (?:final class|struct|enum|actor) (\w+)[^{\n]*:[^{\n]*\bError\b[^{\n]*\{/
    let conformance = /(?m)^\s*(?:public )?extension (\w+)\s*:[^{\n]*\b(?:Error|LocalizedError)\b[^{\n]*\{/
    var names: Set<String> = []
    for file in Repository.swiftFiles(in: "Sources/RelayRuntime") {
      let text = try String(contentsOf: file, encoding: .utf8)
      names.formUnion(text.matches(of: declaration).map { String($0.1) })
      names.formUnion(text.matches(of: conformance).map { String($0.1) })
    }
    #expect(names.sorted() == Self.samples.keys.sorted())
  }

  @Test("each has a sentence to show", .cases)
  func sentences() {
    eachCase(of: Self.samples.keys.sorted()) { try sentences($0) }
  }

  func sentences(_ type: String) throws {
    for error in Self.samples[type] ?? [] {
      let text = try #require((error as? any LocalizedError)?.errorDescription, "\(error) is not a LocalizedError")
      #expect(error.localizedDescription == text)
      #expect(text.first?.isUppercase == true, "\(text)")
      // Texts from elsewhere keep their own endings.
      let isQuoted = text.hasSuffix("Not allowed")
      #expect(isQuoted || text.hasSuffix("."), "\(text)")
      #expect(!text.hasSuffix(".."), "\(text)")
      #expect(text.split(separator: " ").count > 1, "\(text)")
      for noise in [type, "Optional", "RelayRuntime", "unexpectedByte", "could not be completed"] where noise != "URL" {
        #expect(!text.contains(noise), "\(text)")
      }
    }
  }

  @Test("no text of an error contains a response's body", .cases)
  func bodies() {
    eachCase(of: Self.samples.keys.sorted()) { bodies($0) }
  }

  func bodies(_ type: String) {
    struct Report: Error { let cause: any Error }
    for error in Self.samples[type] ?? [] {
      var dumped = ""
      dump(error, to: &dumped)
      for text in [
        error.localizedDescription, "\(error)", String(reflecting: error), "\(Report(cause: error))", "\(error as NSError)",
        "\((error as NSError).userInfo)", dumped,
      ] {
        #expect(!text.contains("<secret>"), "\(text)")
      }
    }
    if case .http(_, let body) = RelayError.http(status: 503, body: "<secret>") { #expect(body == "<secret>") }
  }

  @Test("each case of RelayError has a distinct code and number, which do not change")
  func codes() {
    let errors = (Self.samples["RelayError"] ?? []).compactMap { $0 as? RelayError }
    let codes = Dictionary(errors.map { ($0.code, ($0 as NSError).code) }) { $1 }
    #expect(
      codes == [
        "NO_ENVIRONMENT": 1, "NO_DATA": 2, "MALFORMED_RESPONSE": 3, "HTTP_STATUS": 4, "RESPONSE_TOO_LARGE": 5, "SUBSCRIPTION_FAILED": 6,
        "WEBSOCKET_CLOSED": 7, "UPLOAD_FAILED": 8, "UNSUPPORTED_OPERATION": 9, "MISSING_DATA": 10, "FIELD_ERRORS": 11, "STORE_CLEARED": 12,
        "INVALID_FRAGMENT": 13, "PREFLIGHT_REQUIRED": 14, "WRITE_BLOCKED": 15,
      ])
    for error in errors {
      #expect((error as NSError).domain == "RelayError")
    }
    #expect("\(RelayError.http(status: 503, body: "<secret>"))" == "http(status: 503)")
    #expect("\(RelayError.webSocket(code: 1006, reason: "lost"))" == #"webSocket(code: 1006, reason: "lost")"#)
  }

  @Test("an error names the field that it concerns")
  func fieldsAreNamed() {
    #expect(FieldError(kind: .missingData, owner: "User_user", path: "friends.0.name").localizedDescription.contains("friends.0.name"))
    #expect(NormalizationError.missingTypename(path: "node.owner").localizedDescription.contains("node.owner"))
    #expect(
      RelayError.fieldErrors([Self.refusal, GraphQLError(message: "Late")]).localizedDescription
        == "The server reported errors along with the data: Not allowed (at user.name); Late.")
  }
}
