/// The fields that fragments show of a type, and how to find those that a mutation may have changed without looking at each of them: a type
/// may have thousands, and be in the answers of thousands of mutations.
final class FieldsOfType {
  let fields: [ShownFields.Field]
  private(set) var byPath: [FieldPath: Int] = [:]
  /// By the name that an input for the field has.
  private(set) var byInput: [String: [Int]] = [:]
  private(set) var byWord: [String: [Int]] = [:]
  /// By the names on the path, with whatever arguments.
  private(set) var byNames: [[Name]: [Int]] = [:]
  /// By the names on the path to the value that they are part of.
  private(set) var byValue: [[Name]: [Int]] = [:]
  private(set) var byFragment: [Name: [Int]] = [:]
  /// The fields that have a state of the object.
  private(set) var states: [Int] = []

  init(_ fields: [ShownFields.Field], schema: Schema) {
    self.fields = fields
    for (index, field) in fields.enumerated() {
      byPath[field.path] = index
      if let first = field.path.steps.first { byInput[MutationFacts.inputName(first.name.string), default: []].append(index) }
      for word in field.words { byWord[word, default: []].append(index) }
      let names = field.path.names
      byNames[names, default: []].append(index)
      if names.count > 1 { byValue[Array(names.dropLast()), default: []].append(index) }
      for place in field.places { byFragment[place.fragment.name, default: []].append(index) }
      if field.isState(in: schema) { states.append(index) }
    }
  }
}

extension ShownFields.Field {
  /// Whether the field is the object's state, by its name or its type.
  func isState(in schema: Schema) -> Bool {
    if path.steps.count > 1 { return false }
    let definition = schema[definition]
    let type = schema[definition.type.named]
    return Self.states.contains { state in
      NameWords.split(definition.name).contains(state) || type.kind == .enum && NameWords.split(type.name).contains(state)
    }
  }

  private static let states = ["state", "status", "stage", "phase"]
}
