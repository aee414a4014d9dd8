/// The compiled form of an operation: its text, how its response is normalized, and how its data is read.
///
/// Generated code has the plans as text constants, which are decoded on first use.
///
/// ```swift
/// func measure<Operation: GraphQLOperation>(_ operation: Operation, _ record: (String) -> Void) {
///   let definition = Operation.definition
///   if definition.kind == .mutation { record(definition.name) }
/// }
/// ```
///
/// See <doc:Names>.
public final class OperationDefinition: Sendable {
  /// The three kinds of operation.
  public enum Kind: String, Sendable, Hashable, Codable {
    case query, mutation, subscription
  }

  /// The operation's name in its document.
  public let name: String
  /// Query, mutation or subscription.
  public let kind: Kind
  /// The id by which the server knows the text, if operations are persisted.
  public let id: String?
  /// Identifies the operation's text in caches.
  public let cacheID: String
  /// The operation's text as sent to the server; `nil` if only the id is sent.
  public let text: String?
  private let normalizationText: String
  private let metadataText: String
  /// The variables with providers.
  let providedVariables: [Generated.ProvidedVariable]
  /// How the operation's own selections are read.
  let fragment: Generated.FragmentDefinition
  private let decodedNormalization = LazyReference<NormalizationPlan>()
  private let decodedMetadata = LazyReference<Box>()

  private final class Box: Sendable {
    let value: JSON
    init(_ value: JSON) { self.value = value }
  }

  init(
    name: String, kind: Kind, id: String?, cacheID: String, text: String?, normalization: String, metadata: String,
    fragment: Generated.FragmentDefinition, providedVariables: [Generated.ProvidedVariable]
  ) {
    self.name = name
    self.kind = kind
    self.id = id
    self.cacheID = cacheID
    self.text = text
    normalizationText = normalization
    metadataText = metadata
    self.providedVariables = providedVariables
    self.fragment = fragment
  }

  /// The Swift types of the custom scalars that both plans refer to by number.
  var scalars: [ScalarType] { fragment.scalars }

  /// The normalization plan, decoded on first use.
  var normalization: NormalizationPlan {
    decodedNormalization.load() ?? decodedNormalization.storeIfNil(NormalizationPlan(parsing: normalizationText))
  }

  /// The metadata that the compiler has added to the plans.
  public var metadata: JSON {
    (decodedMetadata.load() ?? decodedMetadata.storeIfNil(Box(TestedFields.expanded((try? JSON(parsing: metadataText)) ?? .null)))).value
  }

  /// The slots of the `index`-th selection set; an empty shape for an index that the plan does not have.
  public func shape(_ index: Int) -> Generated.RowShape { fragment.shape(index) }
}

extension OperationDefinition: Hashable {
  public static func == (left: OperationDefinition, right: OperationDefinition) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
