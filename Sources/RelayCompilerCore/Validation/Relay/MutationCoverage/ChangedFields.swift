/// Which fields of an object a mutation may have changed, by what the schema and the documents say of it. Nothing else counts: a mutation
/// `followArtist` is not taken to change the artist's name.
///
/// - An input of the mutation has the field's name, and the object is the one that the mutation changes.
/// - The field's name has a word of the mutation's: `followArtist` and `isFollowed`. Of another object than the one that the mutation changes,
///   it must have all words: `counts.followedArtists` of the user.
/// - The answer selects the field with other arguments, or another part of a value that belongs to the object.
/// - The answer selects a condition of the object whose name has a word in common: `isSaved` and `isSavedToAnyList`.
/// - Another document with the same mutation selects the field there.
/// - The field is the object's state, and the mutation does something with the object: `submitOrder` and `state`.
/// - Three other mutations of the type have an answer that spreads the fragment which shows it or, if the mutation does something with the
///   object, selects the field.
struct ChangedFields {
  enum Reason {
    case input, word(String), partOf(String), selectedBy(Name), state, spreadBy(Name)
  }

  private let schema: Schema
  private let actors: Set<TypeID>
  private var mutations: [FieldID: MutationFacts] = [:]
  /// For a mutation and a type, the first two documents that select a field of the object themselves.
  private var selections: [Place: [FieldPath: [Name]]] = [:]
  /// For a type, the mutations in whose answers a document itself selects a field of the object that they change.
  private var written: [TypeID: [FieldPath: Answers]] = [:]
  /// For a type, the mutations in whose answers a document itself spreads a fragment in the object that they change.
  private var spreads: [TypeID: [Name: Answers]] = [:]

  private struct Place: Hashable {
    var mutation: FieldID
    var type: TypeID
  }

  /// A few mutations, each with its first document.
  private struct Answers {
    private var documents: [(mutation: FieldID, document: Name)] = []

    mutating func add(_ mutation: FieldID, _ document: Name) {
      if documents.count <= Self.enough, !documents.contains(where: { $0.mutation == mutation }) { documents.append((mutation, document)) }
    }

    var areMany: Bool { documents.count >= Self.enough }

    /// The document of one of three or more other mutations; nil if there are fewer.
    func document(besides mutation: FieldID) -> Name? {
      let others = documents.filter { $0.mutation != mutation }
      return others.count < Self.enough ? nil : others[0].document
    }

    private static let enough = 3
  }

  init(_ objects: [AnswerObject], schema: Schema, identities: Identities) {
    self.schema = schema
    actors = identities.actors
    defer { dropFew() }
    for object in objects {
      let facts = mutations[object.mutation] ?? MutationFacts(object.mutation, schema: schema, identities: identities)
      mutations[object.mutation] = facts
      let (place, document) = (Place(mutation: object.mutation, type: object.type), object.operation.name)
      let isChanged = facts.role(of: object.type) == .changed
      for path in object.written.fields {
        let known = selections[place]?[path] ?? []
        if known.count < 2, known.last != document { selections[place, default: [:]][path, default: []].append(document) }
        if isChanged { written[object.type, default: [:]][path, default: Answers()].add(object.mutation, document) }
      }
      guard isChanged else { continue }
      for spread in object.spreads { spreads[object.type, default: [:]][spread, default: Answers()].add(object.mutation, document) }
    }
  }

  /// Keeps only what enough mutations select and spread.
  private mutating func dropFew() {
    written = written.mapValues { $0.filter(\.value.areMany) }
    spreads = spreads.mapValues { $0.filter(\.value.areMany) }
  }

  /// What the mutation may have changed of an object in its answer; nil for nothing.
  func changes(of object: AnswerObject) -> Changes? {
    guard let facts = mutations[object.mutation] else { return nil }
    let role = facts.role(of: object.type)
    // No screen shows an object that is new, or no longer there.
    return role == .deleted || role == .created ? nil : Changes(changes: self, object: object, facts: facts, role: role)
  }

  /// The fields of one object.
  struct Changes {
    private let changes: ChangedFields
    private let object: AnswerObject
    private let facts: MutationFacts
    private let role: MutationFacts.Role
    private let typeWords: Set<String>
    /// The Boolean fields that the document selects, with their words.
    private let conditions: [(name: Name, words: Set<String>)]
    private let selections: [FieldPath: [Name]]
    private let written: [FieldPath: Answers]
    private let spreads: [Name: Answers]

    fileprivate init(changes: ChangedFields, object: AnswerObject, facts: MutationFacts, role: MutationFacts.Role) {
      self.changes = changes
      self.object = object
      self.facts = facts
      self.role = role
      let schema = changes.schema
      let typeWords = NameWords.stems(of: schema[object.type].name)
      self.typeWords = typeWords
      let names = object.written.fields.compactMap { $0.steps.count == 1 ? $0.steps.first?.name : nil }
      conditions = names.sorted { $0 < $1 }.compactMap { name in
        guard let field = schema.field(name, on: object.type), schema[schema[field].type.named].name == .boolean else { return nil }
        return (name, NameWords.stems(of: name).subtracting(typeWords).subtracting(MutationFacts.weakWords))
      }
      selections = changes.selections[Place(mutation: object.mutation, type: object.type)] ?? [:]
      written = role == .changed && facts.isAction ? changes.written[object.type] ?? [:] : [:]
      spreads = role != .changed && changes.actors.contains(object.type) ? [:] : changes.spreads[object.type] ?? [:]
    }

    /// The fields that may have changed, in order.
    func found(in shown: FieldsOfType) -> [(field: ShownFields.Field, reason: Reason)] {
      candidates(in: shown).sorted().compactMap { index in reason(for: shown.fields[index]).map { (shown.fields[index], $0) } }
    }

    /// The fields for which there may be a reason.
    private func candidates(in shown: FieldsOfType) -> Set<Int> {
      var result: Set<Int> = Set(selections.keys.compactMap { shown.byPath[$0] })
      if role == .changed {
        for input in facts.inputs { result.formUnion(shown.byInput[input] ?? []) }
        for word in facts.words.subtracting(typeWords) { result.formUnion(shown.byWord[word] ?? []) }
        if facts.isAction { result.formUnion(shown.states) }
      } else if let rarest = facts.words.map({ shown.byWord[$0] ?? [] }).min(by: { $0.count < $1.count }) {
        result.formUnion(rarest)
      }
      for names in object.selected.names { result.formUnion(shown.byNames[names] ?? []) }
      for names in object.selected.parts { result.formUnion(shown.byValue[names] ?? []) }
      for word in conditions.flatMap(\.words) { result.formUnion(shown.byWord[word] ?? []) }
      for path in written.keys { if let index = shown.byPath[path] { result.insert(index) } }
      for fragment in spreads.keys { result.formUnion(shown.byFragment[fragment] ?? []) }
      return result.filter { !object.selected.contains(shown.fields[$0].path) }
    }

    /// Why the mutation may have changed the field; nil if nothing says so.
    private func reason(for field: ShownFields.Field) -> Reason? {
      guard let first = field.path.steps.first else { return nil }
      let other = selections[field.path]?.first { $0 != object.operation.name }
      let words = field.words.subtracting(typeWords).subtracting(MutationFacts.weakWords)
      let isObject = changes.schema.isComposite(changes.schema[field.definition].type.named)
      if role == .changed, facts.hasInput(first.name) { return .input }
      if let word = facts.word(in: role == .changed ? words : field.words, role, isObject: isObject) { return .word(word) }
      if !Self.isCount(field), let part = selectedPart(of: field, isObject: isObject) { return .partOf(part) }
      if let condition = conditions.first(where: { !$0.words.isDisjoint(with: words) }) { return .partOf(condition.name.string) }
      if let other { return .selectedBy(other) }
      if role == .changed, facts.isAction, field.isState(in: changes.schema) { return .state }
      if let document = written[field.path]?.document(besides: object.mutation) { return .selectedBy(document) }
      if spreads.isEmpty { return nil }
      return field.places.prefix(ForgottenField.maximumPlaces).lazy
        .compactMap { spreads[$0.fragment.name]?.document(besides: object.mutation) }.first.map { .spreadBy($0) }
    }

    /// Counts change independently of each other.
    private static func isCount(_ field: ShownFields.Field) -> Bool {
      field.path.steps.contains { NameWords.split($0.name).last == "counts" }
        || field.path.steps.last.map { NameWords.split($0.name).contains("count") } ?? false
    }

    /// The part of the same value, or the same field with other arguments, that the answer selects. If the field is an object, only what the
    /// document itself selects counts: a fragment selects other objects for other reasons.
    private func selectedPart(of field: ShownFields.Field, isObject: Bool) -> String? {
      let selected = isObject ? object.written : object.selected
      var names = field.path.names
      if selected.names.contains(names) { return field.path.text }
      names.removeLast()
      return selected.parts.contains(names) ? names.map(\.string).joined(separator: ".") : nil
    }
  }
}
