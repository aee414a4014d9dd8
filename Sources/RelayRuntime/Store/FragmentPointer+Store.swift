extension FragmentPointer {
  /// The store that the pointer points into.
  var store: Store? { scope?.store as? Store }
}
