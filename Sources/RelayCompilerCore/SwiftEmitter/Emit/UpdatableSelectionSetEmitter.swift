/// Writes the view of a record through which an updater reads and writes: `struct Data: UpdatableSelectionSet` and the types nested in
/// it.
struct UpdatableSelectionSetEmitter {
  let context: EmitterContext

  private var access: SwiftText { context.access }

  private var typeCases: TypeCaseEmitter {
    TypeCaseEmitter(
      access: access, bodyAccess: context.bodyAccess, storage: "__record", noun: "record", declaration: "\(access)nonisolated enum TypeCase"
    )
  }

  func emit(_ object: ObjectType, to writer: inout SwiftWriter) {
    Documentation.emit(context.schema[object.type].description, to: &writer)
    writer.block("\(access)struct \(object.name): RelayRuntime.Generated.UpdatableSelectionSet") { writer in
      writer.line("\(access)let __record: RelayRuntime.Generated.UpdatableRecord")
      writer.line("\(access)init(__record: RelayRuntime.Generated.UpdatableRecord) { self.__record = __record }")
      for property in object.properties { emit(property, to: &writer) }
      for fragment in object.assignables { emit(fragment, as: object.assignableMethod, to: &writer) }
      typeCases.emit(object, to: &writer)
      for property in object.properties {
        if case .method(_, .oneOf(let name, let cases)) = property.update { emitValue(name, cases, to: &writer) }
      }
      for nested in object.nested {
        writer.blank()
        emit(nested, to: &writer)
      }
      for typeCase in object.typeCases {
        writer.blank()
        emit(typeCase.view, to: &writer)
      }
    }
  }

  private func emit(_ property: ObjectType.Property, to writer: inout SwiftWriter) {
    if let field = property.field {
      Documentation.emit(context.schema[field].description, deprecation: context.schema[field].deprecation, to: &writer)
    }
    if case .object = property.type.base { return emitLink(property, to: &writer) }
    let declaration: SwiftText = "\(access)var \(property.name): \(property.type.swiftType(property.base))"
    guard case .assignment = property.update else {
      return writer.line("\(declaration) { self.__record.value(\(property.slot)) }")
    }
    writer.block(SwiftLine(declaration)) { writer in
      writer.line("get { self.__record.value(\(property.slot)) }")
      writer.line("nonmutating set { self.__record.set(\(property.slot), newValue) }")
    }
  }

  /// A link is read as a view, if it has selections, and is set to an object of which only the type is known.
  private func emitLink(_ property: ObjectType.Property, to writer: inout SwiftWriter) {
    var type = property.type
    type.isNonNull = false
    writer.line("\(access)var \(property.name): \(type.swiftType(property.base)) { self.__record.linked(\(property.slot)) }")
    guard case .method(let name, let value) = property.update else { return }
    let base: SwiftText =
      switch value {
      case .nothing: "Swift.Never"
      case .fragment(let type): type
      case .oneOf(let name, _): name
      }
    Documentation.emit(nil, deprecation: property.field.flatMap { context.schema[$0].deprecation }, to: &writer)
    writer.line("\(access)func \(name)(_ value: \(property.type.swiftType(base))) { self.__record.link(\(property.slot), value) }")
  }

  /// Writes the enum of the fragments that can be assigned to a field.
  private func emitValue(_ name: SwiftText, _ cases: [(name: SwiftText, type: SwiftText)], to writer: inout SwiftWriter) {
    writer.blank()
    writer.block("\(access)enum \(name): RelayRuntime.Generated.AssignableValue") { writer in
      for value in cases { writer.line("case \(value.name)(\(value.type))") }
      writer.block("\(access)var __link: RelayRuntime.Generated.AssignedLink") { writer in
        writer.line("switch self {")
        for value in cases { writer.line("case .\(value.name)(let value): return value.__link") }
        writer.line("}")
      }
    }
  }

  private func emit(_ fragment: ObjectType.AssignableFragment, as method: SwiftText, to writer: inout SwiftWriter) {
    if fragment.isCertain {
      writer.line("\(access)func \(method)() -> \(fragment.type) { .init(__id: self.__record.dataID) }")
    } else {
      writer.line("\(access)func \(method)() -> \(fragment.type)? { .init(__validating: self.__record) }")
    }
  }
}
