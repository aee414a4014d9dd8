import RelayOutbox
import SwiftUI

/// Says what has not reached the server yet, and lets the user decide about what it has refused.
struct OutboxBanner: View {
  @Pending private var pending

  var body: some View {
    let refused = pending.entries.filter(\.status.needsDecision)
    if !refused.isEmpty {
      HStack {
        Text("\(refused.count) not sent")
        Button("Discard") {
          Task {
            for entry in refused { try await entry.discard() }
          }
        }
      }
    } else if pending.isPending {
      Text("\(pending.entries.count) to be sent")
    }
  }
}
