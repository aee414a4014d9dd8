public import Foundation

/// An error in a response (GraphQL specification, section 7.1.2).
///
/// ```swift
/// let response = try await environment.response(to: RenameTodoMutation(id: "1", text: "Tea"))
/// for error in response.errors where error.extensions["code"] == "TOO_LONG" {
///   print(error.message)
/// }
/// ```
///
/// See <doc:Errors>.
public struct GraphQLError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A place in the operation's text.
  public struct Location: Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int
  }

  /// What went wrong, for the developer.
  public let message: String
  /// The response keys and list indices of the field that has the error; `nil` if the error has no path.
  public let path: [JSON]?
  /// The places in the operation's text that the error is about.
  public let locations: [Location]
  /// Further information from the server.
  public let extensions: [String: JSON]

  /// - Parameters:
  ///   - message: what went wrong.
  ///   - path: response keys and list indices.
  ///   - locations: places in the operation's text.
  ///   - extensions: further information from the server.
  public init(message: String, path: [JSON]? = nil, locations: [Location] = [], extensions: [String: JSON] = [:]) {
    self.message = message
    self.path = path
    self.locations = locations
    self.extensions = extensions
  }

  /// Decodes an error in the form in which a server sends it. Members that do not have the specified form are left out.
  public init(json: JSON) {
    message = json["message"]?.stringValue ?? (json.stringValue ?? "An error without a message.")
    path = json["path"]?.arrayValue
    locations = (json["locations"]?.arrayValue ?? []).compactMap { location in
      guard let line = location["line"]?.intValue, let column = location["column"]?.intValue else { return nil }
      return Location(line: line, column: column)
    }
    extensions = json["extensions"]?.objectValue ?? [:]
  }

  /// The message, cut to a sensible length, with the field that it concerns.
  public var description: String {
    guard let pathText else { return PrintedFields.longText(message) }
    return "\(PrintedFields.longText(message)) (at \(pathText))"
  }

  private var pathText: String? {
    guard let path, !path.isEmpty else { return nil }
    return PrintedFields.text(path.map { $0.stringValue ?? $0.description }.joined(separator: "."))
  }
}

extension GraphQLError: CustomReflectable {
  /// The fields, for `dump`, cut to a sensible length.
  public var customMirror: Mirror {
    PrintedFields(
      "GraphQLError",
      [
        ("message", PrintedFields.longText(message)), ("path", pathText.map { PrintedNote(description: $0) }),
        ("locations", PrintedFields.list(locations.map { PrintedNote(description: "\($0.line):\($0.column)") })),
        ("extensions", extensions.isEmpty ? nil : PrintedNote(description: PrintedFields.text(JSON.object(extensions).description))),
      ]
    ).mirror(of: self)
  }
}

extension GraphQLError {
  // Compared and hashed by bytes.

  public static func == (left: GraphQLError, right: GraphQLError) -> Bool {
    left.message.hasSameBytes(as: right.message) && left.path == right.path && left.locations == right.locations
      && left.extensions.hasSameBytes(as: right.extensions)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ByteKey(message))
    hasher.combine(path)
    hasher.combine(locations)
  }
}

extension GraphQLError {
  /// The error in the form in which a server sends it, without its locations.
  var json: JSON {
    var members: [String: JSON] = ["message": .string(message)]
    if let path { members["path"] = .array(path) }
    if !extensions.isEmpty { members["extensions"] = .object(extensions) }
    return .object(members)
  }

  /// The errors in a response's `errors` member. A single error counts as a list of one.
  static func list(_ value: JSON) -> [GraphQLError] {
    switch value {
    case .array(let items): items.map { GraphQLError(json: $0) }
    case .null: []
    default: [GraphQLError(json: value)]
    }
  }
}

extension GraphQLError: LocalizedError {
  /// The server's message.
  public var errorDescription: String? { message.isEmpty ? "The server reported an error without a message." : message }
}
