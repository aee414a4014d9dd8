import RelayRuntime
import SwiftUI

/// Any error, with a button to retry.
public struct FailureView: View {
  private let failure: OperationFailure

  public init(failure: OperationFailure) { self.failure = failure }

  public var body: some View {
    VStack {
      Text(failure.message)
      Button("Try again") { failure.retry() }
    }
  }
}
