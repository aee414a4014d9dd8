/// A property of a generated view, and the field that it shows. Who knows which properties an app reads learns from them which selections of
/// a document are of use.
package struct GeneratedProperty: Sendable, Hashable {
  /// The definition, as in the document.
  package var definition: SourceRange
  /// The Swift types around it, outermost first, as in `["ToDoList_user", "Data", "TodoConnection_todos"]`.
  package var types: [String]
  package var name: String
  /// The response keys from the definition's root to the field. An aliased fragment is a step, too. Views of one object for several type
  /// conditions have the same path.
  package var path: [Name]
  /// Whether the field is of use without being read: it identifies an object, it is part of a connection, or it is no field at all.
  package var isForRuntime: Bool

  /// The properties of all definitions of a module, except for those of generated queries, which have no selections of their own.
  static func all(of artifacts: [Artifact], _ context: EmitterContext) -> [GeneratedProperty] {
    var properties: [GeneratedProperty] = []
    for artifact in artifacts {
      switch artifact {
      case .fragment(let fragment) where !fragment.isAssignable && !fragment.range.isGenerated:
        let name = context.names.fragment(fragment.reader.name)
        let data = context.data(
          of: fragment.swiftReader, shapes: context.shapes(of: fragment.swiftReader), name: name, isUpdatable: fragment.isUpdatable)
        collect(data, of: fragment.swiftReader, in: [name.plainName], at: fragment.range, context, &properties)
      case .operation(let operation) where operation.refetchedFragment == nil:
        let name = context.names.operation(operation.name)
        let data = context.data(
          of: operation.swiftReader, shapes: context.shapes(of: operation.swiftReader), name: name, isUpdatable: operation.isUpdatable)
        collect(data, of: operation.swiftReader, in: [name.plainName], at: operation.range, context, &properties)
      case .fragment, .operation: continue
      }
    }
    return properties
  }

  private static func collect(
    _ root: ObjectType, of reader: ReaderFragment, in types: [String], at definition: SourceRange, _ context: EmitterContext,
    _ properties: inout [GeneratedProperty]
  ) {
    let shapes = context.shapes(of: reader).shapes
    let connection = context.options.schema.connectionInterface
    func isForRuntime(_ property: ObjectType.Property, of object: ObjectType) -> Bool {
      guard let id = property.field else { return true }
      let name = context.schema[id].name
      if name == .id || name == context.options.schema.nodeInterfaceIDField { return true }
      let keyed = [object.type] + context.schema[object.type].possibleTypes
      if keyed.contains(where: { context.schema[$0].key?.fields.contains { context.schema[$0].name == name } == true }) { return true }
      return object.conformances.contains { conformance in
        switch conformance {
        case .connectionCollection: name == connection.edges || name == connection.pageInfo
        case .connectionEdge: name == connection.node || name == connection.cursor
        case .identifiable, .key, .fragmentKey, .connectionNode, .rowValue: false
        }
      }
    }
    func collect(_ object: ObjectType, in types: [String], at path: [Name], isForRuntime isInside: Bool) {
      let types = types + [object.name.plainName]
      guard shapes.indices.contains(object.shape) else { return }
      let slots = shapes[object.shape].slots
      var nested: [SwiftText: (path: [Name], isForRuntime: Bool)] = [:]
      for property in object.properties where slots.indices.contains(property.slot) {
        let place = path + [slots[property.slot].name]
        let isForRuntime = isInside || isForRuntime(property, of: object)
        properties.append(
          GeneratedProperty(
            definition: definition, types: types, name: property.name.plainName, path: place, isForRuntime: isForRuntime))
        let isPageInfo = property.field.map { context.schema[$0].name == connection.pageInfo } ?? false
        nested[property.base] = (place, isForRuntime && isPageInfo)
      }
      for type in object.nested {
        if let place = nested[type.name] { collect(type, in: types, at: place.path, isForRuntime: place.isForRuntime) }
      }
      for typeCase in object.typeCases { collect(typeCase.view, in: types, at: path, isForRuntime: isInside) }
    }
    collect(root, in: types, at: [], isForRuntime: false)
  }
}

extension SwiftText {
  /// The name without the backticks of an escaped one.
  fileprivate var plainName: String { string.filter { $0 != "`" } }
}
