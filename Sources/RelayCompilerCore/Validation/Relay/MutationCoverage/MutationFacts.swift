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
  let words: Set<String>
  /// Whether it does something with an object other than to create, update or delete it.
  let isAction: Bool
  private let kind: Kind
  private let nameWords: Set<String>
  /// The words that follow the verb up to a preposition.
  private let objectWords: Set<String>
  private let lastObjectWord: String?
  /// What `inputName` makes of the names of its inputs.
  let inputs: Set<String>
  /// The only type of object that the mutation returns besides the user.
  private let onlyType: TypeID?
  private let schema: Schema
  private let actors: Set<TypeID>

  private enum Kind { case creation, deletion, update, action }

  init(_ mutation: FieldID, schema: Schema, identities: Identities) {
    self.schema = schema
    actors = identities.actors
    let field = schema[mutation]
    let split = NameWords.split(field.name)
    nameWords = NameWords.stems(of: split)
    let verb = split.firstIndex(where: Self.isVerb)
    let kind = verb.map { Self.kind(of: split[$0]) } ?? .action
    self.kind = kind
    isAction = kind == .action
    let named = split[(verb.map { $0 + 1 } ?? 0)...].prefix { !Self.prepositions.contains($0) }
    objectWords = NameWords.stems(of: Array(split[..<(verb ?? 0)]) + named)
    lastObjectWord = named.last.map(NameWords.stem)
    let isOfUser = kind == .update && objectWords.isSubset(of: Self.actorWords)
    // What is before the verb is a prefix, unless the verb is the last word: `artworksBatchUpdate`.
    let ofVerb = NameWords.stems(of: Array(split[(verb ?? 0)...])).subtracting(Self.weakWords).subtracting(Self.verbs)
    let all = nameWords.subtracting(Self.weakWords).subtracting(Self.verbs)
    words = isOfUser ? [] : ofVerb.isEmpty && verb == split.indices.last ? all : ofVerb
    inputs = Self.inputs(of: field, schema: schema)
    let types = Self.objects(of: field.type.named, schema: schema, identities: identities).filter { !identities.actors.contains($0) }
    onlyType = types.count == 1 ? types.first : nil
  }

  func role(of type: TypeID) -> Role {
    let typeWords = NameWords.stems(of: schema[type].name)
    switch kind {
    case .creation:
      return typeWords.isSubset(of: objectWords) || isOfCreatedKind(type) ? .created : isChanged(type, typeWords) ? .changed : .other
    case .deletion: return typeWords.isSubset(of: objectWords) ? .deleted : .other
    case .update, .action: return isChanged(type, typeWords) ? .changed : .other
    }
  }

  /// Whether the last word of the type's name is that of the object: `createInquiryOrder` and `ShopOrder`.
  private func isOfCreatedKind(_ type: TypeID) -> Bool {
    lastObjectWord != nil && NameWords.split(schema[type].name).last.map(NameWords.stem) == lastObjectWord
  }

  private func isChanged(_ type: TypeID, _ typeWords: Set<String>) -> Bool {
    if type == onlyType, kind != .creation { return true }
    if typeWords.isSubset(of: nameWords) { return true }
    return actors.contains(type) && !nameWords.isDisjoint(with: Self.actorWords) && kind == .update
      && objectWords.isSubset(of: Self.actorWords)
  }

  /// The word of the mutation's name because of which it may change a field of an object.
  ///
  /// - Parameters:
  ///   - field: the words of the field's name.
  ///   - isObject: whether the field has objects. An update changes them, but not whose they are.
  func word(in field: Set<String>, _ role: Role, isObject: Bool) -> String? {
    if !field.isDisjoint(with: Self.choices) { return nil }
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

  /// The name of an input and of the field that it sets, in one form.
  static func inputName(_ name: String) -> String {
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

  /// Words of fields that have what may be chosen, not what is.
  private static let choices = NameWords.stems(of: ["available", "allowed", "possible", "recommended", "suggested", "supported"])

  private static let creations: Set<String> = [
    "create", "add", "new", "insert", "register", "duplicate", "clone", "make", "link", "connect",
  ]
  private static let deletions: Set<String> = ["delete", "remove", "destroy", "unlink", "disconnect", "revoke"]
  private static let updates: Set<String> = [
    "update", "edit", "set", "unset", "change", "modify", "replace", "patch", "select", "choose", "apply", "move", "put", "upsert",
    "rename",
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
