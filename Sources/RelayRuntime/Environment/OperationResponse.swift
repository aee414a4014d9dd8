public import Foundation

/// A server's answer to an operation: its data as now in the store, and the errors of single fields.
///
/// ```swift
/// let response = try await environment.response(to: HomeQuery(id: "me"))
/// if response.errors.contains(where: { $0.path == ["user"] }) {
///   print("The user could not be loaded.")
/// } else if response.isStale {
///   print("From \(response.fetchedAt?.formatted() ?? "some time ago")")
/// }
/// ```
///
/// See <doc:Errors>.
public struct OperationResponse<Data: SelectionSet>: Sendable {
  public let data: Data
  /// The errors that the server sent along with the data (GraphQL specification, section 7.1.2).
  public let errors: [GraphQLError]
  /// The server's `extensions` (section 7.1), such as query costs or a trace id. If the answer came in parts, this has the members of all
  /// parts; a later member replaces an earlier one of the same name. Empty for data from the store.
  public let extensions: [String: JSON]
  /// The status and header fields of the HTTP response. Nil for data from the store, and with networks that have no HTTP responses, such
  /// as ``WebSocketNetwork``.
  public let response: HTTPNetwork.ResponseHead?
  /// Where the data comes from.
  public let source: OperationSource
  /// When the data was received: that of the field that was received first. Nil if that is not known.
  public let fetchedAt: Date?
  /// When the first of its fields becomes stale, or has become; nil if none does, or if that is not known.
  public let expiresAt: Date?
  /// Whether a field of it was stale, or invalidated, when this was made.
  public let isStale: Bool

  init(
    data: Data, errors: [GraphQLError] = [], extensions: [String: JSON] = [:], response: HTTPNetwork.ResponseHead? = nil,
    source: OperationSource = .network, fetchedAt: Date? = nil, expiresAt: Date? = nil, isStale: Bool = false
  ) {
    self.data = data
    self.errors = errors
    self.extensions = extensions
    self.response = response
    self.source = source
    self.fetchedAt = fetchedAt
    self.expiresAt = expiresAt
    self.isStale = isStale
  }

  init(data: Data, of answer: OperationAnswer, _ age: DatedAge? = nil) {
    self.init(
      data: data, errors: answer.errors, extensions: answer.extensions, response: answer.response, source: answer.source,
      fetchedAt: age?.fetchedAt, expiresAt: age?.expiresAt, isStale: age?.isStale ?? false)
  }

  init(data: Data, source: OperationSource, _ age: DatedAge) {
    self.init(data: data, source: source, fetchedAt: age.fetchedAt, expiresAt: age.expiresAt, isStale: age.isStale)
  }
}

extension OperationResponse: CustomStringConvertible, CustomReflectable {
  /// The data and the errors, on one line, cut to a sensible size.
  public var description: String { printed.line }

  /// The same for `dump`.
  public var customMirror: Mirror { printed.mirror(of: self) }

  private var printed: PrintedFields {
    PrintedFields(
      "OperationResponse",
      [
        ("data", data.__row), ("errors", PrintedFields.list(errors)),
        ("extensions", extensions.isEmpty ? nil : PrintedNote(description: PrintedFields.text(JSON.object(extensions).description))),
        ("status", response?.status),
      ])
  }
}
