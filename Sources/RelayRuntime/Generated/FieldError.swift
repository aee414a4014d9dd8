/// What went wrong with a field.
public struct FieldError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of problem that reading can meet.
  public enum Kind: Sendable, Hashable {
    /// The server reported an error for the field.
    case payloadError
    /// A field under `@required(action: LOG)` was null or missing.
    case requiredFieldLogged
    /// A field under `@required(action: THROW)` was null or missing.
    case requiredFieldThrown
    /// A field that the operation asked for is not in the store.
    case missingData
  }

  /// What kind of problem it is.
  public let kind: Kind
  /// The fragment or operation that was read.
  public let owner: String
  /// The response keys and list indices down from the owner's root, joined by dots.
  public let path: String
  /// The server's error, for a payload error.
  public let error: GraphQLError?
  /// Whether a `@catch` above the field has taken charge of it.
  public internal(set) var isHandled = false

  /// - Parameters:
  ///   - kind: what kind of problem it is.
  ///   - owner: the fragment's or operation's name.
  ///   - path: response keys and list indices, joined by dots.
  ///   - error: the server's error, for a payload error.
  public init(kind: Kind, owner: String, path: String, error: GraphQLError? = nil) {
    self.kind = kind
    self.owner = owner
    self.path = path
    self.error = error
  }

  public var description: String {
    let place = path.isEmpty ? owner : "\(owner): \(path)"
    switch kind {
    case .payloadError: return "\(place): \(error?.message ?? "error")"
    case .requiredFieldLogged, .requiredFieldThrown: return "\(place): a required field is null"
    case .missingData: return "\(place): the data is missing from the store"
    }
  }
}

/// The errors under a field with `@catch(to: RESULT)`.
public struct FieldErrors: Error, Sendable, Hashable, CustomStringConvertible {
  /// The errors, in the order in which reading met them.
  public let errors: [FieldError]

  /// - Parameter errors: the errors, in order.
  public init(_ errors: [FieldError]) { self.errors = errors }

  public var description: String { errors.map(\.description).joined(separator: "; ") }
}

/// An error in a response (GraphQL specification, section 7.1.2).
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
  /// The response keys and list indices of the field that has the error; `nil` when it has none.
  public let path: [JSON]?
  /// The places in the operation's text that the error is about.
  public let locations: [Location]
  /// Whatever else the server says.
  public let extensions: [String: JSON]

  /// - Parameters:
  ///   - message: what went wrong.
  ///   - path: response keys and list indices.
  ///   - locations: places in the operation's text.
  ///   - extensions: whatever else the server says.
  public init(message: String, path: [JSON]? = nil, locations: [Location] = [], extensions: [String: JSON] = [:]) {
    self.message = message
    self.path = path
    self.locations = locations
    self.extensions = extensions
  }

  /// Reads an error as a server sends it; what is not of the specified form is left out.
  public init(json: JSON) {
    message = json["message"]?.stringValue ?? (json.stringValue ?? "An error without a message.")
    path = json["path"]?.arrayValue
    locations = (json["locations"]?.arrayValue ?? []).compactMap { location in
      guard let line = location["line"]?.intValue, let column = location["column"]?.intValue else { return nil }
      return Location(line: line, column: column)
    }
    extensions = json["extensions"]?.objectValue ?? [:]
  }

  public var description: String {
    guard let path, !path.isEmpty else { return message }
    return "\(message) (at \(path.map { $0.stringValue ?? $0.description }.joined(separator: ".")))"
  }
}
