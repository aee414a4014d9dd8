public import Foundation

/// The bytes of one GraphQL response body, or of one part of an incremental response: JSON text that has not been parsed.
///
/// ```swift
/// let recorded = FetchNetwork(fetch: { _ in try NetworkPayload(data: Data(contentsOf: file)) })
/// let environment = RelayEnvironment(network: recorded)
/// ```
///
/// See <doc:Networking>.
public struct NetworkPayload: Sendable {
  /// The contents. A network that has parsed a body passes on the parsed document.
  private enum Content: Sendable {
    case text(Data)
    /// The value at a position of a document: its root, or a member of its root.
    case value(JSONDocument, at: Int)
  }

  private var content: Content

  /// The JSON text in UTF-8.
  public var data: Data {
    get {
      switch content {
      case .text(let data): data
      case .value(let document, at: 0): document.bytes
      case .value(let document, let position): document.text(ofMember: position)
      }
    }
    set { content = .text(newValue) }
  }

  /// Whether the data was made by the app, as in a preview, and may leave fields out, which are then missing. A server's answer must have
  /// every field.
  public var isPartial = false

  /// Where it comes from.
  var origin = PayloadOrigin()

  /// Counts the received bytes until the application has consumed the payload.
  var receipt: ReceivedBytes.Receipt?

  /// A payload from UTF-8 bytes.
  public init(data: Data) {
    content = .text(data)
  }

  /// A payload from JSON text.
  public init(json text: String) {
    content = .text(Data(text.utf8))
  }

  /// A payload from a JSON value, for networks that create their answers in process.
  public init(_ value: JSON) {
    content = .text(value.data)
  }
}

extension NetworkPayload {
  /// A payload from a value in a document: its root, or a member of its root.
  init(_ document: JSONDocument, at position: Int = 0) {
    content = .value(document, at: position)
  }

  /// Parses the text, unless the network has already done so.
  ///
  /// - Returns: the document, and the position of the response in it.
  /// - Throws: ``RelayError/malformedResponse(_:)`` for a text that is not JSON.
  consuming func parsed() throws -> (document: JSONDocument, position: Int) {
    switch (consume self).content {
    case .value(let document, let position): return (document, position)
    case .text(let data):
      do {
        return (try JSONDocument(data), 0)
      } catch {
        throw RelayError.malformedResponse("\(error)")
      }
    }
  }

  /// The payload with its text parsed, for a network that inspects payloads and passes them on; unchanged if the text is not JSON.
  consuming func handedOn() -> NetworkPayload {
    guard case .text(let data) = content, let document = try? JSONDocument(data) else { return self }
    var payload = self
    payload.content = .value(document, at: 0)
    return payload
  }

  /// Whether the payload is a response with data and without errors.
  var hasNoErrors: Bool {
    guard let (document, position) = try? parsed(), document.isObject(position) else { return false }
    let members = document.find(["data", "errors"], in: position)
    return members[0] >= 0 && GraphQLError.list(document.value(at: members[1])).isEmpty
  }

  /// The minimum memory of a waiting payload, for its objects.
  private static let minimumCount = 4_096

  /// The payload, counted until it has been consumed. However low the limit is, many may wait.
  ///
  /// For a small payload, of which many may wait, half its size is added for the objects made from it while it still exists.
  /// - Throws: ``RelayError/responseTooLarge(limit:)`` if more than the limit would wait.
  func received(_ received: ReceivedBytes) throws -> NetworkPayload {
    var payload = self
    let count = data.count <= received.limit / 64 ? data.count * 3 / 2 : data.count
    payload.receipt = try received.receive(max(count, min(Self.minimumCount, received.limit / 256)))
    // Concatenated data may have spare capacity, which is not counted.
    if case .text(let data) = content, data.count < 1 << 20 { payload.data = unsafe data.withUnsafeBytes { unsafe Data($0) } }
    return payload
  }
}
