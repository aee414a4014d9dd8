/// What all files of a compilation have in common. It is a class so that each emitter holds a single reference.
final class EmitterContext: Sendable {
  let schema: Schema
  let options: CompilerOptions
  let names: ModuleNames
  let scalars: ScalarTypes
  /// The generated queries, by the fragment that they refetch.
  let refetchQueries: [Name: OperationArtifact]
  /// The property wrappers, in addition to `Fragment`, that can hold each fragment.
  private let refetchingWrappers: [Name: [SwiftText]]

  /// The operations of the module with a type for their payloads.
  let operationsWithPayload: Set<Name>
  /// The fields as which `@oneOf` types are read if no field is set.
  let oneOfFallbacks: [TypeID: Int]
  /// Whether the schema deprecates any argument or input field.
  private let hasDeprecatedInputs: Bool

  init(_ artifacts: [Artifact], payloads: [PayloadDefinition], schema: Schema, options: CompilerOptions, names: ModuleNames) {
    self.schema = schema
    operationsWithPayload = Set(payloads.lazy.filter { $0.module == nil && $0.isOperation }.map(\.name))
    self.options = options
    hasDeprecatedInputs = DeprecatedVariables.mayExist(in: schema)
    oneOfFallbacks = OneOfFallbacks.find(in: schema)
    self.names = names
    scalars = ScalarTypes(schema: schema, customScalars: options.customScalarTypes)
    access =
      switch options.swift.accessLevel {
      case .public: "public "
      case .package: "package "
      case .internal: SwiftText()
      }
    let isPublic = options.swift.accessLevel == .public
    bodyAccess = isPublic ? "@_alwaysEmitIntoClient public " : access
    viewAccess = isPublic ? "@frozen public " : access
    var refetchQueries: [Name: OperationArtifact] = [:]
    for case .operation(let artifact) in artifacts where artifact.refetchedFragment != nil { refetchQueries[artifact.name] = artifact }
    self.refetchQueries = refetchQueries
    var refetchingWrappers: [Name: [SwiftText]] = [:]
    for case .fragment(let artifact) in artifacts where !artifact.isUpdatable {
      guard let query = artifact.refetchQuery, refetchQueries[query] != nil else { continue }
      let isPaginating = artifact.reader.metadata?.refetch?.connection != nil
      refetchingWrappers[artifact.reader.name] = ["RefetchableFragment"] + (isPaginating ? ["PaginationFragment"] : [])
    }
    self.refetchingWrappers = refetchingWrappers
  }

  var acronyms: Acronyms { options.swift.acronyms }

  /// Whether code may use types of other modules: custom scalars, the schema's types and fragments.
  var usesOtherModules: Bool { !scalars.customScalars.isEmpty || names.schemaModule != nil || names.hasFragmentsOfOtherModules }

  /// The access modifier before a declaration: `public `, `package ` or nothing.
  let access: SwiftText

  /// The modifiers before a declaration whose body is all there is to it. In a library, its clients compile such bodies themselves, and only
  /// those that they use: the library has no code for them.
  let bodyAccess: SwiftText

  /// The access modifier before the view over a row. `@frozen`, because clients compile its initializer.
  let viewAccess: SwiftText

  /// The Swift types of the scalars in a payload.
  func scalars(of payload: PayloadDefinition) -> ScalarTypes {
    payload.customScalarTypes.map { ScalarTypes(schema: schema, customScalars: $0) } ?? scalars
  }

  /// The property wrappers that can hold a fragment. For a fragment of another module, only the plain one is known.
  func wrappers(ofFragment name: Name) -> [SwiftText] { ["Fragment"] + (refetchingWrappers[name] ?? []) }

  func shapes(of reader: ReaderFragment) -> RowShapes {
    RowShapes(reader, types: scalars, connectionInterface: options.schema.connectionInterface)
  }

  /// The variables of an operation that are deprecated, with the reasons.
  func deprecatedVariables(of artifact: OperationArtifact) -> [Name: String] {
    hasDeprecatedInputs ? DeprecatedVariables.find(in: artifact, schema: schema) : [:]
  }

  /// The type of a definition's data.
  ///
  /// - Parameters:
  ///   - name: the Swift name of the definition.
  ///   - isUpdatable: whether its fields can also be written.
  ///   - isRefetchQuery: whether it is the generated query of a fragment.
  func data(
    of reader: ReaderFragment, shapes: RowShapes, name: SwiftText, isUpdatable: Bool, isRefetchQuery: Bool = false
  ) -> ObjectType {
    var assignables = AssignableSpreads(includesFields: true)
    assignables.visit(reader.selections)
    var own = Set([name] + assignables.names.map { names.fragment($0) })
    func build() -> ObjectType {
      ObjectTypeBuilder(
        shapes: shapes, schema: schema, scalars: scalars, names: names, acronyms: acronyms,
        connectionInterface: options.schema.connectionInterface,
        reserved: ReservedTypeNames(module: names.referredTo, own: own), readOnlyFields: isUpdatable ? readOnlyFields : nil,
        isRefetchQuery: isRefetchQuery
      ).build(reader, name: "Data")
    }
    let data = build()
    // Which fragments the types refer to is known only now. Most refer to none, so no name is reserved before.
    let fragments = data.fragmentsReferredTo
    if fragments.isEmpty { return data }
    own.formUnion(fragments)
    return build()
  }

  /// `, fragments: [ToDoItem_todo.definition]`: the fragments that views read through the definition; empty if there are none.
  func fragmentsArgument(of shapes: RowShapes) -> SwiftText {
    if shapes.fragments.isEmpty { return SwiftText() }
    return ", fragments: [\(shapes.fragments.map { "\(names.fragment($0)).definition" as SwiftText }.joined(separator: ", "))]"
  }

  /// The fields that identify a record, which updaters cannot change.
  private var readOnlyFields: Set<Name> { [.id, .typename, .clientID, options.schema.nodeInterfaceIDField] }

  /// The Swift type of a variable or an input field.
  func inputType(_ type: TypeReference) -> SwiftText {
    let base = scalars.isUpload(type.named) ? "RelayRuntime.GraphQLUpload" : scalars.swiftName(of: type.named) ?? names.type(type.named)
    return ValueType(.json, in: type).swiftType(base)
  }
}
