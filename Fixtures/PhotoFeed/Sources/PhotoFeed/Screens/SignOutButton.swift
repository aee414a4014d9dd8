import RelayOutbox
import SwiftUI

/// Signs out. What was not sent would be lost, so it asks first.
struct SignOutButton: View {
  let signOut: () async throws -> Void
  @Pending private var pending
  @State private var asks = false

  var body: some View {
    Button("Sign out") {
      if pending.isPending { asks = true } else { leave() }
    }
    .confirmationDialog("What was not sent is lost.", isPresented: $asks) {
      Button("Sign out anyway") { leave() }
    }
  }

  private func leave() {
    Task { try await signOut() }
  }
}
