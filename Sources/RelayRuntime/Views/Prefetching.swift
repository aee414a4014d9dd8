/// How far ahead of what is shown a list is loaded; see ``PaginationHandle/prefetching``.
public struct Prefetching: Sendable, Hashable {
  /// How many items are kept loaded behind those that are shown, as long as the server has more.
  public var bufferSize: Int
  /// How many items are shown first; nil: all that the first page has.
  public var initialSize: Int?
  /// The least number of items to ask the server for.
  public var minimumFetchSize: Int

  /// - Parameters:
  ///   - bufferSize: how many items are kept loaded behind those that are shown.
  ///   - initialSize: how many items are shown first; nil: all that the first page has.
  ///   - minimumFetchSize: the least number of items to ask the server for.
  public init(bufferSize: Int, initialSize: Int? = nil, minimumFetchSize: Int = 1) {
    self.bufferSize = bufferSize
    self.initialSize = initialSize
    self.minimumFetchSize = minimumFetchSize
  }

  /// The number of items to ask for so that the buffer is full again.
  /// - Parameters:
  ///   - shown: how many are to be shown.
  ///   - available: how many there are.
  /// - Returns: the number, in the range of GraphQL's `Int`; nil if there are enough.
  func missing(shown: Int, available: Int) -> Int? {
    let buffered = available - shown
    let buffer = min(max(bufferSize, 0), Self.maximum)
    guard buffered < buffer || buffered < 0 else { return nil }
    return min(max(buffer - buffered, minimumFetchSize, 1), Self.maximum)
  }

  /// More than any server returns, and small enough not to overflow in sums.
  static let maximum = Int(Int32.max)
}
