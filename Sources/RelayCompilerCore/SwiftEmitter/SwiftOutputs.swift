/// A generated file: its name in the output folder, and its content.
package struct GeneratedFile: Sendable {
  package var name: String
  package var bytes: [UInt8]
}

/// The Swift files to generate in addition to those of documents, which are named with the documents (`Source.Role`). The caller chooses all
/// names, because a build system must know them in advance.
package struct SwiftOutputs: Sendable {
  /// The enums and input objects of the schema to generate.
  package enum SchemaTypes: Sendable {
    /// The enums and input objects that the definitions use.
    case used
    /// All types of the schema, for a module that others share.
    case all
  }

  /// The output for the schema's enums and input objects.
  package var schema: String
  package var schemaTypes = SchemaTypes.used
  /// Outputs that are written even if they are empty.
  package var others: [String] = []

  package init(schema: String) { self.schema = schema }
}
