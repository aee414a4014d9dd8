/// Whose rules apply.
package enum ValidationProfile: Sendable {
  /// The GraphQL specification's (September 2025), and nothing else.
  case specification
  /// What Relay accepts and rejects: fragments are compiled one by one, may be unused, take arguments through `@arguments`; operations
  /// have names; a server's schema may use directives that it does not declare.
  case relay
}
