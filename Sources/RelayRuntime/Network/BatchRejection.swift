import Foundation

/// What an answer to a batch that is not an array means for its operations.
struct BatchRejection {
  /// The statuses with which servers reject a request that they do not accept, before they execute anything of it.
  private static let rejectingStatuses: Set<Int> = [400, 401, 403, 404, 405, 406, 407, 410, 411, 413, 414, 415, 422, 431, 501]

  /// Each operation gets its own error after these statuses, which say nothing about batches.
  private static let credentialStatuses: Set<Int> = [401, 403, 407]

  /// The server may accept the same batch later.
  private static let temporaryStatuses: Set<Int> = [408, 425, 429, 502, 503, 504]

  private let response: RequestBatcher.Response
  /// The body, if it is a JSON object.
  private let object: JSON?

  init(_ response: RequestBatcher.Response) {
    self.response = response
    object = (try? JSON(parsing: response.body)).flatMap { if case .object = $0 { $0 } else { nil } }
  }

  /// Whether the failure is unrelated to batching, so that each operation may be repeated as after the same answer to itself.
  var isTemporary: Bool { Self.temporaryStatuses.contains(response.status) }

  /// Whether the server seems not to accept batches at all.
  var isAboutBatches: Bool {
    (200..<500).contains(response.status) && !isTemporary && !Self.credentialStatuses.contains(response.status)
  }

  /// Whether the server has certainly executed none of the operations: a rejecting status, and nothing that looks like a result. A success
  /// status proves nothing, whatever the body: the server may have executed all of them.
  var provesNoExecution: Bool {
    guard Self.rejectingStatuses.contains(response.status) else { return false }
    let beginsArray = response.body.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } == UInt8(ascii: "[")
    return !beginsArray && (object?["data"] ?? .null) == .null
  }

  /// The answer to a mutation that must not be repeated. If the server says why it has rejected the batch, that is the answer.
  var answerToMutation: RequestBatcher.Answer {
    if let object, object["data"] == nil, let errors = object["errors"], !GraphQLError.list(errors).isEmpty {
      return .payload(NetworkPayload(data: response.body))
    }
    let body = String(decoding: response.body.prefix(2_000), as: UTF8.self)
    guard (200..<300).contains(response.status) else { return .unanswered(RelayError.http(status: response.status, body: body)) }
    return .unanswered(RelayError.malformedResponse("the answer to a batch is not an array of responses"))
  }
}
