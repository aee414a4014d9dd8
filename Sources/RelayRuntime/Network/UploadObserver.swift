/// Tells how much of one file has been sent from how much of the body has been.
final class UploadObserver: Sendable {
  private let range: Range<Int64>
  private let onProgress: @Sendable (UploadProgress) -> Void
  /// What was told last; nil before.
  private let told = Lock<Int64?>(nil)

  /// - Parameter range: where the file's bytes are in the body.
  init(range: Range<Int64>, onProgress: @escaping @Sendable (UploadProgress) -> Void) {
    self.range = range
    self.onProgress = onProgress
  }

  /// - Parameter bytesSent: how much of the body has been sent.
  func report(_ bytesSent: Int64) {
    let count = min(max(bytesSent - range.lowerBound, 0), Int64(range.count))
    let isNews = self.told.withLock { told in
      guard told != count, count > 0 || told != nil || range.isEmpty && bytesSent >= range.lowerBound else { return false }
      told = count
      return true
    }
    if isNews { onProgress(UploadProgress(bytesSent: count, totalBytes: Int64(range.count))) }
  }
}
