extension RefetchableHandle: MountedFragment {
  func refetchIfOnlyPart(of operation: OperationDescriptor, answered: Moment?) -> Task<Void, any Error>? {
    guard let pointer = parent, !refetching, pointer.scope?.owner == operation, let store = pointer.store,
      let refetch = self.operation(pointer, Generated.InputFields()),
      store.isDue(operation, answered: answered, onlyIn: refetch, at: metadata.fragmentPath, pointer.dataID)
    else { return nil }
    return self.refetch()
  }
}
