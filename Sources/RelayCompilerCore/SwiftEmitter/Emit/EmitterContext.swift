/// What all files of one emission share.
struct EmitterContext: Sendable {
  let schema: Schema
  let options: CompilerOptions
  let names: ModuleNames
  let scalars: ScalarTypes
  /// The operations that were generated for fragments.
  private(set) var refetchQueries: [Name: OperationArtifact] = [:]
  /// The property wrappers beside `Fragment` that hold each fragment.
  private var refetchingWrappers: [Name: [SwiftText]] = [:]

  init(_ artifacts: [Artifact], schema: Schema, options: CompilerOptions, names: ModuleNames) {
    self.schema = schema
    self.options = options
    self.names = names
    scalars = ScalarTypes(schema: schema, customScalars: options.customScalarTypes)
    for case .operation(let artifact) in artifacts where artifact.refetchedFragment != nil { refetchQueries[artifact.name] = artifact }
    for case .fragment(let artifact) in artifacts where !artifact.isUpdatable {
      guard let query = artifact.refetchQuery, refetchQueries[query] != nil else { continue }
      let isPaginating = artifact.reader.metadata?.refetch?.connection != nil
      refetchingWrappers[artifact.reader.name] = ["RefetchableFragment"] + (isPaginating ? ["PaginationFragment"] : [])
    }
  }

  /// `public `, `package ` or nothing, to stand before a declaration.
  var access: SwiftText {
    switch options.swift.accessLevel {
    case .public: "public "
    case .package: "package "
    case .internal: SwiftText()
    }
  }

  /// The property wrappers that hold a fragment; of one from another module no more than the plain one is known.
  func wrappers(ofFragment name: Name) -> [SwiftText] { ["Fragment"] + (refetchingWrappers[name] ?? []) }

  func shapes(of reader: ReaderFragment) -> RowShapes {
    RowShapes(reader, types: scalars, connectionInterface: options.schema.connectionInterface)
  }

  /// The type of a definition's data.
  ///
  /// - Parameters:
  ///   - name: the definition's own name in Swift.
  ///   - isUpdatable: whether its fields are written too.
  func data(of reader: ReaderFragment, shapes: RowShapes, name: SwiftText, isUpdatable: Bool) -> ObjectType {
    var assignables: [Name] = []
    reader.selections.collectAssignableSpreads(belowFields: true, into: &assignables)
    let reserved = ReservedTypeNames(
      module: names.referredTo, own: Set([name] + assignables.map { names.fragment($0) }))
    return ObjectTypeBuilder(
      shapes: shapes, schema: schema, scalars: scalars, names: names, connectionInterface: options.schema.connectionInterface,
      reserved: reserved, readOnlyFields: isUpdatable ? readOnlyFields : nil
    ).build(reader, name: "Data")
  }

  /// `, fragments: [ToDoItem_todo.definition]`: the fragments that views read through the definition; nothing where there are none.
  func fragmentsArgument(of shapes: RowShapes) -> SwiftText {
    if shapes.fragments.isEmpty { return SwiftText() }
    return ", fragments: [\(shapes.fragments.map { "\(names.fragment($0)).definition" as SwiftText }.joined(separator: ", "))]"
  }

  /// What identifies a record is not for updaters to change.
  private var readOnlyFields: Set<Name> { [.id, .typename, .clientID, options.schema.nodeInterfaceIDField] }

  /// The Swift type of a variable or an input field.
  func inputType(_ type: TypeReference) -> SwiftText {
    let base = scalars.swiftName(of: type.named) ?? names.type(type.named)
    return ValueType(.json, in: type).swiftType(base)
  }
}
