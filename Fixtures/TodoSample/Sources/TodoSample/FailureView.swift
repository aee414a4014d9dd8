import RelayRuntime
import SwiftUI

/// Any error, with a button to retry.
struct FailureView: View {
  let failure: OperationFailure

  var body: some View {
    VStack {
      Text(failure.message)
      Button("Try again") { failure.retry() }
    }
  }
}
