/// The rules that apply to a document.
package enum ValidationProfile: Sendable {
  /// The rules of the GraphQL specification (September 2025) only.
  case specification
  /// Relay's rules: fragments are compiled individually, may be unused, and take arguments through `@arguments`; operations have names; a
  /// server's schema may use directives that it does not declare.
  case relay
}
