/// The identities of the objects for which an operation asks: of a fragment that it refetches or pages, and of fields whose arguments
/// identify the object.
struct MockIdentities {
  /// The object of a fragment that the operation refetches or pages.
  struct Lookup {
    /// The response keys from the root to the object.
    let path: [String]
    /// The field that identifies the object.
    let field: String
    /// The value of that field.
    let id: JSON
  }

  private let plan: NormalizationPlan
  /// The objects without which nothing that is shown would change.
  let lookups: [Lookup]

  init(_ operation: OperationDescriptor) {
    let definition = operation.definition
    plan = definition.normalization
    lookups = definition.fragment.withAllBelow.compactMap { fragment in
      guard fragment.metadata["refetch"]?["operation"]?.stringValue == definition.name else { return nil }
      let metadata = RefetchMetadata(fragment.metadata)
      guard let (field, variable) = metadata.identifier, let id = operation.variables[variable], !id.isNull else { return nil }
      return Lookup(path: metadata.fragmentPath, field: field, id: id)
    }
  }

  /// The values of the fields that identify the object of a field, as far as its arguments tell: its id if there is an argument of that name.
  ///
  /// - Parameters:
  ///   - step: the index of the step of the field, which is not a list.
  ///   - path: the response keys from the root to the field.
  ///   - arguments: the values of the field's arguments.
  func members(ofStep step: Int, at path: [String], _ arguments: [String: JSON]) -> [String: JSON] {
    if let lookup = lookups.first(where: { $0.path == path }) { return [lookup.field: lookup.id] }
    let fields = plan.keyedSteps[step] ?? [plan.idKey]
    return arguments.filter { name, value in !value.isNull && fields.contains { $0.name == name } }
  }
}
