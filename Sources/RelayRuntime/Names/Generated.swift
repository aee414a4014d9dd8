/// What only generated code names. An app uses these types through generated properties and initializers, and needs none of their names.
///
/// They may change from version to version, together with generated code.
public enum Generated {}
