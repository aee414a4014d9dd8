// What a document that forgets to spread a fragment leads to. The declarations for documents that do not forget are preferred to unavailable ones.
extension SelectionSet {
  @available(*, unavailable, message: "spread the fragment 'Name' of 'Fragment<Name>' in the document that selects this object")
  public func asFragment<F: GraphQLFragment>() -> Fragment<F> { Generated.unavailable() }

  @available(*, unavailable, message: "spread the fragment 'Name' of 'RefetchableFragment<Name>' in the document that selects this object")
  public func asFragment<F: GraphQLRefetchableFragment>() -> RefetchableFragment<F> { Generated.unavailable() }

  @available(*, unavailable, message: "spread the fragment 'Name' of 'PaginationFragment<Name>' in the document that selects this object")
  public func asFragment<F: GraphQLPaginationFragment>() -> PaginationFragment<F> { Generated.unavailable() }
}

extension Sequence where Element: SelectionSet {
  @available(*, unavailable, message: "spread the fragment 'Name' of 'PluralFragment<Name>' in the document that selects these objects")
  public func asFragment<F: GraphQLFragment>() -> PluralFragment<F> { Generated.unavailable() }
}
