import RelayRuntime
import SwiftUI

/// The name of a user, at a photo or at a comment.
public struct AuthorLabel: View {
  @Fragment<AuthorLabel_user> private var user

  public init(user: Fragment<AuthorLabel_user>) { _user = user }

  public var body: some View {
    if let user { Text(user.name).foregroundStyle(.secondary) }
  }
}
