/// Writes an operation: the struct with its variables, its data, and its API for views.
struct OperationEmitter {
  let context: EmitterContext
  let artifact: OperationArtifact

  private let access: SwiftText
  private let bodyAccess: SwiftText
  private let name: SwiftText
  private let parameters: [InputParameter]

  init(context: EmitterContext, artifact: OperationArtifact) {
    self.context = context
    self.artifact = artifact
    access = context.access
    bodyAccess = context.bodyAccess
    name = context.names.operation(artifact.name)
    parameters = InputParameter.all(artifact.variables, deprecations: context.deprecatedVariables(of: artifact), context: context)
  }

  func emit(to writer: inout SwiftWriter) {
    let shapes = context.shapes(of: artifact.swiftReader)
    let data = context.data(
      of: artifact.swiftReader, shapes: shapes, name: name, isUpdatable: artifact.isUpdatable,
      isRefetchQuery: artifact.refetchedFragment != nil)

    emitOperation(shapes: shapes, to: &writer)
    writer.blank()
    writer.block("extension \(name)") { writer in
      emitVariables(to: &writer)
      writer.blank()
      if artifact.isUpdatable {
        UpdatableSelectionSetEmitter(context: context).emit(data, to: &writer)
      } else {
        SelectionSetEmitter(context: context).emit(data, to: &writer)
      }
    }
    if !artifact.isUpdatable { OptionalSpreadEmitter(context: context).emit(data, of: name, to: &writer) }
    if !parameters.isEmpty, artifact.refetchedFragment == nil, !artifact.isUpdatable { emitViewExtension(to: &writer) }
  }

  private var kind: SwiftText {
    switch artifact.kind {
    case .query: artifact.isUpdatable ? "UpdatableQuery" : "Query"
    case .mutation: "Mutation"
    case .subscription: "Subscription"
    }
  }

  private func emitOperation(shapes: RowShapes, to writer: inout SwiftWriter) {
    Documentation.emit(artifact.description, to: &writer)
    writer.block("\(access)struct \(name): RelayRuntime.GraphQL\(kind)") { writer in
      writer.line("\(access)var variables: Variables")
      if parameters.isEmpty {
        writer.line("\(bodyAccess)init() { self.init(variables: RelayRuntime.Generated.EmptyVariables()) }")
      } else {
        for overload in InputParameter.overloads(parameters) {
          overload.emitAttributes(to: &writer)
          let (list, arguments) = (InputParameter.list(overload.parameters), InputParameter.arguments(overload.parameters))
          writer.line("\(bodyAccess)init(\(list)) { self.init(variables: .init(\(arguments))) }")
        }
      }
      // Last, because Swift's error for missing arguments is about the first initializer.
      writer.line("\(access)init(variables: Variables) { self.variables = variables }")
      let plan = ReaderPlan.encode(artifact.swiftReader, shapes: shapes, schema: context.schema, config: context.options.schema)
      if artifact.isUpdatable {
        // The operation is never sent, so it has only a reader plan.
        writer.fragmentDefinition(plan, shapes.scalars.argument, access: access)
      } else {
        emitDefinition(reader: plan, shapes: shapes, to: &writer)
      }
    }
  }

  private func emitDefinition(reader plan: [UInt8], shapes: RowShapes, to writer: inout SwiftWriter) {
    // Both plans share one table, in which the scalars of the reader plan come first.
    var scalars = shapes.scalars
    let normalization = NormalizationPlan.encode(
      artifact, types: context.scalars, config: context.options.schema, scalars: &scalars)
    writer.line("\(access)static let definition: RelayRuntime.OperationDefinition = RelayRuntime.OperationDefinition(")
    writer.indented { writer in
      let id: SwiftText = artifact.id.map { SwiftLiteral.raw($0) } ?? "nil"
      writer.line("name: \"\(artifact.name)\", kind: .\(artifact.kind.rawValue), id: \(id),")
      writer.line("cacheID: ", literal: Array((artifact.cacheID ?? "").utf8), ",")
      if let text = artifact.text {
        writer.multilineLiteral("text: ", text, ",")
      } else {
        writer.line("text: nil,")
      }
      writer.line("normalization: ", literal: normalization, ",")
      writer.line("reader: ", literal: plan, "\(scalars.argument)\(context.fragmentsArgument(of: shapes))\(providers),")
      writer.line("metadata: ", literal: metadata, ")")
    }
  }

  /// `, providers: [Cover_book.definition]`; empty if there are none.
  private var providers: SwiftText {
    if artifact.providingFragments.isEmpty { return SwiftText() }
    let definitions = artifact.providingFragments.map { "\(context.names.fragment($0)).definition" as SwiftText }
    return ", providers: [\(definitions.joined(separator: ", "))]"
  }

  private var metadata: [UInt8] {
    var json = JSONWriter.plan()
    json.object { json in
      for entry in artifact.metadata {
        json.key(entry.key)
        json.raw(entry.json)
      }
      if let fields = artifact.testedFields {
        json.key(TestOperationMetadata.key)
        json.testedFields(fields)
      }
    }
    return json.bytes
  }

  private func emitVariables(to writer: inout SwiftWriter) {
    if parameters.isEmpty {
      writer.line("\(access)typealias Variables = RelayRuntime.Generated.EmptyVariables")
      return
    }
    writer.block("\(context.viewAccess)struct Variables: RelayRuntime.OperationVariables") { writer in
      writer.line("\(access)var __fields: RelayRuntime.Generated.InputFields")
      InputParameter.emitInitializer(parameters, context: context, to: &writer)
      for (variable, parameter) in zip(artifact.variables, parameters) {
        Documentation.emit(variable.description, deprecation: parameter.deprecation, to: &writer)
        parameter.emitProperty(context: context, to: &writer)
      }
    }
  }

  /// `query.get(id:)`, `mutation.commit(input:)`
  private func emitViewExtension(to writer: inout SwiftWriter) {
    writer.blank()
    let type: SwiftText =
      switch artifact.kind {
      case .query: "QueryHandle"
      case .mutation: "Mutation.Mutator"
      case .subscription: "SubscriptionHandle"
      }
    writer.block("extension RelayRuntime.\(type) where Operation == \(name)") { writer in
      for overload in InputParameter.overloads(parameters) {
        switch artifact.kind {
        case .query: emitQueryMethod(overload, to: &writer)
        case .mutation: emitMutationMethods(overload, to: &writer)
        case .subscription: emitSubscriptionMethod(overload, to: &writer)
        }
      }
    }
  }

  private func emitQueryMethod(_ overload: Overload, to writer: inout SwiftWriter) {
    let fetchKey = InputParameter.free("fetchKey", beside: parameters)
    let signature: SwiftText = "\(list(overload))\(fetchKey): (any Swift.Hashable & Swift.Sendable)? = nil"
    overload.emitAttributes(to: &writer)
    writer.block("@MainActor \(bodyAccess)func get(\(signature)) -> RelayRuntime.Query<\(name)>.Result") { writer in
      emitOperation(of: overload, to: &writer)
      writer.line("return self.get(__operation, fetchKey: \(fetchKey))")
    }
  }

  private func emitMutationMethods(_ overload: Overload, to writer: inout SwiftWriter) {
    let response = InputParameter.free("optimisticResponse", beside: parameters)
    let (options, updater) = (InputParameter.free("options", beside: parameters), InputParameter.free("updater", beside: parameters))
    let further: SwiftText =
      "\(options): RelayRuntime.MutationOptions = .init(), \(updater): RelayRuntime.RelayEnvironment.SelectorStoreUpdater? = nil"
    func emit(_ response: SwiftText, _ declared: SwiftText, isDisfavored: Bool, to writer: inout SwiftWriter) {
      overload.emitAttributes(isDisfavored: false, to: &writer)
      writer.line(isDisfavored ? "@MainActor @discardableResult @_disfavoredOverload" : "@MainActor @discardableResult")
      let signature: SwiftText = "\(list(overload))\(response): \(declared), \(further)"
      writer.block("\(bodyAccess)func commit(\(signature)) -> _Concurrency.Task<\(name).Data, any Swift.Error>") { writer in
        emitOperation(of: overload, to: &writer)
        writer.line("return self.commit(__operation, optimisticResponse: \(response), options: \(options), updater: \(updater))")
      }
    }
    emit(response, "RelayRuntime.JSON? = nil", isDisfavored: false, to: &writer)
    // Disfavored, so that `nil` is not ambiguous.
    if context.operationsWithPayload.contains(artifact.name) { emit(response, "\(name).Payload?", isDisfavored: true, to: &writer) }
  }

  private func emitSubscriptionMethod(_ overload: Overload, to writer: inout SwiftWriter) {
    let declared = InputParameter.list(overload.parameters)
    overload.emitAttributes(to: &writer)
    writer.block("@MainActor \(bodyAccess)func get(\(declared)) -> RelayRuntime.Subscription<\(name)>.Result") { writer in
      emitOperation(of: overload, to: &writer)
      writer.line("return self.get(__operation)")
    }
  }

  /// The parameters, with a comma after them; empty if all are deprecated.
  private func list(_ overload: Overload) -> SwiftText {
    overload.parameters.isEmpty ? SwiftText() : "\(InputParameter.list(overload.parameters)), "
  }

  private func emitOperation(of overload: Overload, to writer: inout SwiftWriter) {
    writer.line("let __operation: \(name) = .init(\(InputParameter.arguments(overload.parameters)))")
  }
}
