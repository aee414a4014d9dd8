import AppSchema
package import RelayRuntime

/// Shows a profile and pages through its stories.
@MainActor package struct ProfileView {
  @PaginationFragment<Profile_user> var user

  package init(user: PaginationFragment<Profile_user>) { self._user = user }

  package var titles: [String] { (user?.stories ?? []).map(\.title) }
}

/// A query with inputs of the schema's module.
package func profileStories() -> ProfileStoriesQuery {
  ProfileStoriesQuery(filter: StoryFilter(order: .newest, result: .won, schema: .old, by: .name("Ada")), order: .newest)
}
