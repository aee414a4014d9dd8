extension GraphQLQuery where Data: Generated.RootSelectionSet {
  /// Generated mock data, including that of spread fragments, for a view to show while the query is loading:
  ///
  /// ```swift
  /// case .loading: UserView(user: UserQuery(id: id).placeholder().user?.asFragment()).redacted(reason: .placeholder)
  /// ```
  /// - Parameter payload: values that should be in the data, such as the number of items in a list (`paths: ["todos.edges": [[:], [:],
  ///   [:]]]`) or texts of a certain length. Everything else is generated as for tests. Values for what is not in the data have no effect.
  public func placeholder(_ payload: MockPayload = MockPayload()) -> Data { Data(json: payload.dataDespiteMistakes(for: descriptor)) }
}
