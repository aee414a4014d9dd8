import RelayRuntime
import SwiftUI

/// What went wrong, whatever it was, with a button to try again.
struct FailureView: View {
  let failure: LoadFailure

  var body: some View {
    VStack {
      Text(failure.message)
      Button("Try again") { failure.retry() }
    }
  }
}
