/// Writes what the type conditions in an object's selections add to its view: a property `as…` for each, and an enum of them for use in a
/// `switch`. Interfaces and unions may overlap with other types: they come after the object types, those with fewer types first, and the first
/// that matches counts. So none hides a narrower one.
struct TypeCaseEmitter {
  let access: SwiftText
  /// The modifiers of the properties, whose bodies are compiled by clients.
  let bodyAccess: SwiftText
  /// The property from which a view is made: `__row`, or the `__record` of an updater.
  let storage: SwiftText
  /// How documentation refers to the object: as a value or as a record.
  let noun: SwiftText
  /// The declaration of the enum, up to its brace.
  let declaration: SwiftText

  func emit(_ object: ObjectType, to writer: inout SwiftWriter) {
    for typeCase in object.typeCases {
      let view = typeCase.view.name
      writer.line("\(bodyAccess)var \(typeCase.property): \(view)? { \(condition(typeCase)) ? \(made(view)) : nil }")
    }
    if let property = object.typeCaseProperty { emitEnum(of: object, as: property, to: &writer) }
  }

  private func emitEnum(of object: ObjectType, as property: SwiftText, to writer: inout SwiftWriter) {
    let cases = object.typeCases.enumerated().sorted { ($0.element.breadth, $0.offset) < ($1.element.breadth, $1.offset) }.map(\.element)
    let rule = cases.last?.breadth == 0 ? "" : ". An interface or a union counts if no narrower type has a case"
    writer.line("/// Which of the selected types the \(noun) has\(rule).")
    writer.block("\(bodyAccess)var \(property): TypeCase") { writer in
      for typeCase in cases {
        writer.line("if \(condition(typeCase)) { return .\(typeCase.enumCase)(\(made(typeCase.view.name))) }")
      }
      writer.line("return .other")
    }
    writer.blank()
    writer.block(SwiftLine(declaration)) { writer in
      for typeCase in cases { writer.line("case \(typeCase.enumCase)(\(typeCase.view.name))") }
      writer.line("/// Any other type, those included that the schema did not have when this was compiled.")
      writer.line("case other")
    }
  }

  private func condition(_ typeCase: ObjectType.TypeCase) -> SwiftText { "self.\(storage).matches(\(typeCase.marker))" }

  private func made(_ view: SwiftText) -> SwiftText { "\(view)(\(storage): self.\(storage))" }
}
