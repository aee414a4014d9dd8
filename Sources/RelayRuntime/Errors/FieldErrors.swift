public import Foundation

/// The errors under a field with `@catch(to: RESULT)`.
///
/// ```swift
/// do {
///   let data = try await environment.fetch(HomeQuery(id: "me"))
///   print(data.user?.name ?? "Nobody")
/// } catch let errors as FieldErrors {
///   print(errors.localizedDescription)
/// }
/// ```
///
/// See <doc:Errors>.
public struct FieldErrors: Error, Sendable, Hashable, CustomStringConvertible {
  /// The errors, in the order in which they were met.
  public let errors: [FieldError]

  /// - Parameter errors: the errors, in order.
  public init(_ errors: [FieldError]) { self.errors = errors }

  /// The first errors; ``errors`` has all of them.
  public var description: String { PrintedFields.list(errors).map { "\($0)" }.joined(separator: "; ") }
}

extension FieldErrors: CustomReflectable {
  /// The first errors, for `dump`.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: PrintedFields.list(errors), displayStyle: .collection) }
}

extension FieldErrors: LocalizedError {
  public var errorDescription: String? {
    errors.isEmpty ? "There was an error in the data." : errors.map(\.localizedDescription).joined(separator: "\n")
  }
}
