/// A difference between two schemas.
///
///     {"level": "breaking", "type": "FIELD_REMOVED", "description": "Field Query.a was removed.", "coordinate": "Query.a"}
struct SchemaChange: Encodable, Hashable, Sendable {
  let level: ChangeLevel
  let type: ChangeType
  let description: String
  /// The part that changed (specification, section 3.12, "Schema Coordinates"), in the old schema if it was removed.
  let coordinate: String

  init(_ type: ChangeType, _ coordinate: String, _ description: String) {
    level = type.level
    self.type = type
    self.description = description
    self.coordinate = coordinate
  }
}

/// What a change may do to operations that were valid before.
enum ChangeLevel: String, Encodable, CaseIterable, Sendable {
  /// Some of them are no longer valid, or get another type than they expect.
  case breaking
  /// They stay valid, but may meet what they did not know.
  case dangerous
  case safe
}

/// The kinds of changes, with the names of graphql-js 17.
enum ChangeType: String, Encodable, CaseIterable, Sendable {
  case typeRemoved = "TYPE_REMOVED"
  case typeChangedKind = "TYPE_CHANGED_KIND"
  case typeRemovedFromUnion = "TYPE_REMOVED_FROM_UNION"
  case valueRemovedFromEnum = "VALUE_REMOVED_FROM_ENUM"
  case requiredInputFieldAdded = "REQUIRED_INPUT_FIELD_ADDED"
  case implementedInterfaceRemoved = "IMPLEMENTED_INTERFACE_REMOVED"
  case fieldRemoved = "FIELD_REMOVED"
  case fieldChangedKind = "FIELD_CHANGED_KIND"
  case requiredArgAdded = "REQUIRED_ARG_ADDED"
  case argRemoved = "ARG_REMOVED"
  case argChangedKind = "ARG_CHANGED_KIND"
  case directiveRemoved = "DIRECTIVE_REMOVED"
  case directiveArgRemoved = "DIRECTIVE_ARG_REMOVED"
  case requiredDirectiveArgAdded = "REQUIRED_DIRECTIVE_ARG_ADDED"
  case directiveRepeatableRemoved = "DIRECTIVE_REPEATABLE_REMOVED"
  case directiveLocationRemoved = "DIRECTIVE_LOCATION_REMOVED"

  case valueAddedToEnum = "VALUE_ADDED_TO_ENUM"
  case typeAddedToUnion = "TYPE_ADDED_TO_UNION"
  case optionalInputFieldAdded = "OPTIONAL_INPUT_FIELD_ADDED"
  case optionalArgAdded = "OPTIONAL_ARG_ADDED"
  case implementedInterfaceAdded = "IMPLEMENTED_INTERFACE_ADDED"
  case argDefaultValueChange = "ARG_DEFAULT_VALUE_CHANGE"
  case inputFieldDefaultValueChange = "INPUT_FIELD_DEFAULT_VALUE_CHANGE"

  case descriptionChanged = "DESCRIPTION_CHANGED"
  case typeAdded = "TYPE_ADDED"
  case fieldAdded = "FIELD_ADDED"
  case fieldChangedKindSafe = "FIELD_CHANGED_KIND_SAFE"
  case argChangedKindSafe = "ARG_CHANGED_KIND_SAFE"
  case argDefaultValueAdded = "ARG_DEFAULT_VALUE_ADDED"
  case inputFieldDefaultValueAdded = "INPUT_FIELD_DEFAULT_VALUE_ADDED"
  case directiveAdded = "DIRECTIVE_ADDED"
  case optionalDirectiveArgAdded = "OPTIONAL_DIRECTIVE_ARG_ADDED"
  case directiveRepeatableAdded = "DIRECTIVE_REPEATABLE_ADDED"
  case directiveLocationAdded = "DIRECTIVE_LOCATION_ADDED"

  var level: ChangeLevel {
    switch self {
    case .typeRemoved, .typeChangedKind, .typeRemovedFromUnion, .valueRemovedFromEnum, .requiredInputFieldAdded,
      .implementedInterfaceRemoved, .fieldRemoved, .fieldChangedKind, .requiredArgAdded, .argRemoved, .argChangedKind, .directiveRemoved,
      .directiveArgRemoved, .requiredDirectiveArgAdded, .directiveRepeatableRemoved, .directiveLocationRemoved:
      .breaking
    case .valueAddedToEnum, .typeAddedToUnion, .optionalInputFieldAdded, .optionalArgAdded, .implementedInterfaceAdded,
      .argDefaultValueChange, .inputFieldDefaultValueChange:
      .dangerous
    case .descriptionChanged, .typeAdded, .fieldAdded, .fieldChangedKindSafe, .argChangedKindSafe, .argDefaultValueAdded,
      .inputFieldDefaultValueAdded, .directiveAdded, .optionalDirectiveArgAdded, .directiveRepeatableAdded, .directiveLocationAdded:
      .safe
    }
  }
}
