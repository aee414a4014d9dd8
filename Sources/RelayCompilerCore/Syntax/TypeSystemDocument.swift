/// `schema { … }` or `extend schema { … }` (specification, section 3.3).
package struct SchemaDefinitionSyntax: Sendable {
  package var range: SourceRange
  package var description: StringSyntax?
  package var isExtension: Bool
  package var directives: [DirectiveSyntax]
  package var operationTypes: [(kind: OperationKind, kindRange: SourceRange, type: NameSyntax)]
}

/// The six kinds of types (specification, section 3.4).
package enum TypeKind: UInt8, Sendable {
  case scalar, object, interface, union, `enum`, inputObject
}

/// A definition or extension of a type of any kind (specification, sections 3.4 to 3.10). Lists that do not apply to its kind are empty.
/// With one struct for six kinds, the schema builder merges all extensions in the same way.
package struct TypeDefinitionSyntax: Sendable {
  package var range: SourceRange
  package var description: StringSyntax?
  package var isExtension: Bool
  package var kind: TypeKind
  package var name: NameSyntax
  package var directives: [DirectiveSyntax]
  package var interfaces: [NameSyntax]
  package var fields: [FieldDefinitionSyntax]
  package var memberTypes: [NameSyntax]
  package var values: [EnumValueDefinitionSyntax]
  package var inputFields: [InputValueDefinitionSyntax]

  package init(
    range: SourceRange, description: StringSyntax?, isExtension: Bool, kind: TypeKind, name: NameSyntax,
    directives: [DirectiveSyntax] = [], interfaces: [NameSyntax] = [], fields: [FieldDefinitionSyntax] = [],
    memberTypes: [NameSyntax] = [], values: [EnumValueDefinitionSyntax] = [], inputFields: [InputValueDefinitionSyntax] = []
  ) {
    self.range = range
    self.description = description
    self.isExtension = isExtension
    self.kind = kind
    self.name = name
    self.directives = directives
    self.interfaces = interfaces
    self.fields = fields
    self.memberTypes = memberTypes
    self.values = values
    self.inputFields = inputFields
  }
}

/// `name(argument: Type): Type @directive`.
package struct FieldDefinitionSyntax: Sendable {
  package var range: SourceRange
  package var description: StringSyntax?
  package var name: NameSyntax
  package var arguments: [InputValueDefinitionSyntax]
  package var type: TypeSyntax
  package var directives: [DirectiveSyntax]
}

/// An argument of a field or directive, or a field of an input object: `name: Type = default @directive`.
package struct InputValueDefinitionSyntax: Sendable {
  package var range: SourceRange
  package var description: StringSyntax?
  package var name: NameSyntax
  package var type: TypeSyntax
  package var defaultValue: ValueSyntax?
  package var directives: [DirectiveSyntax]
}

/// `VALUE @directive`.
package struct EnumValueDefinitionSyntax: Sendable {
  package var range: SourceRange
  package var description: StringSyntax?
  package var name: NameSyntax
  package var directives: [DirectiveSyntax]
}

/// `directive @name(argument: Type) @directive repeatable on LOCATION | LOCATION`, or `extend directive @name @directive` (specification, draft of
/// 2026), which has no locations.
package struct DirectiveDefinitionSyntax: Sendable {
  package var range: SourceRange
  package var description: StringSyntax?
  /// The name without `@`; its range includes the `@`.
  package var name: NameSyntax
  package var arguments: [InputValueDefinitionSyntax]
  package var directives: [DirectiveSyntax]
  package var isExtension: Bool
  package var isRepeatable: Bool
  package var locations: [NameSyntax]

  package init(
    range: SourceRange, description: StringSyntax?, name: NameSyntax, arguments: [InputValueDefinitionSyntax],
    directives: [DirectiveSyntax] = [], isExtension: Bool = false, isRepeatable: Bool, locations: [NameSyntax]
  ) {
    self.directives = directives
    self.isExtension = isExtension
    self.range = range
    self.description = description
    self.name = name
    self.arguments = arguments
    self.isRepeatable = isRepeatable
    self.locations = locations
  }
}
