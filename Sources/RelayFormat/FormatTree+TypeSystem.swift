internal import RelayCompilerCore

/// Definitions and extensions of the type system.
extension FormatTree {
  func schema(_ schema: SchemaDefinitionSyntax) -> FormatNode {
    let description = schema.description.map(string)
    let directives = schema.directives.map(directive)
    let operations = schema.operationTypes.map { operation -> FormatNode in
      let (kind, type) = (verbatim(operation.kindRange), name(operation.type))
      return FormatNode(
        SourceRange(file: operation.kindRange.file, start: operation.kindRange.start, end: operation.type.range.end), [kind, type]
      ) { .sequence([layout(kind), ": ", layout(type)]) }
    }
    return FormatNode(schema.range, [description] + directives + operations) {
      .sequence([
        self.description(description), schema.isExtension ? "extend schema" : "schema", self.directives(directives),
        operations.isEmpty ? .empty : .sequence([" ", block(operations)]),
      ])
    }
  }

  func type(_ type: TypeDefinitionSyntax) -> FormatNode {
    let description = type.description.map(string)
    let name = name(type.name)
    let interfaces = type.interfaces.map(self.name)
    let directives = type.directives.map(directive)
    let fields = type.fields.map(field) + type.values.map(enumValue) + type.inputFields.map(inputValue)
    let members = type.memberTypes.map(self.name)
    return FormatNode(type.range, [description, name] + interfaces + directives + fields + members) {
      let head = Layout.sequence([
        type.isExtension ? "extend " : .empty, .text(type.kind.keyword + " "), layout(name), implements(interfaces),
        self.directives(directives),
      ])
      guard !members.isEmpty else {
        return .sequence([self.description(description), head, fields.isEmpty ? .empty : .sequence([" ", block(fields)])])
      }
      let types = Layout.joined(layouts(members), by: .sequence([.line, "| "]))
      return .group(
        .sequence([
          self.description(description),
          .group(.sequence([head, " =", .indent(.sequence([.line, .ifBroken("| ", flat: .empty), types]))])),
        ]))
    }
  }

  private func implements(_ interfaces: [FormatNode]) -> Layout {
    if interfaces.isEmpty { return .empty }
    return .sequence([" implements ", .group(.indent(.joined(layouts(interfaces), by: .sequence([" &", .line]))))])
  }

  private func field(_ field: FieldDefinitionSyntax) -> FormatNode {
    let description = field.description.map(string)
    let (name, arguments) = (name(field.name), field.arguments.map(inputValue))
    let (type, directives) = (type(field.type), field.directives.map(directive))
    return FormatNode(field.range, [description, name] + arguments + [type] + directives) {
      .sequence([
        self.description(description), layout(name), list(arguments, open: "(", close: ")", keepsBlankLines: true), ": ", layout(type),
        self.directives(directives),
      ])
    }
  }

  private func enumValue(_ value: EnumValueDefinitionSyntax) -> FormatNode {
    let description = value.description.map(string)
    let (name, directives) = (name(value.name), value.directives.map(directive))
    return FormatNode(value.range, [description, name] + directives) {
      .sequence([self.description(description), layout(name), self.directives(directives)])
    }
  }

  private func inputValue(_ input: InputValueDefinitionSyntax) -> FormatNode {
    let description = input.description.map(string)
    let (name, type) = (name(input.name), type(input.type))
    let value = input.defaultValue.map(self.value)
    let directives = input.directives.map(directive)
    return FormatNode(input.range, [description, name, type, value] + directives) {
      let isBlock = input.description?.isBlock == true
      return .sequence([
        description.map { .sequence([layout($0), isBlock ? .hardLine : .line]) } ?? .empty, layout(name), ": ", layout(type),
        value.map { .sequence([" = ", layout($0)]) } ?? .empty, self.directives(directives),
      ])
    }
  }

  func directiveDefinition(_ definition: DirectiveDefinitionSyntax) -> FormatNode {
    let description = definition.description.map(string)
    let (name, arguments) = (name(definition.name), definition.arguments.map(inputValue))
    let (directives, locations) = (definition.directives.map(directive), definition.locations.map(self.name))
    return FormatNode(definition.range, [description, name] + arguments + directives + locations) {
      .sequence([
        self.description(description), definition.isExtension ? "extend directive " : "directive ", layout(name),
        list(arguments, open: "(", close: ")", keepsBlankLines: true), self.directives(directives),
        definition.isRepeatable ? " repeatable" : .empty,
        locations.isEmpty ? .empty : .sequence([" on ", .joined(layouts(locations), by: " | ")]),
      ])
    }
  }
}
