/// How many items of a list are loaded ahead of those shown; see ``PaginationHandle/prefetching``.
///
/// ```swift
/// let list = PaginationHandle(TodoList_user(key: user), prefetching: Prefetching(bufferSize: 20, initialSize: 10))
/// try await list.loadNext(10).value
/// print(list.data?.todos?.prefix(list.visibleCount).map(\.text) ?? [])
/// ```
///
/// See <doc:Pagination>.
public struct Prefetching: Sendable, Hashable {
  /// The number of items to keep loaded after those that are shown, as long as the server has more.
  public var bufferSize: Int
  /// The number of items shown at first; nil means all of the first page.
  public var initialSize: Int?
  /// The minimum number of items to request.
  public var minimumFetchSize: Int

  /// - Parameters:
  ///   - bufferSize: the number of items to keep loaded after those that are shown.
  ///   - initialSize: the number of items shown at first; nil means all of the first page.
  ///   - minimumFetchSize: the minimum number of items to request.
  public init(bufferSize: Int, initialSize: Int? = nil, minimumFetchSize: Int = 1) {
    self.bufferSize = bufferSize
    self.initialSize = initialSize
    self.minimumFetchSize = minimumFetchSize
  }

  /// The number of items to request to fill the buffer.
  /// - Parameters:
  ///   - shown: the number of items to show.
  ///   - available: the number of loaded items.
  /// - Returns: the number, in the range of GraphQL's `Int`; nil if there are sufficient items.
  func missing(shown: Int, available: Int) -> Int? {
    let buffered = available - shown
    let buffer = min(max(bufferSize, 0), Self.maximum)
    guard buffered < buffer || buffered < 0 else { return nil }
    return min(max(buffer - buffered, minimumFetchSize, 1), Self.maximum)
  }

  /// More than any server returns, and small enough not to overflow in sums.
  static let maximum = Int(Int32.max)
}
