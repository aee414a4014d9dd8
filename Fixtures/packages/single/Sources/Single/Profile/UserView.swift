import RelayRuntime

/// The only file that uses the user's fragment.
func userLine(_ user: Profile_user.Data) -> String {
  user.bio.map { "\(user.name): \($0)" } ?? user.name
}
