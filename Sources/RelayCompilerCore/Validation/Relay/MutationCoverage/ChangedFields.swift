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
/// - Three other mutations of the type have an answer that selects the field, or spreads the fragment which shows it.
struct ChangedFields {
  enum Reason {
    case input, word(String), partOf(String), selectedBy(Name), state, spreadBy(Name)
  }

  private let schema: Schema
  private let identities: Identities
  private let mutations: [FieldID: MutationFacts]
  /// For a mutation and a type, what documents select of the object themselves.
  private var selections: [Place: [FieldPath: [Name]]] = [:]
  /// For a type, the mutations in whose answers a document itself selects a field of an object, each with a document.
  private var written: [TypeID: [FieldPath: [FieldID: Name]]] = [:]
  /// For a type, the mutations in whose answers a fragment is spread in the object that they change, each with a document.
  private var spreads: [TypeID: [Name: [FieldID: Name]]] = [:]

  private struct Place: Hashable {
    var mutation: FieldID
    var type: TypeID
  }

  init(_ objects: [AnswerObject], schema: Schema, identities: Identities) {
    self.schema = schema
    self.identities = identities
    var mutations: [FieldID: MutationFacts] = [:]
    for object in objects {
      let facts = mutations[object.mutation] ?? MutationFacts(object.mutation, schema: schema, identities: identities)
      mutations[object.mutation] = facts
      for path in object.written.fields {
        selections[Place(mutation: object.mutation, type: object.type), default: [:]][path, default: []].append(object.operation.name)
      }
      if facts.role(of: object.type) == .changed {
        for path in object.written.fields { written[object.type, default: [:]][path, default: [:]][object.mutation] = object.operation.name }
      }
      guard facts.role(of: object.type) == .changed else { continue }
      for spread in object.spreads { spreads[object.type, default: [:]][spread, default: [:]][object.mutation] = object.operation.name }
    }
    self.mutations = mutations
  }

  /// Why the mutation may have changed the field; nil if nothing says so.
  func reason(for field: ShownFields.Field, of object: AnswerObject) -> Reason? {
    guard let facts = mutations[object.mutation], let first = field.path.steps.first else { return nil }
    let role = facts.role(of: object.type)
    if role == .deleted { return nil }
    let others = selections[Place(mutation: object.mutation, type: object.type)]?[field.path] ?? []
    let other = others.filter { $0 != object.operation.name }.min()
    // No screen shows the object yet. What other documents select of it is for those on which it will be.
    if role == .created { return other.map { .selectedBy($0) } }
    let typeWords = NameWords.stems(of: schema[object.type].name)
    let words = field.words.subtracting(typeWords).subtracting(MutationFacts.weakWords)
    if role == .changed, facts.hasInput(first.name) { return .input }
    if let word = facts.word(in: role == .changed ? words : field.words, role, isObject: isObject(field)) { return .word(word) }
    if !Self.isCount(field), let part = selectedPart(of: field, in: object) { return .partOf(part) }
    if let condition = selectedCondition(like: words, in: object, typeWords) { return .partOf(condition) }
    if let other { return .selectedBy(other) }
    if role == .changed, facts.isAction, isState(field) { return .state }
    if role != .changed, schema.isActor(object.type) { return nil }
    let selecting = (written[object.type]?[field.path] ?? [:]).filter { $0.key != object.mutation }
    if selecting.count > 2, let document = selecting.values.min() { return .selectedBy(document) }
    for place in field.places {
      let others = (spreads[object.type]?[place.fragment.name] ?? [:]).filter { $0.key != object.mutation }
      if others.count > 2, let document = others.values.min() { return .spreadBy(document) }
    }
    return nil
  }

  /// Counts change independently of each other.
  private static func isCount(_ field: ShownFields.Field) -> Bool {
    field.path.steps.contains { NameWords.split($0.name).last == "counts" }
      || field.path.steps.last.map { NameWords.split($0.name).contains("count") } ?? false
  }

  /// The part of the same value, or the same field with other arguments, that the answer selects. If the field is an object, only what the
  /// document itself selects counts: a fragment selects other objects for other reasons.
  private func selectedPart(of field: ShownFields.Field, in object: AnswerObject) -> String? {
    let selected = isObject(field) ? object.written : object.selected
    var names = field.path.names
    if selected.names.contains(names) { return field.path.text }
    names.removeLast()
    return selected.parts.contains(names) ? names.map(\.string).joined(separator: ".") : nil
  }

  private func isObject(_ field: ShownFields.Field) -> Bool { schema.isComposite(schema[field.definition].type.named) }

  private func selectedCondition(like words: Set<String>, in object: AnswerObject, _ typeWords: Set<String>) -> String? {
    for path in object.written.fields.sorted(by: { $0.text < $1.text }) where path.steps.count == 1 {
      guard let name = path.steps.first?.name, let field = schema.field(name, on: object.type),
        schema[schema[field].type.named].name == .boolean
      else { continue }
      let own = NameWords.stems(of: name).subtracting(typeWords).subtracting(MutationFacts.weakWords)
      if !own.isDisjoint(with: words) { return name.string }
    }
    return nil
  }

  private func isState(_ field: ShownFields.Field) -> Bool {
    if field.path.steps.count > 1 { return false }
    let definition = schema[field.definition]
    let type = schema[definition.type.named]
    return Self.states.contains { state in
      NameWords.split(definition.name).contains(state) || type.kind == .enum && NameWords.split(type.name).contains(state)
    }
  }

  private static let states = ["state", "status", "stage", "phase"]
}

/// What the name and the inputs of a mutation say about it.
struct MutationFacts {
  enum Role {
    /// The object that the mutation changes.
    case changed
    /// The object that it creates.
    case created
    case deleted
    case other
  }

  /// The words of its name that say what it does: not verbs such as `update`, nor what is before the verb, nor the user.
  private let words: Set<String>
  /// Whether it does something with an object other than to create, update or delete it.
  let isAction: Bool
  private let kind: Kind
  private let nameWords: Set<String>
  /// The words that follow the verb up to a preposition.
  private let objectWords: Set<String>
  private let inputs: Set<String>
  /// The only type of object that the mutation returns besides the user.
  private let onlyType: TypeID?
  private let schema: Schema

  private enum Kind { case creation, deletion, update, action }

  init(_ mutation: FieldID, schema: Schema, identities: Identities) {
    self.schema = schema
    let field = schema[mutation]
    let split = NameWords.split(field.name)
    nameWords = NameWords.stems(of: split)
    let verb = split.firstIndex(where: Self.isVerb)
    let kind = verb.map { Self.kind(of: split[$0]) } ?? .action
    self.kind = kind
    isAction = kind == .action
    let named = split[(verb.map { $0 + 1 } ?? 0)...].prefix { !Self.prepositions.contains($0) }
    objectWords = NameWords.stems(of: Array(split[..<(verb ?? 0)]) + named)
    let isOfUser = kind == .update && objectWords.isSubset(of: Self.actorWords)
    // What is before the verb is a prefix, unless the verb is the last word: `artworksBatchUpdate`.
    let ofVerb = NameWords.stems(of: Array(split[(verb ?? 0)...])).subtracting(Self.weakWords).subtracting(Self.verbs)
    let all = nameWords.subtracting(Self.weakWords).subtracting(Self.verbs)
    words = isOfUser ? [] : ofVerb.isEmpty && verb == split.indices.last ? all : ofVerb
    inputs = Self.inputs(of: field, schema: schema)
    let types = Self.objects(of: field.type.named, schema: schema, identities: identities).filter { !schema.isActor($0) }
    onlyType = types.count == 1 ? types.first : nil
  }

  func role(of type: TypeID) -> Role {
    let typeWords = NameWords.stems(of: schema[type].name)
    switch kind {
    case .creation: return typeWords.isSubset(of: objectWords) ? .created : isChanged(type, typeWords) ? .changed : .other
    case .deletion: return typeWords.isSubset(of: objectWords) ? .deleted : .other
    case .update, .action: return isChanged(type, typeWords) ? .changed : .other
    }
  }

  private func isChanged(_ type: TypeID, _ typeWords: Set<String>) -> Bool {
    if type == onlyType, kind != .creation { return true }
    if typeWords.isSubset(of: nameWords) { return true }
    return schema.isActor(type) && !nameWords.isDisjoint(with: Self.actorWords) && kind == .update
      && objectWords.isSubset(of: Self.actorWords)
  }

  /// The word of the mutation's name because of which it may change a field of an object.
  ///
  /// - Parameters:
  ///   - field: the words of the field's name.
  ///   - isObject: whether the field has objects. An update changes them, but not whose they are.
  func word(in field: Set<String>, _ role: Role, isObject: Bool) -> String? {
    if role == .changed { return words.intersection(field).min() }
    if isObject, kind == .update { return nil }
    return words.isSubset(of: field) ? words.min() : nil
  }

  private static func isVerb(_ word: String) -> Bool {
    creations.contains(word) || deletions.contains(word) || updates.contains(word) || actions.contains(word)
  }

  private static func kind(of verb: String) -> Kind {
    if creations.contains(verb) { return .creation }
    return deletions.contains(verb) ? .deletion : updates.contains(verb) ? .update : .action
  }

  func hasInput(_ field: Name) -> Bool { inputs.contains(Self.inputName(field.string)) }

  /// The names of arguments and input fields, also those in an object such as `attributes`.
  private static func inputs(of field: FieldDefinition, schema: Schema) -> Set<String> {
    var result: Set<String> = []
    for argument in field.arguments {
      let type = schema[argument.type.named]
      if type.kind != .inputObject {
        add(argument, to: &result)
        continue
      }
      for input in type.inputFields {
        let inner = schema[input.type.named]
        if inner.kind == .inputObject, wrappers.contains(input.name.string.lowercased()) {
          for part in inner.inputFields { add(part, to: &result) }
        } else {
          add(input, to: &result)
        }
      }
    }
    return result
  }

  private static func add(_ input: InputValueDefinition, to inputs: inout Set<String>) {
    if input.name.string == "clientMutationId" { return }
    inputs.insert(inputName(input.name.string))
  }

  private static func inputName(_ name: String) -> String {
    var words = NameWords.split(name)
    if words.count > 1, let last = words.last, suffixes.contains(last) { words.removeLast() }
    if words.count > 1, let first = words.first, first == "is" || first == "has" { words.removeFirst() }
    return words.joined()
  }

  /// How inputs say of which kind the value is: `artistID` for `artist`, `iconURL` for `icon`.
  private static let suffixes: Set<String> = ["id", "ids", "url", "urls", "input"]

  /// The types of objects that a payload has: directly, in its unions, and in edges.
  private static func objects(of payload: TypeID, schema: Schema, identities: Identities) -> Set<TypeID> {
    if identities.isIdentified(payload) { return [payload] }
    var result: Set<TypeID> = []
    var pending = [(payload, 0)]
    var seen: Set<TypeID> = [payload]
    while let (type, depth) = pending.popLast() {
      let fields = schema.possibleTypes(of: type).flatMap { schema[$0].fieldList }
      for named in schema.possibleTypes(of: type) where named != type && identities.isIdentified(named) { result.insert(named) }
      for field in fields {
        let next = schema[field].type.named
        guard schema.isComposite(next), seen.insert(next).inserted else { continue }
        if identities.isIdentified(next) { result.insert(next) } else if depth < 2 { pending.append((next, depth + 1)) }
      }
    }
    return result
  }

  /// Words that many names have.
  static let weakWords: Set<String> = NameWords.stems(of: [
    "is", "has", "can", "the", "a", "an", "of", "for", "to", "in", "on", "by", "with", "from", "and", "or", "all", "any", "as", "at", "my",
    "me",
    "user", "viewer", "current", "id", "ids", "internal", "input", "mutation", "error", "errors", "count", "counts", "total", "name",
    "type",
    "display", "label", "connection", "edge", "edges", "node", "list", "item", "items", "data", "info", "value", "new", "old", "batch",
    "bulk",
    "many", "default", "last", "first", "mark",
  ])

  private static let creations: Set<String> = ["create", "add", "new", "insert", "register", "duplicate", "clone", "make", "link", "connect"]
  private static let deletions: Set<String> = ["delete", "remove", "destroy", "unlink", "disconnect", "revoke"]
  private static let updates: Set<String> = [
    "update", "edit", "set", "unset", "change", "modify", "replace", "patch", "put", "upsert", "rename",
  ]
  private static let actions: Set<String> = [
    "accept", "approve", "archive", "assign", "block", "cancel", "close", "complete", "confirm", "decline", "disable", "dislike", "enable",
    "follow",
    "like", "lock", "mark", "mute", "open", "pay", "pin", "publish", "reject", "reopen", "request", "resolve", "restore", "save", "send",
    "star",
    "start", "stop", "submit", "subscribe", "toggle", "unfollow", "unlike", "vote",
  ]
  private static let verbs = NameWords.stems(of: Array(creations) + Array(deletions) + Array(updates))
  private static let prepositions: Set<String> = ["to", "for", "from", "with", "in", "of", "by", "on", "into", "and"]
  private static let actorWords = NameWords.stems(of: ["my", "me", "user", "viewer", "profile", "account", "self"])
  private static let wrappers: Set<String> = ["attributes", "input", "data", "patch", "fields", "changes", "values", "set", "params"]
}
