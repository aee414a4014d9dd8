/// Everything the compiler knows about one definition after all passes: enough to write Relay's artifact, the runtime's plans and the Swift
/// file.
///
/// The enum is indirect so that sorting and grouping artifacts moves only a pointer.
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

/// A fragment definition of the module, or a fragment that a pass made for it, such as that of prefetched edges. Imported fragments have no
/// artifact.
package struct FragmentArtifact: Sendable {
  package var reader: ReaderFragment
  /// Where the fragment is defined. It decides which Swift file the fragment goes to.
  package var range: SourceRange
  package var description: String?
  /// The definition as it was written; nil for a fragment that a pass made.
  package var source: DefinitionSource?
  /// The MD5 of the definition's canonical text, which is the `hash` of Relay's artifacts.
  package var sourceHash: String? { source?.hash }
  /// Whether the fragment is marked `@inline`, and therefore read by value. Relay gives it another kind of artifact.
  package var isInline: Bool
  /// The name of the query that `@refetchable` generates.
  package var refetchQuery: Name?
  package var isUpdatable = false
  package var isAssignable = false
  /// The arguments with a provider, under the names that operations declare for them.
  package var providedVariables: [VariableDefinition] = []
}

/// An operation definition, or a query that `@refetchable` generated.
///
/// A query `query Q { user { name } }` has a `reader` with the field `user`, a `normalization` with `user { name id }`, and the `text` of
/// the latter. An `@updatable` query has a `reader` alone.
///
/// The properties are those of Relay's artifact, and what the Swift file has besides.
package struct OperationArtifact: Sendable {
  package var name: Name
  package var kind: OperationKind
  package var range: SourceRange
  package var description: String?
  /// The definition as it was written; for a generated query, its fragment.
  package var source: DefinitionSource?
  /// The MD5 of the definition's canonical text, which is the `hash` of Relay's artifacts.
  package var sourceHash: String? { source?.hash }
  package var reader: ReaderFragment
  /// What a response holds; nil for an `@updatable` query, which is never sent.
  package var normalization: NormalizationOperation?
  /// The text in the artifact; nil if nothing is left for the server, or if only the `id` is sent.
  package var text: String?
  package var id: String?
  /// The printed text, whether or not the artifact has it; nil if nothing is left for the server.
  package var printedText: String?
  /// The MD5 of the text; of the name if there is no text.
  package var cacheID: String?
  /// Relay's `params.metadata`: keys in their order, and values as JSON.
  package var metadata: [(key: String, json: String)]
  /// With `@relay_test_operation`, the types that its metadata have.
  package var testedFields: [TestOperationMetadata.Entry] = []
  /// The variables whose values the app provides: the variable's name and the module that provides it.
  package var providedVariables: [(variable: Name, module: String)]
  /// The fragments that declare the provided variables, each once.
  package var providingFragments: [Name] = []
  /// The declared variables in the order of the source, for the generated `Variables` type.
  package var variables: [VariableNode]
  package var isUpdatable = false
  /// For a generated query, the fragment that it refetches.
  package var refetchedFragment: Name?
  /// Whether the operation is marked `@raw_response_type`.
  package var hasRawResponseType = false
}

/// A variable that an operation declares.
package struct VariableNode: Sendable {
  package var name: Name
  package var type: TypeReference
  package var defaultValue: ConstantValue?
  package var description: String?
}
