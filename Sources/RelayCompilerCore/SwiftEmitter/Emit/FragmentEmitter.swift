/// Writes a fragment: its struct, its data, its key protocol, and the conversions from a key to the fragment.
struct FragmentEmitter {
  let context: EmitterContext
  let artifact: FragmentArtifact

  private var access: SwiftText { context.access }
  private var bodyAccess: SwiftText { context.bodyAccess }
  private var graphQLName: Name { artifact.reader.name }
  private var name: SwiftText { context.names.fragment(graphQLName) }
  private var key: SwiftText { context.names.key(ofFragment: graphQLName) }

  func emit(to writer: inout SwiftWriter) {
    let shapes = context.shapes(of: artifact.swiftReader)
    let data = context.data(of: artifact.swiftReader, shapes: shapes, name: name, isUpdatable: artifact.isUpdatable)
    let plan = ReaderPlan.encode(artifact.swiftReader, shapes: shapes, schema: context.schema, config: context.options.schema)
    let arguments = "\(shapes.scalars.argument)\(context.fragmentsArgument(of: shapes))\(providedVariables)" as SwiftText

    if artifact.isInline {
      emitInlineFragment(plan: plan, arguments: arguments, to: &writer)
    } else {
      emitFragment(plan: plan, arguments: arguments, to: &writer)
    }
    writer.blank()
    writer.block("extension \(name)") { writer in
      if artifact.isUpdatable {
        UpdatableSelectionSetEmitter(context: context).emit(data, to: &writer)
      } else {
        SelectionSetEmitter(context: context).emit(data, to: &writer)
      }
    }
    if !artifact.isUpdatable { OptionalSpreadEmitter(context: context).emit(data, of: name, to: &writer) }
    writer.blank()
    emitKey(to: &writer)
    if let query = refetchQuery { emitWrapperExtensions(query, data: data, to: &writer) }
  }

  /// `, providedVariables: [RelayRuntime.Generated.ProvidedVariable("…", (Bool).self, ShowsCovers.self)]`; empty if there are none.
  private var providedVariables: SwiftText {
    if artifact.providedVariables.isEmpty { return SwiftText() }
    let variables = artifact.providedVariables.map { variable -> SwiftText in
      let provider = context.names.provider(variable.provider ?? "")
      return "RelayRuntime.Generated.ProvidedVariable(\"\(variable.name)\", (\(context.inputType(variable.type))).self, \(provider).self)"
    }
    return ", providedVariables: [\(variables.joined(separator: ", "))]"
  }

  private var refetchQuery: OperationArtifact? {
    artifact.isUpdatable ? nil : artifact.refetchQuery.flatMap { context.refetchQueries[$0] }
  }

  private var isPaginating: Bool { artifact.reader.metadata?.refetch?.connection != nil }

  private func emitFragment(plan: [UInt8], arguments: SwiftText, to writer: inout SwiftWriter) {
    let kind: SwiftText =
      if artifact.isUpdatable {
        "GraphQLUpdatableFragment"
      } else {
        refetchQuery == nil ? "GraphQLFragment" : isPaginating ? "GraphQLPaginationFragment" : "GraphQLRefetchableFragment"
      }
    Documentation.emit(artifact.description, to: &writer)
    writer.block("\(access)struct \(name): RelayRuntime.\(kind), Swift.Hashable") { writer in
      writer.line("\(access)var fragmentPointer: RelayRuntime.FragmentPointer")
      writer.line("\(access)init(fragmentPointer: RelayRuntime.FragmentPointer) { self.fragmentPointer = fragmentPointer }")
      writer.line("\(bodyAccess)init(key: any \(key)) { self.init(fragmentPointer: key.fragment_\(graphQLName)) }")
      if let query = refetchQuery { writer.line("\(access)typealias RefetchQuery = \(context.names.operation(query.name))") }
      writer.fragmentDefinition(plan, arguments, access: access)
    }
  }

  /// An `@inline` fragment is read together with the enclosing data and passed by value.
  private func emitInlineFragment(plan: [UInt8], arguments: SwiftText, to writer: inout SwiftWriter) {
    Documentation.emit(artifact.description, to: &writer)
    writer.block("\(access)struct \(name): RelayRuntime.GraphQLInlineFragment, Swift.Hashable") { writer in
      writer.line("\(access)let data: Data")
      writer.line("\(access)init(data: Data) { self.data = data }")
      writer.line("\(bodyAccess)init(key: any \(key)) { self.init(data: key.fragment_\(graphQLName)) }")
      writer.fragmentDefinition(plan, arguments, access: access)
    }
  }

  private func emitKey(to writer: inout SwiftWriter) {
    let pointer: SwiftText = artifact.isInline ? "\(name).Data" : "RelayRuntime.FragmentPointer"
    // Explicit, because in a module with the main actor as default isolation, conforming types would be isolated to it.
    writer.block("\(access)nonisolated protocol \(key): RelayRuntime.Generated.FragmentKey") { writer in
      writer.line("var fragment_\(graphQLName): \(pointer) { get }")
    }
    // Views show data that is read, not data that is written.
    if !artifact.isInline, !artifact.isUpdatable {
      writer.blank()
      writer.block("extension \(key)") { writer in
        for wrapper in context.wrappers(ofFragment: graphQLName) {
          writer.line(
            "\(bodyAccess)func asFragment() -> RelayRuntime.\(wrapper)<\(name)> { .init(self.fragment_\(graphQLName)) }"
          )
        }
      }
      if artifact.reader.metadata?.plural == true {
        writer.pluralConversion(of: "Element: \(key)", to: name, pointer: "fragment_\(graphQLName)", access: bodyAccess)
      }
    }
    // `@inline` fragments have no mask, and only an updater can read an updatable fragment.
    guard context.options.swift.fragmentAccessors || artifact.isInline || artifact.isUpdatable else { return }
    writer.blank()
    writer.block("extension RelayRuntime.Generated.Fragments where Parent: \(key)") { writer in
      let property = context.names.property(ofFragment: graphQLName)
      if artifact.isInline {
        writer.line("\(bodyAccess)var \(property): \(name) { .init(data: self.parent.fragment_\(graphQLName)) }")
      } else {
        writer.line("\(bodyAccess)var \(property): \(name) { .init(fragmentPointer: self.parent.fragment_\(graphQLName)) }")
      }
    }
  }

  /// The methods of a view's property: `refetch(count:cursor:)`, and `asFragment()` for the fragments that it spreads.
  private func emitWrapperExtensions(_ query: OperationArtifact, data: ObjectType, to writer: inout SwiftWriter) {
    let spreads = data.fragments.filter { !$0.isInline && !$0.isUpdatable }
    guard !query.variables.isEmpty || !spreads.isEmpty else { return }
    for wrapper in context.wrappers(ofFragment: graphQLName) where wrapper != "Fragment" {
      writer.blank()
      writer.block("extension RelayRuntime.\(wrapper).WrappedValue where F == \(name)") { writer in
        if !query.variables.isEmpty { emitRefetch(query, to: &writer) }
        for spread in spreads {
          for wrapper in context.wrappers(ofFragment: spread.name) {
            writer.line(
              "\(bodyAccess)func asFragment() -> RelayRuntime.\(wrapper)<\(spread.type)> { .init(self.data.fragment_\(spread.name)) }")
          }
        }
      }
    }
  }

  /// `refetch(count:cursor:)`. A variable that is omitted keeps its current value.
  private func emitRefetch(_ query: OperationArtifact, to writer: inout SwiftWriter) {
    var parameters: [SwiftText] = []
    var assignments: [SwiftText] = []
    var names = ParameterNames(spellings: context.acronyms.spellings(query.variables.map(\.name)))
    var access = bodyAccess
    for variable in query.variables {
      let parameter = InputParameter(
        variable.name, type: variable.type.nullable, hasDefault: false, deprecation: nil, names: &names, context: context)
      let type = context.inputType(variable.type.nonNull)
      if parameter.isCustomScalar { access = context.access }
      parameters.append("\(parameter.declaration): \(type)? = nil")
      assignments.append("if let \(parameter.local): \(type) { __variables.set(\"\(variable.name)\", \(parameter.local)) }")
    }
    writer.line("@MainActor @discardableResult")
    let signature: SwiftText = "\(access)func refetch(\(parameters.joined(separator: ", ")))"
    writer.block("\(signature) -> _Concurrency.Task<Swift.Void, any Swift.Error>") { writer in
      writer.line("var __variables: RelayRuntime.Generated.InputFields = .init()")
      for assignment in assignments { writer.line(SwiftLine(assignment)) }
      writer.line("return self.refetch(partial: __variables)")
    }
  }
}

extension SwiftWriter {
  /// `users.asFragment()`: the fragment of all items of a list.
  ///
  /// - Parameters:
  ///   - items: what the items are, as a condition on `Element`.
  ///   - pointer: the name of their property with the fragment's pointer.
  mutating func pluralConversion(of items: SwiftText, to fragment: SwiftText, pointer: SwiftText, access: SwiftText) {
    blank()
    block("extension Swift.Sequence where \(items)") { writer in
      writer.block("\(access)func asFragment() -> RelayRuntime.PluralFragment<\(fragment)>") { writer in
        writer.line(".init(self.map { (__key: Element) -> RelayRuntime.FragmentPointer in __key.\(pointer) })")
      }
    }
  }

  /// The reader plan of a fragment, or of an operation that is never sent.
  ///
  /// - Parameter arguments: the arguments after the plan, each with a comma before it.
  mutating func fragmentDefinition(_ plan: [UInt8], _ arguments: SwiftText, access: SwiftText) {
    line("\(access)static let definition: RelayRuntime.Generated.FragmentDefinition = RelayRuntime.Generated.FragmentDefinition(")
    indented { writer in
      writer.line("plan: ", literal: plan, "\(arguments))")
    }
  }
}

extension ScalarTable {
  /// `, scalars: [Foundation.Date.self]`; empty if there are none.
  var argument: SwiftText {
    guard !types.isEmpty else { return SwiftText() }
    return ", scalars: [\(types.map { "\(ScalarTypes.swiftName($0)).self" as SwiftText }.joined(separator: ", "))]"
  }
}
