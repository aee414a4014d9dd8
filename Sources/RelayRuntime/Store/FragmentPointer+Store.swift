extension FragmentPointer {
  /// The store of the record that the pointer points to.
  var store: RelayStore? { scope?.store as? RelayStore }
}
