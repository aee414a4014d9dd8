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

// The first serves where a type is expected, and the second where a member of the fragment is read.
extension Generated.Fragments {
  @available(*, unavailable, message: "spread this fragment in the document that selects this object")
  public subscript<Value>(dynamicMember name: String) -> Value { Generated.unavailable() }

  @available(*, unavailable, message: "spread this fragment in the document that selects this object")
  @_disfavoredOverload public subscript(dynamicMember name: String) -> Generated.NotSpread { Generated.unavailable() }
}

extension Generated {
  /// A fragment that is not spread: any member, so that reading one is not reported beside the missing spread.
  @dynamicMemberLookup
  public struct NotSpread {
    /// Any member. It cannot be reached, because there is no such value.
    public subscript<Value>(dynamicMember name: String) -> Value { Generated.unavailable() }

    private init() {}
  }
}
