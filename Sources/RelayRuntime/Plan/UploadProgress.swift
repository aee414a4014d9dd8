/// The progress of sending a file or a request body.
///
/// ```swift
/// let upload = GraphQLUpload(contentType: "image/jpeg", file: file) { progress in
///   print("\(Int(progress.fraction * 100)) percent of \(progress.totalBytes) bytes")
/// }
/// try await environment.commit(SetPictureMutation(file: upload))
/// ```
///
/// See <doc:Mutations>.
public struct UploadProgress: Sendable, Hashable {
  /// The number of bytes sent.
  public let bytesSent: Int64
  /// The total number of bytes.
  public let totalBytes: Int64

  /// Creates a progress value, for a transport that calls ``HTTPNetwork/Request/onUploadProgress``.
  public init(bytesSent: Int64, totalBytes: Int64) {
    self.bytesSent = bytesSent
    self.totalBytes = totalBytes
  }

  /// The fraction that has been sent, from 0 to 1; 1 if there is nothing to send.
  public var fraction: Double { totalBytes > 0 ? min(max(Double(bytesSent) / Double(totalBytes), 0), 1) : 1 }
}
