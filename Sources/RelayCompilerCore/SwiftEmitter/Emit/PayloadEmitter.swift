/// Writes the type of a definition's payload: `struct Payload` in an extension of the definition, over the JSON of its members.
struct PayloadEmitter {
  let context: EmitterContext
  let payload: PayloadDefinition

  private var access: SwiftText { context.access }

  private var definition: SwiftText {
    switch payload.kind {
    case .operation(let kind): context.names.operation(payload.name, kind, of: payload.module)
    case .fragment: context.names.fragment(payload.name, of: payload.module)
    }
  }

  func emit(to writer: inout SwiftWriter) {
    var builder = PayloadTypeBuilder(
      schema: context.schema, scalars: context.scalars(of: payload),
      reserved: ReservedTypeNames(module: context.names.referredTo, own: [definition]), acronyms: payload.acronyms ?? context.acronyms
    ) { context.names.type($0, of: payload.enumModules[$0]) }
    let type = builder.build(payload)
    let conformance: SwiftText = payload.conformsToProtocol ? ": \(PayloadOverloadsEmitter.protocolName)" : SwiftText()
    writer.block("extension \(definition)\(conformance)") { writer in
      switch payload.kind {
      case .operation: writer.line("/// The whole data of a response, to be made by hand.")
      case .fragment: writer.line("/// The whole data of the fragment with those spread into it, to be made by hand.")
      }
      emit(type, isRoot: true, to: &writer)
    }
  }

  private func emit(_ type: PayloadType, isRoot: Bool = false, to writer: inout SwiftWriter) {
    writer.block("\(access)struct \(type.name): RelayRuntime.\(conformance(isRoot: isRoot))") { writer in
      if isRoot {
        switch payload.kind {
        case .operation: writer.line("\(access)typealias Operation = \(definition)")
        case .fragment: writer.line("\(access)typealias Data = \(definition).Data")
        }
      }
      writer.line("\(access)var __fields: RelayRuntime.Generated.PayloadFields")
      writer.line("\(access)init(__fields: RelayRuntime.Generated.PayloadFields) { self.__fields = __fields }")
      for typeCase in type.cases { emit(typeCase, of: type, to: &writer) }
      if let connection = ConnectionPayload(type, names: context.options.schema.connectionInterface) {
        emit(connection, of: type, to: &writer)
      }
      emitProperties(of: type, to: &writer)
      for nested in type.nested {
        writer.blank()
        emit(nested, to: &writer)
      }
      for typeCase in type.cases where !typeCase.nested.isEmpty {
        writer.blank()
        writer.block("\(access)enum \(typeCase.namespace)") { writer in
          for (index, nested) in typeCase.nested.enumerated() {
            if index > 0 { writer.blank() }
            emit(nested, to: &writer)
          }
        }
      }
    }
  }

  private func conformance(isRoot: Bool) -> SwiftText {
    guard isRoot else { return "Generated.ObjectPayload" }
    switch payload.kind {
    case .operation: return "OperationPayload"
    case .fragment: return "Generated.RootPayload"
    }
  }

  // MARK: Making an object

  private func emit(_ typeCase: PayloadType.Case, of type: PayloadType, to writer: inout SwiftWriter) {
    let parameters = PayloadParameter.all(typeCase.members) { member in
      member.isObject && typeCase.nested.contains { $0.name == member.base } ? "\(typeCase.namespace)." : SwiftText()
    }
    let keys = typeCase.typenameKeys.map { "\"\($0)\"" as SwiftText }.joined(separator: ", ")
    var declared: [SwiftText] = []
    // Without the module's name, because a member may have the same name as the module.
    var made: SwiftText = ".init()"
    if !typeCase.typenameKeys.isEmpty {
      switch typeCase.typename {
      case .fixed(let name): made = ".init(typename: \"\(name)\", in: [\(keys)])"
      case .parameter:
        declared.append("__typename: String")
        made = ".init(typename: __typename, in: [\(keys)])"
      }
    }
    declared += parameters.map(\.declaration)
    let list = declared.joined(separator: ", ")
    guard let function = typeCase.function else {
      writer.block("\(access)init(\(list))") { writer in
        writer.line("self.__fields = \(made)")
        for parameter in parameters { writer.line("self.\(parameter.assignment(parameter.local))") }
      }
      return
    }
    if function == "other" {
      writer.line("/// An object of any other type, those included that the schema did not have when this was compiled.")
    }
    writer.block("\(access)static func \(function)(\(list)) -> \(type.name)") { writer in
      if parameters.isEmpty { return writer.line(".init(__fields: \(made))") }
      writer.line("var __payload: \(type.name) = .init(__fields: \(made))")
      for parameter in parameters { writer.line("__payload.\(parameter.assignment(parameter.local))") }
      writer.line("return __payload")
    }
  }

  private func emitProperties(of type: PayloadType, to writer: inout SwiftWriter) {
    var names = MemberNames(spellings: [:])
    for parameter in PayloadParameter.all(type.shared, qualifiedBy: { _ in "" }) {
      writer.block("\(access)var \(names.field(parameter.member.swiftName)): \(parameter.member.swiftType)") { writer in
        writer.line("get { self.__fields.value(\"\(parameter.member.responseKey)\") }")
        writer.line("set { self.\(parameter.assignment("newValue")) }")
      }
    }
  }

  /// `.nodes([…])`: a connection made from nodes, with generated edges, cursors and page information.
  private func emit(_ connection: ConnectionPayload, of type: PayloadType, to writer: inout SwiftWriter) {
    let parameters = PayloadParameter.all(connection.parameters) { _ in "" }
    let node: SwiftText = "\(connection.edge.name).\(connection.node.base)"
    var declared: [SwiftText] = ["_ __nodes: [\(node)]"]
    for flag in connection.flags { declared.append("\(flag): Bool = false") }
    declared += parameters.map(\.declaration)
    let arguments = connection.members.map { member -> SwiftText in
      let label = SwiftIdentifier.parameter(member.swiftName).argument
      if member == connection.edges { return "\(label): __edges" }
      if let page = connection.page, member == page.member { return "\(label): .init(\(page.arguments))" }
      return "\(label): \(parameters.first { $0.member == member }?.local ?? "nil")"
    }
    writer.line("/// A connection with an edge for each of the nodes.")
    writer.block("\(access)static func nodes(\(declared.joined(separator: ", "))) -> \(type.name)") { writer in
      let closure: SwiftText = "{ __node, __cursor in .init(\(connection.edgeArguments)) }"
      writer.line("let __edges: [\(connection.edge.name)] = Self.__edges(of: __nodes) \(closure)")
      writer.line("return .init(\(arguments.joined(separator: ", ")))")
    }
  }
}
