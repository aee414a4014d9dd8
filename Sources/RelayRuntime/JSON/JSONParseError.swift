public import Foundation

/// The reason why a text is not JSON.
///
/// ```swift
/// do {
///   try environment.commitPayload(HomeQuery(id: "me"), JSON(parsing: Data(contentsOf: file)))
/// } catch let error as JSONParseError {
///   print("\(file.lastPathComponent) is damaged at byte \(error.offset)")
/// }
/// ```
///
/// See <doc:Scalars>.
public struct JSONParseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
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
    /// The name of an object's member has more than 30 combining marks in a row. No language needs as many.
    case tooManyCombiningMarks
  }

  /// What is wrong.
  public let reason: Reason
  /// The byte offset of the error.
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
      return isVisible ? "“\(Character(Unicode.Scalar(byte)))” is not allowed" : "the byte \(byte) is not allowed"
    case .invalidNumber: return "there is an invalid number"
    case .invalidEscape: return "there is an invalid escape sequence"
    case .invalidUTF8: return "there is a string that is not UTF-8"
    case .controlCharacter: return "there is a control character inside a string"
    case .trailingBytes: return "there is text after the value"
    case .nestingTooDeep: return "arrays and objects are nested too deeply"
    case .tooLarge: return "the text is too long"
    case .tooManyCombiningMarks: return "the name of a member has too many combining marks in a row"
    }
  }
}
