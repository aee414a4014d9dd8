public import Foundation

/// The bytes of one GraphQL response body, or of one part of an incremental response: a JSON text, not yet parsed.
public struct NetworkPayload: Sendable {
  /// The contents. A network that has parsed a body passes on the parsed document.
  private enum Content: Sendable {
    case text(Data)
    /// The value at a position of a document that is its root or a member of its root.
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

  /// Whether the data is the app's own, as in a preview, and may leave fields out, which are missing then. A server's answer must have
  /// every field.
  public var isPartial = false

  /// Counts the received bytes until the application has consumed the payload.
  var receipt: ReceivedBytes.Receipt?

  /// A payload of UTF-8 bytes.
  public init(data: Data) {
    content = .text(data)
  }

  /// A payload of a JSON text.
  public init(json text: String) {
    content = .text(Data(text.utf8))
  }

  /// A payload of a JSON value, for networks that make their answers in process.
  public init(_ value: JSON) {
    content = .text(value.data)
  }
}

extension NetworkPayload {
  /// A payload of a value in a document: its root, or a member of its root.
  init(_ document: JSONDocument, at position: Int = 0) {
    content = .value(document, at: position)
  }

  /// Parses the text, unless the network has done so.
  ///
  /// - Returns: the document, and where in it the response is.
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

  /// The payload with its text parsed, for a network that looks into payloads and hands them on; the same where the text is not JSON.
  consuming func handedOn() -> NetworkPayload {
    guard case .text(let data) = content, let document = try? JSONDocument(data) else { return self }
    var payload = self
    payload.content = .value(document, at: 0)
    return payload
  }

  /// Whether it is a response with data and without errors.
  var hasNoErrors: Bool {
    guard let (document, position) = try? parsed(), document.isObject(position) else { return false }
    let (data, errors) = document.withCursor { ($0.find("data", in: position), $0.find("errors", in: position)) }
    return data >= 0 && (errors < 0 || GraphQLError.list(document.value(at: errors)).isEmpty)
  }

  /// The minimum memory of a waiting payload, for its objects.
  private static let minimumCount = 4_096

  /// The payload, counted until it has been consumed. However low the limit is, many may wait.
  ///
  /// Of a small one, of which many may wait, half is added for what is made of it while it is still there.
  /// - Throws: ``RelayError/responseTooLarge(limit:)`` where more than the limit would wait.
  func received(_ received: ReceivedBytes) throws -> NetworkPayload {
    var payload = self
    let count = data.count <= received.limit / 64 ? data.count * 3 / 2 : data.count
    payload.receipt = try received.receive(max(count, min(Self.minimumCount, received.limit / 256)))
    // Data that was put together has room for more, which does not count.
    if case .text(let data) = content, data.count < 1 << 20 { payload.data = data.withUnsafeBytes { Data($0) } }
    return payload
  }
}
