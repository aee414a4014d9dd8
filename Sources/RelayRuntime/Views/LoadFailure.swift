import Foundation

/// A failed load, for a view that shows the failure and offers to retry. The view need not know what was being loaded, or the types of
/// errors:
///
/// ```swift
/// struct FailureView: View {
///   let failure: LoadFailure
///
///   var body: some View {
///     Text(failure.message)
///     Button("Try again") { failure.retry() }
///   }
/// }
/// …
/// if let failure = query.failure { FailureView(failure: failure) }
/// ```
@MainActor
public struct LoadFailure {
  /// What went wrong.
  public let error: any Error
  private let action: @MainActor () -> Void

  init(_ error: any Error, retry action: @escaping @MainActor () -> Void) {
    self.error = error
    self.action = action
  }

  /// A sentence to show: the error's `localizedDescription`.
  public var message: String { error.localizedDescription }

  /// Retries the load.
  public func retry() { action() }
}

extension LoadFailure: @MainActor CustomStringConvertible {
  /// The error, for developers; ``message`` is for users.
  public var description: String { "LoadFailure(\(error))" }
}
