public import Foundation

/// A file to upload with an operation: a variable whose value is sent as a part of a `multipart/form-data` request.
///
/// A variable or a field of an input object has this type if its scalar is named `Upload` and `customScalarTypes` has no other for it. Two
/// uploads are equal if the same is sent; their observers are not compared.
///
/// ```swift
/// let upload = GraphQLUpload(filename: "me.png", contentType: "image/png", bytes: picture)
/// try await environment.commit(SetPictureMutation(file: upload))
/// ```
///
/// See <doc:Mutations>.
public struct GraphQLUpload: Sendable, Hashable {
  /// The source of the bytes.
  public enum Content: Sendable, Hashable {
    /// Bytes in memory.
    case bytes(Data)
    /// A file, read while the request is sent.
    case file(URL)

    public static func == (left: Content, right: Content) -> Bool {
      switch (left, right) {
      case (.bytes(let left), .bytes(let right)): left.hasSameBytes(as: right)
      case (.file(let left), .file(let right)): left == right
      default: false
      }
    }
  }

  /// The file name for the server.
  public var filename: String
  /// The media type, such as `image/png`.
  public var contentType: String
  /// The file's contents.
  public var content: Content
  /// Called with the upload progress, on any thread: after each piece, and when the whole file has been sent. Bytes that have been sent
  /// may still be in transit; only the server's answer confirms that they have arrived. If the request is sent again (after a failure, a
  /// redirect or a renewal of credentials), the progress starts over.
  public var onProgress: (@Sendable (UploadProgress) -> Void)?

  /// An upload of bytes in memory.
  /// - Parameters:
  ///   - filename: the file name for the server.
  ///   - contentType: the media type.
  ///   - bytes: the file's contents.
  ///   - onProgress: called with the upload progress; see ``onProgress``.
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
  ///   - filename: the file name for the server; the file's own name by default.
  ///   - contentType: the media type.
  ///   - file: the file to upload.
  ///   - onProgress: called with the upload progress; see ``onProgress``.
  public init(
    filename: String? = nil, contentType: String = "application/octet-stream", file: URL,
    onProgress: (@Sendable (UploadProgress) -> Void)? = nil
  ) {
    self.filename = filename ?? file.lastPathComponent
    self.contentType = contentType
    content = .file(file)
    self.onProgress = onProgress
  }

  public static func == (left: GraphQLUpload, right: GraphQLUpload) -> Bool {
    left.filename == right.filename && left.contentType == right.contentType && left.content == right.content
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(filename)
    hasher.combine(contentType)
    hasher.combine(content)
  }
}
