/// Converts the progress of a body to that of one file in it.
final class UploadObserver: Sendable {
  private let range: Range<Int64>
  private let onProgress: @Sendable (UploadProgress) -> Void
  /// The progress reported last; nil if there was none.
  private let told = Lock<Int64?>(nil)

  /// - Parameter range: the range of the file's bytes in the body.
  init(range: Range<Int64>, onProgress: @escaping @Sendable (UploadProgress) -> Void) {
    self.range = range
    self.onProgress = onProgress
  }

  /// - Parameter bytesSent: the number of bytes of the body that have been sent.
  func report(_ bytesSent: Int64) {
    let count = min(max(bytesSent - range.lowerBound, 0), Int64(range.count))
    let isNews = told.withLock { told in
      guard told != count, count > 0 || told != nil || range.isEmpty && bytesSent >= range.lowerBound else { return false }
      told = count
      return true
    }
    if isNews { onProgress(UploadProgress(bytesSent: count, totalBytes: Int64(range.count))) }
  }
}
