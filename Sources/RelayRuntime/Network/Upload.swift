public import Foundation

/// A file that goes with an operation: a variable whose value is sent as a part of a `multipart/form-data` request.
public struct Upload: Sendable {
  /// Where the bytes come from.
  public enum Content: Sendable {
    /// Bytes in memory.
    case bytes(Data)
    /// A file, read while the request is sent.
    case file(URL)
  }

  /// The name the server sees.
  public var filename: String
  /// The media type, such as `image/png`.
  public var contentType: String
  /// What is sent.
  public var content: Content
  /// Told how much of the file has been sent, on any thread: after each piece, and when all of it has been. What was sent is on its way; that the
  /// server has it, only its answer says. A request that is sent again (after a failure, a redirection or a renewal of credentials) begins
  /// anew.
  public var onProgress: (@Sendable (UploadProgress) -> Void)?

  /// An upload of bytes in memory.
  /// - Parameters:
  ///   - filename: the name the server sees.
  ///   - contentType: the media type.
  ///   - bytes: what is sent.
  ///   - onProgress: told how much of it has been sent: ``onProgress``.
  public init(
    filename: String, contentType: String = "application/octet-stream", bytes: Data,
    onProgress: (@Sendable (UploadProgress) -> Void)? = nil
  ) {
    self.filename = filename
    self.contentType = contentType
    content = .bytes(bytes)
    self.onProgress = onProgress
  }

  /// An upload of a file.
  /// - Parameters:
  ///   - filename: the name the server sees; the file's own by default.
  ///   - contentType: the media type.
  ///   - file: what is sent.
  ///   - onProgress: told how much of it has been sent: ``onProgress``.
  public init(
    filename: String? = nil, contentType: String = "application/octet-stream", file: URL,
    onProgress: (@Sendable (UploadProgress) -> Void)? = nil
  ) {
    self.filename = filename ?? file.lastPathComponent
    self.contentType = contentType
    content = .file(file)
    self.onProgress = onProgress
  }
}
