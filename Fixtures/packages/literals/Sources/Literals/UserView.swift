import RelayRuntime

private let userFragment = graphql("""
  fragment Profile_user on User {
    name
    bio
  }
  """)

func userLine(_ user: Profile_user.Data) -> String {
  user.bio.map { "\(user.name): \($0)" } ?? user.name
}
