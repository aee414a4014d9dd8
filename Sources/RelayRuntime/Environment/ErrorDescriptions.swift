public import Foundation

// What the errors of the runtime say where an app shows them. `description` is for developers, `errorDescription` is a sentence.

extension NormalizationError: LocalizedError {
  public var errorDescription: String? { description }
}

extension JSONParseError: LocalizedError {
  public var errorDescription: String? { "The text is not JSON: at byte \(offset) \(reason.words)." }
}

extension JSONParseError.Reason {
  /// What is wrong, as a part of a sentence.
  var words: String {
    switch self {
    case .unexpectedEnd: return "it ends too early"
    case .unexpectedByte(let byte):
      let isVisible = (0x21...0x7E).contains(byte)
      return isVisible ? "“\(Character(Unicode.Scalar(byte)))” cannot stand" : "the byte \(byte) cannot stand"
    case .invalidNumber: return "there is no valid number"
    case .invalidEscape: return "there is an escape that JSON has not"
    case .invalidUTF8: return "there is a string that is no UTF-8"
    case .controlCharacter: return "there is a control character inside a string"
    case .trailingBytes: return "something follows the value"
    case .nestingTooDeep: return "arrays and objects are nested too deep"
    case .tooLarge: return "the text is too long"
    }
  }
}

extension StoreArchiveError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .notAnArchive: "The file is not an archive of a store that this version can read."
    case .damaged: "The archive of the store is damaged: its end is missing, or bytes of it have changed."
    case .nestingTooDeep: "The store cannot be archived: a value in it is nested too deep."
    case .tooLarge: "The store cannot be archived: it is too large."
    }
  }
}

extension CustomScalarError: LocalizedError {
  public var errorDescription: String? { "The value of a custom scalar cannot be read as \(type)." }
}

extension MockError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .noPendingOperation("any"): "No operation waits for an answer."
    case .noPendingOperation(let name): "No operation \(name) waits for an answer."
    case .operationIsOver(let name): "The operation \(name) was answered, failed or was cancelled before."
    }
  }
}

extension GraphQLError: LocalizedError {
  /// The server's message, as it is.
  public var errorDescription: String? { self.message.isEmpty ? "The server reported an error without a message." : self.message }
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
    }
  }
}

extension FieldErrors: LocalizedError {
  public var errorDescription: String? {
    errors.isEmpty ? "There was an error in the data." : errors.map(\.localizedDescription).joined(separator: "\n")
  }
}
