/// Why a text is not JSON.
public struct JSONParseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Sendable, Hashable {
    /// The text ends in the middle of a value.
    case unexpectedEnd
    /// A byte that cannot stand here.
    case unexpectedByte(UInt8)
    /// A number that JSON's grammar does not allow.
    case invalidNumber
    /// An escape in a string that JSON's grammar does not allow.
    case invalidEscape
    /// Bytes inside a string that are no UTF-8.
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
