/// A definition with a Swift type for its payloads: an operation or a fragment, and the contents of a whole response for it, with the
/// fragments that it spreads inlined.
struct PayloadDefinition: Sendable {
  /// Whether the payload belongs to an operation or to a fragment.
  enum Kind: Sendable {
    case operation(OperationKind)
    case fragment
  }

  var name: Name
  var kind: Kind
  /// The root type of the operation, or the fragment's type condition.
  var type: TypeID
  var selections: [NormalizationNode]
  /// The document of the definition.
  var file: FileID
  /// For a generated query, the fragment that it refetches.
  var refetchedFragment: Name?
  /// Whether the operation has `@raw_response_type`.
  var hasRawResponseType = false
  /// Whether the definition's own module generates a type for its payloads, too.
  var isGeneratedElsewhere = false
  /// The module of the definition, if it is a different one.
  var module: String?
  /// The modules that declare the enums for a definition of another module.
  var enumModules: [TypeID: String] = [:]
  /// The Swift types of another module's custom scalars; nil for a definition of this module.
  var customScalarTypes: [Name: CustomScalarType]?
  /// The acronyms of another module; nil for a definition of this module.
  var acronyms: Acronyms?

  var isOperation: Bool {
    if case .operation = kind { return true }
    return false
  }

  /// Whether the operation conforms to the protocol of operations with payloads. With two payload types of one name, in its own module and in
  /// this one, it cannot.
  var conformsToProtocol: Bool { isOperation && !isGeneratedElsewhere }
}
