// Objects, lists of objects, and their identities.

extension Normalizer {
  /// The record that receives an object's fields.
  private struct Target {
    let id: RecordID
    let dataID: String
    /// The object's type, for a new record.
    let type: KeyID
  }

  /// The field that leads to an object. It may determine the object's identity.
  private struct Link {
    /// The step of the field.
    let at: Int
    let step: NormalizationStep
    /// The identity of the record that has the field.
    let parentID: String
    let key: KeyID
  }

  /// Normalizes a linked field with one object.
  mutating func link(_ at: Int, _ step: NormalizationStep, _ position: Int, _ object: inout Object) throws(NormalizationError) {
    let link = Link(at: at, step: step, parentID: object.dataID, key: walk.key(step))
    path.push(responseKey: step.index)
    var known: RecordID?
    if case .ref(let id) = object.record[link.key] { known = id }
    let parent = Int(object.id)
    // The same object may occur again below; its fields there are newer.
    swap(&object.record, &payload.records.records[parent])
    defer { swap(&object.record, &payload.records.records[parent]) }
    defer { path.pop() }
    guard let target = try identify(position, link, index: "", previous: known) else { return }
    // Set before the child is normalized: the same object may occur below, and its fields there are newer.
    payload.records.records[parent].set(link.key, .ref(target.id))
    try fill(target, at, step, position, childErrors(object.errors, step))
  }

  /// Normalizes a linked field with a list of objects.
  mutating func links(_ at: Int, _ step: NormalizationStep, _ position: Int, _ object: inout Object) throws(NormalizationError) {
    let link = Link(at: at, step: step, parentID: object.dataID, key: walk.key(step))
    path.push(responseKey: step.index)
    var known: [RecordID] = []
    if case .refs(let ids) = object.record[link.key] { known = ids }
    let parent = Int(object.id)
    swap(&object.record, &payload.records.records[parent])
    defer { swap(&object.record, &payload.records.records[parent]) }
    let list = List(position: position, suffix: "", outer: 0, errors: childErrors(object.errors, step))
    var errors: [GraphQLError] = []
    let value = try items(of: list, link, previous: known, &errors)
    path.pop()
    // A list is set after its items are normalized.
    payload.records.records[parent].set(link.key, value)
    if !errors.isEmpty { payload.records.records[parent].setErrors(link.key, errors) }
  }

  /// A list of objects, or of lists of them.
  private struct List {
    /// The position of the list in the document.
    let position: Int
    /// The indices in the enclosing lists, as identities contain them.
    let suffix: String
    /// The number of enclosing lists.
    let outer: Int
    /// The list's node in the trie of errors.
    let errors: Int
  }

  /// - Parameter itemErrors: receives the server's errors for non-null items that are null.
  private mutating func items(
    of list: List, _ link: Link, previous: [RecordID], _ itemErrors: inout [GraphQLError]
  ) throws(NormalizationError) -> Value {
    let count = cursor.count(list.position)
    let end = cursor.next(list.position)
    var position = list.position + 1
    let isNested = list.outer + 1 < Int(link.step.check.depth)
    var ids: [RecordID] = []
    var lists: [Value] = []
    ids.reserveCapacity(isNested ? 0 : count)
    var index = 0
    path.pushList()
    defer { path.pop() }
    while position < end {
      path.setItem(index)
      let errors = list.errors < 0 ? -1 : errorTrie?.child(list.errors, .int(index)) ?? -1
      let isNull = cursor.kind(position) == .null || verdict?.nulls.contains(position) == true
      switch isNull ? .null : cursor.kind(position) {
      case .null:
        if options.isResponse, link.step.check.itemsAreNonNull(in: list.outer) {
          if link.step.check.depth == 1, let errorTrie, errorTrie.hasOwnErrors(errors) {
            itemErrors += errorTrie.errors(errors)
          } else if verdict == nil {
            isBroken = true
          }
        }
        if isNested { lists.append(.null) } else { ids.append(.null) }
      case .object where !isNested:
        let known = index < previous.count && previous[index] >= 0 ? previous[index] : nil
        if let item = try identify(position, link, index: list.suffix + ":" + String(index), previous: known) {
          ids.append(item.id)
          try fill(item, link.at, link.step, position, errors)
        }
      case .array where isNested:
        let inner = List(position: position, suffix: list.suffix + ":" + String(index), outer: list.outer + 1, errors: errors)
        lists.append(try items(of: inner, link, previous: [], &itemErrors))
      default: try refuse(position, expected: isNested ? "a list" : "an object")
      }
      index += 1
      position = cursor.next(position)
    }
    return isNested ? .list(lists) : .refs(ids)
  }

  private static let typename: StaticString = "__typename"

  /// The record of the object at a position.
  ///
  /// - Parameters:
  ///   - index: the object's indices in the enclosing lists.
  ///   - previous: the record that the field linked to so far. An object without an identity is merged into it.
  /// - Returns: `nil` for an object that violates the schema.
  private mutating func identify(
    _ position: Int, _ link: Link, index: String, previous: RecordID?
  ) throws(NormalizationError) -> Target? {
    var type = link.step.type
    var hint = position + 1
    if type == Keys.none {
      let name = cursor.find(Normalizer.typename, in: position, hint: &hint)
      guard name >= 0, cursor.kind(name) == .string || cursor.kind(name) == .escapedString,
        let key = names.type(at: name, cursor, &payload.records.leases)
      else {
        guard !options.isResponse else {
          isBroken = true
          return nil
        }
        throw NormalizationError.missingTypename(path: path.text(walk.plan))
      }
      type = key
    }
    let id = unsafe identifiesByID ? cursor.id(of: position, idKey: plan.idKey, type: type) : declaredIdentity(of: position, type)
    let record: RecordID
    let dataID: String
    if let id {
      dataID = id
      record = payload.records.record(id)
    } else if let previous {
      record = previous
      dataID = payload.records.names.strings[Int(previous)]
    } else {
      dataID = DataID.client(parent: link.parentID, key: names.name(link.key, ofStep: link.at), suffix: index)
      record = payload.records.record(dataID)
    }
    return Target(id: record, dataID: dataID, type: type)
  }

  /// The identity of an object that is identified by more than its id.
  @inline(never)
  private mutating func declaredIdentity(of position: Int, _ type: KeyID) -> String? {
    options.identity.dataID(of: position, in: document, cursor, walk.plan, type: type) { names.name(ofType: type) }
  }

  private mutating func fill(
    _ target: Target, _ at: Int, _ step: NormalizationStep, _ position: Int, _ errors: Int
  ) throws(NormalizationError) {
    var object = Object(
      at: position, id: target.id, dataID: target.dataID, record: payload.records.take(target.id), errors: errors)
    let isNew = object.record.type == Keys.none
    if isNew {
      object.record.type = target.type
      object.record.reserve(cursor.count(position))
    } else if object.record.type != target.type {
      payload.records.collisions.note(object.record.type, target.type, target.dataID)
    }
    try selections(at + 1..<Int(step.next), &object)
    if isNew { payload.records.pack(&object.record, target.dataID) }
    swap(&object.record, &payload.records.records[Int(target.id)])
  }
}
