/// A definition with a Swift type for its payloads: an operation or a fragment, and the contents of a whole response for it, with the
/// fragments that it spreads inlined.
package struct PayloadDefinition: Sendable {
  /// Whether the payload belongs to an operation or to a fragment.
  package enum Kind: Sendable {
    case operation(OperationKind)
    case fragment
  }

  package var name: Name
  package var kind: Kind
  /// The root type of the operation, or the fragment's type condition.
  package var type: TypeID
  package var selections: [NormalizationNode]
  /// The document of the definition.
  package var file: FileID
  /// For a generated query, the fragment that it refetches.
  package var refetchedFragment: Name?
  /// Whether the operation has `@raw_response_type`.
  package var hasRawResponseType = false
  /// Whether the definition's own module generates a type for its payloads, too.
  package var isGeneratedElsewhere = false
  /// The module of the definition, if it is a different one.
  package var module: String?
  /// The modules that declare the enums for a definition of another module.
  package var enumModules: [TypeID: String] = [:]
  /// The Swift types of another module's custom scalars; nil for a definition of this module.
  package var customScalarTypes: [Name: CustomScalarType]?
  /// The acronyms of another module; nil for a definition of this module.
  package var acronyms: Acronyms?

  package var isOperation: Bool {
    if case .operation = kind { return true }
    return false
  }

  /// Whether the operation conforms to the protocol of operations with payloads. With two payload types of one name, in its own module and in
  /// this one, it cannot.
  package var conformsToProtocol: Bool { isOperation && !isGeneratedElsewhere }
}
