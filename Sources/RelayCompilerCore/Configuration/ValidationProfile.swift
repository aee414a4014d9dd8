/// Which rules apply to a document.
package enum ValidationProfile: Sendable {
  /// Those of the GraphQL specification (September 2025), and no others.
  case specification
  /// Those of Relay: fragments are compiled one by one, may be unused, and take arguments through `@arguments`; operations have names; a
  /// server's schema may use directives that it does not declare.
  case relay
}
