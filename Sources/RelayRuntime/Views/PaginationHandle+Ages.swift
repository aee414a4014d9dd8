public import Foundation

extension PaginationHandle {
  /// When the data was received; see ``FragmentHandle/fetchedAt``.
  public var fetchedAt: Date? { refetchable.fetchedAt }

  /// When the data becomes stale; see ``FragmentHandle/expiresAt``.
  public var expiresAt: Date? { refetchable.expiresAt }

  /// Whether part of the data is stale; see ``FragmentHandle/isStale``.
  public var isStale: Bool { refetchable.isStale }
}
