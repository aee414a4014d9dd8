/// What the compiler knows of one definition when all passes have run: enough to write Relay's artifact, the runtime's plans and Swift.
///
/// Indirect, so that sorting and grouping artifacts moves a pointer.
package indirect enum Artifact: Sendable {
  case operation(OperationArtifact)
  case fragment(FragmentArtifact)

  package var name: Name {
    switch self {
    case .operation(let operation): operation.name
    case .fragment(let fragment): fragment.reader.name
    }
  }
}

package struct FragmentArtifact: Sendable {
  package var reader: ReaderFragment
  /// Where the fragment stands; decides which Swift file it goes to.
  package var range: SourceRange
  package var description: String?
  /// md5 of the canonical text of the definition, as Relay's `hash`; nil for a fragment that a pass made.
  package var sourceHash: String?
  /// `@inline`: read by value, with a fragment artifact of another kind.
  package var isInline: Bool
  /// The fragment's `@refetchable` operation.
  package var refetchQuery: Name?
  package var isUpdatable = false
  package var isAssignable = false
  /// The arguments that have a provider, under the names that operations give them.
  package var providedVariables: [VariableDefinition] = []
}

package struct OperationArtifact: Sendable {
  package var name: Name
  package var kind: OperationKind
  package var range: SourceRange
  package var description: String?
  /// md5 of the canonical text of the definition, or of the fragment that a query was generated for.
  package var sourceHash: String?
  package var reader: ReaderFragment
  /// nil for an `@updatable` query, which is never sent.
  package var normalization: NormalizationOperation?
  /// nil where nothing is left for the server, or where only the id is sent.
  package var text: String?
  package var id: String?
  /// The text as printed, whether or not it is sent; nil where nothing is left for the server.
  package var printedText: String?
  /// md5 of the text, or of the name where there is no text.
  package var cacheID: String?
  /// As in Relay's `params.metadata`: sorted keys, JSON values.
  package var metadata: [(key: String, json: String)]
  /// Variables whose value the app provides: the variable's name and the module that provides it.
  package var providedVariables: [(variable: Name, module: String)]
  /// The fragments that the provided variables are arguments of, each once.
  package var providingFragments: [Name] = []
  /// The declared variables, in source order, for the Swift `Variables` type.
  package var variables: [VariableNode]
  package var isUpdatable = false
  /// The fragment that this query was generated for.
  package var refetchedFragment: Name?
  /// `@raw_response_type`
  package var hasRawResponseType = false
}

package struct VariableNode: Sendable {
  package var name: Name
  package var type: TypeReference
  package var defaultValue: ConstantValue?
  package var description: String?
}
