public import Foundation

/// A problem with a field.
///
/// ```swift
/// let configuration = RelayEnvironment.Configuration(log: { event in
///   guard case .fieldError(let error) = event, !error.isHandled else { return }
///   print("\(error.owner) is without \(error.path): \(error.error?.message ?? "it is missing")")
/// })
/// let environment = RelayEnvironment(network: network, configuration: configuration)
/// ```
///
/// See <doc:Errors>.
public struct FieldError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of problem met while reading.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Sendable, Hashable {
    /// The server reported an error for the field.
    case payloadError
    /// A field with `@required(action: LOG)` was null or missing.
    case requiredFieldLogged
    /// A field with `@required(action: THROW)` was null or missing.
    case requiredFieldThrown
    /// A field that the operation asked for is not in the store.
    case missingData
    /// The data shows the same objects more than `limit` times in addition to their first place
    /// (``RelayStore/Configuration/maximumRepeatedObjects``), so it is not read. The path is that of the list at which the limit was exceeded.
    case tooManyRepeatedObjects(limit: Int)
  }

  public let kind: Kind
  /// The fragment or operation that was read.
  public let owner: String
  /// The response keys and list indices from the owner's root to the field, joined by dots. For an error under `@catch` in an object that a
  /// large reading shows at several places, it is the first of them.
  public let path: String
  /// The server's error, if this is a payload error.
  public let error: GraphQLError?
  /// Whether a `@catch` above the field has caught it.
  public internal(set) var isHandled = false
  /// Whether the field must not be null, nor anything around it up to the root of the definition that was read, so that reading it fails.
  var reachesRoot = false

  /// - Parameters:
  ///   - kind: the kind of problem.
  ///   - owner: the fragment's or operation's name.
  ///   - path: response keys and list indices, joined by dots.
  ///   - error: the server's error, if this is a payload error.
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
    case .tooManyRepeatedObjects(let limit): return "\(place): the data repeats objects more than \(limit) times"
    }
  }
}

extension FieldError: CustomReflectable {
  /// The fields, for `dump`.
  public var customMirror: Mirror {
    let handled = isHandled ? true : nil
    let fields: [(label: String, value: Any?)] = [
      ("kind", kind), ("owner", owner), ("path", path), ("error", error), ("isHandled", handled),
    ]
    return PrintedFields("FieldError", fields).mirror(of: self)
  }
}

extension FieldError: LocalizedError {
  public var errorDescription: String? {
    let place = path.isEmpty ? owner : "\(path) in \(owner)"
    return switch kind {
    case .payloadError:
      if let error, !error.message.isEmpty {
        "The server reported an error for \(place): \(error.message)"
      } else {
        "The server reported an error for \(place)."
      }
    case .requiredFieldLogged, .requiredFieldThrown: "A required field is null: \(place)."
    case .missingData: "Data is missing: \(place)."
    case .tooManyRepeatedObjects(let limit): "The data repeats objects more than \(limit) times: \(place)."
    }
  }
}
