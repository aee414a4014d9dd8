/// Encrypts what a durable store writes, with a key of the app's.
///
/// Everything that comes from a response is sealed: fields, identities, the variables of operations. What remains readable is how many
/// records and operations there are, how large they are, which record belongs to which operation, and when an operation was used.
///
/// Contents that the key does not open are dropped. Deleting the key makes all copies of the files unreadable, also those that a disk still
/// has after they have been deleted.
///
/// ```swift
/// import CryptoKit
///
/// struct Sealing: DurableCipher {
///   let key: SymmetricKey
///
///   func seal(_ bytes: [UInt8], context: [UInt8]) throws -> [UInt8] {
///     let box = try AES.GCM.seal(bytes, using: key, authenticating: context)
///     guard let sealed = box.combined else { throw CryptoKitError.incorrectParameterSize }
///     return [UInt8](sealed)
///   }
///
///   func open(_ bytes: [UInt8], context: [UInt8]) throws -> [UInt8] {
///     [UInt8](try AES.GCM.open(AES.GCM.SealedBox(combined: bytes), using: key, authenticating: context))
///   }
///
///   func code(for text: String) -> [UInt8] {
///     [UInt8](HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
///   }
/// }
/// ```
///
/// See <doc://RelayRuntime/documentation/RelayRuntime/Offline>.
public protocol DurableCipher: Sendable {
  /// Encrypts bytes, and authenticates them together with their context.
  func seal(_ bytes: [UInt8], context: [UInt8]) throws -> [UInt8]

  /// Decrypts bytes.
  ///
  /// - Parameters:
  ///   - bytes: what ``seal(_:context:)`` has returned.
  ///   - context: the bytes that were its context.
  /// - Throws: if the bytes are not those that were sealed with this key and context.
  func open(_ bytes: [UInt8], context: [UInt8]) throws -> [UInt8]

  /// A code that stands for a text: always the same with the same key, and without the key not to be told from random bytes. At least 16
  /// bytes.
  func code(for text: String) -> [UInt8]
}
