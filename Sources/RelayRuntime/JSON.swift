/// The language of GraphQL values on the wire.
public enum JSON: Sendable {}
