internal import RelayCompilerCore

/// A walk over the selections of a definition with their types in the schema. What the schema does not have is passed over, because the
/// compiler reports it.
protocol TypedVisitor {
  mutating func visit(_ field: FieldSyntax, _ definition: FieldID, on type: TypeID)
  mutating func visit(_ argument: ArgumentSyntax, _ definition: InputValueDefinition, of owner: ArgumentOwnerName)
  /// A field of an input object.
  mutating func visit(_ inputField: ArgumentSyntax, _ definition: InputValueDefinition, on type: TypeID)
  mutating func visit(_ value: NameSyntax, _ definition: EnumValueDefinition, of type: TypeID)
}

extension TypedVisitor {
  mutating func visit(_ field: FieldSyntax, _ definition: FieldID, on type: TypeID) {}
  mutating func visit(_ argument: ArgumentSyntax, _ definition: InputValueDefinition, of owner: ArgumentOwnerName) {}
  mutating func visit(_ inputField: ArgumentSyntax, _ definition: InputValueDefinition, on type: TypeID) {}
  mutating func visit(_ value: NameSyntax, _ definition: EnumValueDefinition, of type: TypeID) {}
}

/// What has an argument: `User.friends` or `@include`.
struct ArgumentOwnerName: CustomStringConvertible {
  let description: String
}

extension TypedVisitor {
  mutating func walk(_ definition: Definition, _ schema: Schema) {
    switch definition {
    case .operation(let operation):
      for variable in operation.variables {
        if let value = variable.defaultValue, let type = schema.resolve(variable.type) { walk(value, type, schema) }
        walk(variable.directives, schema)
      }
      walk(operation.directives, schema)
      walk(operation.selectionSet, schema.rootType(operation.kind), schema)
    case .fragment(let fragment):
      walk(fragment.directives, schema)
      walk(fragment.selectionSet, schema.type(named: fragment.typeCondition.name), schema)
    case .schema, .type, .directive: return
    }
  }

  private mutating func walk(_ set: SelectionSetSyntax, _ parent: TypeID?, _ schema: Schema) {
    for selection in set.selections {
      switch selection {
      case .field(let field):
        walk(field.directives, schema)
        guard let parent, let id = schema.field(field.name.name, on: parent) else { continue }
        let definition = schema[id]
        visit(field, id, on: parent)
        let owner = ArgumentOwnerName(description: "\(schema[parent].name).\(definition.name)")
        walk(field.arguments, definition.arguments, of: owner, schema)
        if let selections = field.selectionSet { walk(selections, definition.type.named, schema) }
      case .fragmentSpread(let spread): walk(spread.directives, schema)
      case .inlineFragment(let fragment):
        walk(fragment.directives, schema)
        walk(fragment.selectionSet, fragment.typeCondition.map { schema.type(named: $0.name) } ?? parent, schema)
      }
    }
  }

  private mutating func walk(_ directives: [DirectiveSyntax], _ schema: Schema) {
    for directive in directives {
      guard let definition = schema.directives[directive.name.name] else { continue }
      walk(directive.arguments, definition.arguments, of: ArgumentOwnerName(description: "@\(directive.name.name)"), schema)
    }
  }

  private mutating func walk(
    _ arguments: [ArgumentSyntax], _ definitions: NamedList<InputValueDefinition>, of owner: ArgumentOwnerName, _ schema: Schema
  ) {
    for argument in arguments {
      guard let definition = definitions.named(argument.name.name) else { continue }
      visit(argument, definition, of: owner)
      walk(argument.value, definition.type, schema)
    }
  }

  private mutating func walk(_ value: ValueSyntax, _ type: TypeReference, _ schema: Schema) {
    switch value {
    case .enum(let name):
      if let definition = schema[type.named].values.named(name.name) { visit(name, definition, of: type.named) }
    case .list(let items, _):
      for item in items { walk(item, type, schema) }
    case .object(let fields, _):
      for field in fields {
        guard let definition = schema[type.named].inputFields.named(field.name.name) else { continue }
        visit(field, definition, on: type.named)
        walk(field.value, definition.type, schema)
      }
    case .variable, .int, .float, .string, .boolean, .null: return
    }
  }
}
