import FeedFeature
import PhotoFeature
import PhotoKit
import SwiftUI

/// The feed, and the photos that were opened from it.
struct Home: View {
  @Binding var path: [PhotoRoute]
  let signOut: () async throws -> Void

  var body: some View {
    NavigationStack(path: $path) {
      FeedScreen()
        .navigationDestination(for: PhotoRoute.self) { PhotoScreen(id: $0.id) }
        .toolbar { SignOutButton(signOut: signOut) }
    }
    .safeAreaInset(edge: .bottom) { OutboxBanner() }
  }
}
