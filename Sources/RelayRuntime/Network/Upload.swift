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

  /// An upload of bytes in memory.
  public init(filename: String, contentType: String = "application/octet-stream", bytes: Data) {
    self.filename = filename
    self.contentType = contentType
    self.content = .bytes(bytes)
  }

  /// An upload of a file; `filename` defaults to the file's own.
  public init(filename: String? = nil, contentType: String = "application/octet-stream", file: URL) {
    self.filename = filename ?? file.lastPathComponent
    self.contentType = contentType
    self.content = .file(file)
  }
}
