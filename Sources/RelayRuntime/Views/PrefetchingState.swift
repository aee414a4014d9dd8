/// The state of prefetching for the handle's list.
struct PrefetchingState {
  /// The fragment of the list.
  var pointer: FragmentPointer?
  /// The number of items to show; nil until there is a first page.
  var shown: Int?
  /// Whether changes of the data are being waited for.
  var isWatching = false
  /// What shows more items waits for a load.
  var waiting: Reaction?
  /// The generation of the refetchable handle that the latest refetch began, while it is in flight: it brings a new list.
  var refetch: Int?
  /// Follows the edges that are shown: a `PluralFragmentHandle`.
  var edges: AnyObject?
}
