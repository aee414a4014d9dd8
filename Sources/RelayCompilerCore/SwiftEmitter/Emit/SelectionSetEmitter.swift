/// Writes the view of a row: `struct Data: SelectionSet` and the types nested in it.
struct SelectionSetEmitter {
  let context: EmitterContext
  private let access: SwiftText
  private let bodyAccess: SwiftText
  private let typeCases: TypeCaseEmitter
  /// The two lines that every type begins with.
  private let row: SwiftText
  private let initializer: SwiftText

  init(context: EmitterContext) {
    self.context = context
    access = context.access
    bodyAccess = context.bodyAccess
    typeCases = TypeCaseEmitter(
      access: access, bodyAccess: bodyAccess, storage: "__row", noun: "value", declaration: "\(access)enum TypeCase: Swift.Sendable")
    row = "\(access)let __row: RelayRuntime.Generated.RowReference"
    initializer = "\(bodyAccess)init(__row: RelayRuntime.Generated.RowReference) { self.__row = __row }"
  }

  func emit(_ object: ObjectType, to writer: inout SwiftWriter) {
    Documentation.emit(context.schema[object.type].description, to: &writer)
    writer.block("\(context.viewAccess)struct \(object.name): \(conformances(of: object))") { writer in
      emitRow(of: object, to: &writer)
      emitAssociatedTypes(of: object, to: &writer)
      // These are large, so they are read in place.
      for index in object.properties.indices { emit(object.properties[index], to: &writer) }
      for index in object.fragments.indices { emit(object.fragments[index], to: &writer) }
      for fragment in object.fragments where !fragment.isCertain && !fragment.isInline {
        for wrapper in context.wrappers(ofFragment: fragment.name) {
          let fragmentType: SwiftText = "RelayRuntime.\(wrapper)<\(fragment.type)>"
          writer.line("\(bodyAccess)func \(object.fragmentMethod)() -> \(fragmentType) { .init(self.fragment_\(fragment.name)) }")
        }
      }
      for fragment in object.assignables {
        emitAssignable(fragment, as: object.assignableMethod, to: &writer)
      }
      if !object.typeCases.isEmpty { typeCases.emit(object, to: &writer) }
      for index in object.nested.indices {
        writer.blank()
        emit(object.nested[index], to: &writer)
      }
      for index in object.typeCases.indices {
        writer.blank()
        emit(object.typeCases[index].view, to: &writer)
      }
    }
  }

  private func emitRow(of object: ObjectType, to writer: inout SwiftWriter) {
    writer.line(SwiftLine(row))
    writer.line(SwiftLine(initializer))
    if object.isRoot { writer.line("\(bodyAccess)static var __shape: RelayRuntime.Generated.RowShape { __rows(0) }") }
  }

  private func emitAssociatedTypes(of object: ObjectType, to writer: inout SwiftWriter) {
    for conformance in object.conformances {
      switch conformance {
      case .connectionCollection(let edge): writer.line("\(access)typealias Edge = \(edge)")
      case .connectionEdge(let node): writer.line("\(access)typealias NodeValue = \(node)")
      case .identifiable, .key, .fragmentKey, .connectionNode, .rowValue: break
      }
    }
  }

  private func conformances(of object: ObjectType) -> SwiftText {
    var list: SwiftText =
      if object.isRoot {
        "RelayRuntime.Generated.RootSelectionSet, Swift.Hashable, Swift.Decodable"
      } else if object.conformances.contains(where: \.isOfConnection) {
        "Swift.Hashable"
      } else {
        "RelayRuntime.SelectionSet, Swift.Hashable"
      }
    for conformance in object.conformances {
      list += ", "
      switch conformance {
      case .identifiable: list += "Swift.Identifiable"
      case .key(let name): list += name
      case .fragmentKey: list += "RelayRuntime.Generated.FragmentKey"
      case .connectionCollection: list += "RelayRuntime.ConnectionCollection"
      case .connectionEdge: list += "RelayRuntime.ConnectionEdge"
      case .connectionNode: list += "RelayRuntime.ConnectionNode"
      case .rowValue: list += "RelayRuntime.Generated.RowValue"
      }
    }
    return list
  }

  private func emit(_ property: ObjectType.Property, to writer: inout SwiftWriter) {
    if let field = property.field {
      Documentation.emit(context.schema[field].description, deprecation: context.schema[field].deprecation, to: &writer)
    }
    let type = property.type.swiftType(property.base)
    // The conformance of a custom scalar may come from a module that only this one imports.
    let access = if case .scalar = property.type.base { access } else { bodyAccess }
    writer.line("\(access)var \(property.name): \(type) { self.__row.\(accessor(property.type))(\(property.slot)) }")
  }

  /// The accessor that is fastest to compile: a specific one for the type, if there is one.
  private func accessor(_ type: ValueType) -> SwiftText {
    if case .object = type.base, type.isPlainObject { return objectAccessor(type) }
    if type.base == .string, type.listDepth == 1, type.isNonNull(level: 1), !type.isResult {
      return type.isNonNull ? "strings" : "optionalStrings"
    }
    guard type.listDepth == 0, !type.isResult else { return "value" }
    if let accessor = type.base.accessor(isNonNull: type.isNonNull) { return accessor }
    if case .scalar = type.base { return type.isNonNull ? "scalar" : "optionalScalar" }
    return "value"
  }

  private func objectAccessor(_ type: ValueType) -> SwiftText {
    guard type.listDepth == 1 else { return type.isNonNull ? "object" : "optionalObject" }
    return switch (type.isNonNull, type.isNonNull(level: 1)) {
    case (true, true): "objects"
    case (false, true): "optionalObjects"
    case (true, false): "nullableObjects"
    case (false, false): "optionalNullableObjects"
    }
  }

  private func emit(_ fragment: ObjectType.FragmentProperty, to writer: inout SwiftWriter) {
    if fragment.isInline {
      writer.line("\(bodyAccess)var fragment_\(fragment.name): \(fragment.type).Data { self.__row.object(\(fragment.slot)) }")
    } else {
      writer.line(
        "\(bodyAccess)var fragment_\(fragment.name): RelayRuntime.FragmentPointer { self.__row.fragmentPointer(\(fragment.slot)) }")
    }
  }

  private func emitAssignable(_ fragment: ObjectType.AssignableFragment, as method: SwiftText, to writer: inout SwiftWriter) {
    if fragment.isCertain {
      writer.line("\(bodyAccess)func \(method)() -> \(fragment.type) { .init(__id: self.__row.dataID) }")
    } else {
      writer.line(
        "\(bodyAccess)func \(method)() -> \(fragment.type)? { .init(__validating: self.__row.fragmentPointer(\(fragment.slot))) }")
    }
  }
}
