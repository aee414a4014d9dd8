import PhotoKit
import RelayOutbox
import RelayRuntime
import SwiftUI

/// The screen for those who are not signed in, or the app.
public struct RootView: View {
  private let session: Session
  /// A link waits here until its user has signed in.
  @State private var path: [PhotoRoute] = []

  public init(session: Session) { self.session = session }

  public var body: some View {
    Group {
      switch session.state {
      case .restoring:
        ProgressView()
      case .signedOut:
        SignInScreen(session: session)
      case .signedIn(let account):
        Home(path: $path) {
          try await session.signOut()
          path = []
        }
        .relayEnvironment(account.relay)
        .outbox(account.outbox)
        // Another user gets other views, with other state.
        .id(account.userID)
      }
    }
    .task { await session.restore() }
    .onOpenURL { url in
      if let route = PhotoRoute(url) { path = [route] }
    }
  }
}
