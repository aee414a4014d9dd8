extension GraphQLQuery where Data: RootSelectionSet {
  /// Data that is made up, with that of the spread fragments, for a view to show while the query is loading:
  ///
  /// ```swift
  /// case .loading: UserView(user: UserQuery(id: id).placeholder().user?.asFragment()).redacted(reason: .placeholder)
  /// ```
  /// - Parameter payload: what is to be in the data: how many items a list has (`paths: ["todos.edges": [[:], [:], [:]]]`), how long texts
  ///   are. The rest is made up as for tests.
  public func placeholder(_ payload: MockPayload = MockPayload()) -> Data { Data(json: payload.data(for: self)) }
}
