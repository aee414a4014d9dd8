import Foundation

/// What failed in a view, to be shown with a way to retry. The view need not know what was being loaded, or the types of errors.
///
/// ```swift
/// struct FailureView: View {
///   let failure: OperationFailure
///
///   var body: some View {
///     Text(failure.message)
///     Button("Try again") { failure.retry() }
///   }
/// }
/// ```
///
/// See <doc:Queries>.
@MainActor
public struct OperationFailure {
  /// What a handle was doing.
  public struct Action: Hashable, Sendable, CustomStringConvertible {
    /// Its name, for developers.
    public let description: String

    /// A query's or a subscription's first load: there is no data to show.
    public static let load = Action(description: "load")
    /// Another request for data that is shown.
    public static let refetch = Action(description: "refetch")
    /// More items after the last one.
    public static let nextPage = Action(description: "nextPage")
    /// More items before the first one.
    public static let previousPage = Action(description: "previousPage")
    /// A mutation.
    public static let commit = Action(description: "commit")
  }

  /// What went wrong.
  public let error: any Error
  /// What the handle was doing.
  public let action: Action
  private let again: @MainActor () -> Void

  init(_ error: any Error, of action: Action, retry again: @escaping @MainActor () -> Void) {
    self.error = error
    self.action = action
    self.again = again
  }

  /// A sentence to show: the error's `localizedDescription`.
  public var message: String { error.localizedDescription }

  /// Does again what has failed, with the same variables and options.
  public func retry() { again() }
}

extension OperationFailure: @MainActor CustomStringConvertible {
  /// The action and the error, for developers; ``message`` is for users.
  public var description: String { "OperationFailure(\(action): \(error))" }
}
