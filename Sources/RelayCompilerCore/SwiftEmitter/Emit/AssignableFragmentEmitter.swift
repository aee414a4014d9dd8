/// Writes an `@assignable` fragment: a reference to an object of a type, without data.
struct AssignableFragmentEmitter {
  let context: EmitterContext
  let artifact: FragmentArtifact

  func emit(to writer: inout SwiftWriter) {
    let access = context.access
    let shapes = context.shapes(of: artifact.swiftReader)
    Documentation.emit(artifact.description, to: &writer)
    writer.block("\(access)struct \(context.names.fragment(artifact.reader.name)): RelayRuntime.GraphQLAssignableFragment") { writer in
      writer.line("\(access)let __id: String")
      writer.line("\(access)init(__id: String) { self.__id = __id }")
      writer.fragmentDefinition(
        ReaderPlan.encode(artifact.swiftReader, shapes: shapes, schema: context.schema, config: context.options.schema),
        shapes.scalars.argument,
        access: access)
    }
  }
}
