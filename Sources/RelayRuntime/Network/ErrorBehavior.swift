/// What a server does with the error of a field that must not be null: the `onError` of a request, a draft of the GraphQL specification
/// ("Handling Execution Errors", 2026).
///
/// A server says that it knows `onError` by the service capability `graphql.onError`, or in its documentation. Other servers ignore it or
/// reject requests that have it. Whatever is asked for, this library understands all three answers.
///
/// ```swift
/// let configuration = HTTPNetwork.Configuration(onError: .null)
/// let network = HTTPNetwork(url: url, configuration: configuration)
/// ```
///
/// See <doc:Errors>.
public enum ErrorBehavior: String, Sendable, Hashable {
  /// The field is null, although the schema says that it is not, and everything around it stays. The error is that of the field for
  /// `@catch` and `@throwOnFieldError`. Data without these directives cannot show such a null: the nearest place above it that may be
  /// null is nil there, as with ``propagate``, but only in the data of definitions that select the field.
  case null = "NULL"
  /// The nearest place above the field that may be null becomes null. What servers do that do not know `onError`.
  case propagate = "PROPAGATE"
  /// The answer has no data, and one error.
  case halt = "HALT"
}
