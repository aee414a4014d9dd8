/// Normalizes what arrives for one execution.
struct PartNormalizer {
  let operation: OperationDescriptor
  let environment: RelayEnvironment
  /// Whether the payload being taken was made by the app rather than sent by a server. Such a payload may leave fields
  /// out.
  var isPartial = false
  /// When the payload being taken was received.
  var reception: Reception?

  init(_ operation: OperationDescriptor, in environment: RelayEnvironment) {
    self.operation = operation
    self.environment = environment
  }

  func normalize(_ part: ResponsePart) throws(NormalizationError) -> NormalizedPayload {
    let configuration = environment.configuration
    var payload = try Normalizer.normalize(
      part, keys: environment.store.keys,
      options: Normalizer.Options(
        isResponse: !isPartial, treatMissingFieldsAsNull: configuration.treatMissingFieldsAsNull, identity: configuration.identityRules))
    payload.records.reception = reception
    return payload
  }
}
