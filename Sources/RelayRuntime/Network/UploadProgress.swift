/// How much of a file, or of the body of a request, has been sent.
public struct UploadProgress: Sendable, Hashable {
  /// The bytes that have been sent.
  public let bytesSent: Int64
  /// The bytes that there are.
  public let totalBytes: Int64

  /// Creates a progress, for a transport that tells ``HTTPRequest/onUploadProgress``.
  public init(bytesSent: Int64, totalBytes: Int64) {
    self.bytesSent = bytesSent
    self.totalBytes = totalBytes
  }

  /// The part that has been sent, from 0 to 1; 1 of nothing.
  public var fraction: Double { totalBytes > 0 ? min(max(Double(bytesSent) / Double(totalBytes), 0), 1) : 1 }
}
