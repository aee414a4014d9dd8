/// What a handle that loads ahead knows of its list.
struct PrefetchingState {
  /// What the list belongs to.
  var pointer: FragmentPointer?
  /// How many items are to be shown; nil until there is a first page.
  var shown: Int?
  /// Whether changes of the data are being waited for.
  var isWatching = false
  /// Refetches under way: what they bring is a list of its own.
  var refetches = 0
  /// Follows the edges that are shown: a `PluralFragmentHandle`.
  var edges: AnyObject?
}
