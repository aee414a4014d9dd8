public import Foundation

/// Why a text is not JSON.
public struct JSONParseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Sendable, Hashable {
    /// The text ends in the middle of a value.
    case unexpectedEnd
    /// A byte that is not allowed here.
    case unexpectedByte(UInt8)
    /// A number that JSON's grammar does not allow.
    case invalidNumber
    /// An escape in a string that JSON's grammar does not allow.
    case invalidEscape
    /// Bytes inside a string that are not UTF-8.
    case invalidUTF8
    /// A control character inside a string.
    case controlCharacter
    /// Something follows the value.
    case trailingBytes
    /// Arrays and objects are nested deeper than the parser accepts.
    case nestingTooDeep
    /// The text is longer than the parser accepts.
    case tooLarge
  }

  /// What is wrong.
  public let reason: Reason
  /// Where: the number of bytes before the place.
  public let offset: Int

  public var description: String { "invalid JSON at byte \(offset): \(reason.words)" }
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
