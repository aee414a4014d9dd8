extension FragmentPointer {
  /// The store of the record that the pointer points to.
  var store: Store? { scope?.store as? Store }
}
