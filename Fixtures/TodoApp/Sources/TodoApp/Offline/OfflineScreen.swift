import RelayOutbox
import TerminalUI

/// The screen, with a line that says what has not been sent.
struct OfflineScreen: View {
  let pending: PendingHandle

  var body: some View {
    CurrentUserToDoList()
    PendingChanges(pending: pending)
  }
}

/// How many changes wait for the network; nothing if there are none.
struct PendingChanges: View {
  let pending: PendingHandle

  var body: some View {
    if pending.isPending {
      Text("⏳ \(pending.entries.count) to send: " + pending.entries.map(\.operationName).joined(separator: ", "))
        .foregroundColor(.secondary)
    }
  }
}
