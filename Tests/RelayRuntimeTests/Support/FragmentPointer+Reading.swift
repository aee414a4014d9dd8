@testable import RelayRuntime

extension FragmentPointer {
  /// The fragment's current contents in the store, which can be subscribed to.
  func read(_ definition: Generated.FragmentDefinition) -> Snapshot? { selector(definition).map { $0.context.store.lookup($0) } }
}
