@testable import RelayRuntime

extension FragmentPointer {
  /// The fragment as it is in the store now, to be followed.
  func read(_ definition: FragmentDefinition) -> Snapshot? { selector(definition).map { $0.context.store.lookup($0) } }
}
