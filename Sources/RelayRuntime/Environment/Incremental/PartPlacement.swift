/// Takes parts to their places: normalizes them, and says what the store has to change. Parts whose places are not known yet are kept.
struct PartPlacement: ~Copyable {
  private var places: ResponsePlaces
  private var commit = PartsCommit()
  private let generation: Int
  var normalizer: PartNormalizer
  /// The first part that could not be taken in.
  private(set) var failure: RelayError?

  /// - Parameter generation: the generation of the store to which the parts belong.
  init(_ normalizer: PartNormalizer, generation: Int) {
    self.normalizer = normalizer
    self.generation = generation
    places = ResponsePlaces(edgesKey: normalizer.operation.definition.normalization.connectionKeys.edges.key)
  }

  /// Whether no part is expected.
  var isEmpty: Bool { places.isEmpty }

  /// Begins a new response.
  mutating func begin(_ whole: inout NormalizedPayload) {
    places.removeAll()
    places.add(&whole)
  }

  func kind(of place: ResponsePlace) -> IncrementalPlaceholder.Kind? { places[place]?.kind }

  /// Stops expecting parts at a place.
  mutating func remove(_ place: ResponsePlace) { places.remove(place) }

  mutating func report(_ errors: [GraphQLError]) { commit.report(errors) }

  mutating func fail(_ label: String, _ errors: @autoclosure () -> [GraphQLError]) {
    if failure == nil { failure = RelayError.noData(operation: label, errors: errors()) }
  }

  /// Publishes what the parts since the last call have changed.
  /// - Throws: ``RelayError/writeBlocked(_:by:)``; what has changed is lost then.
  mutating func publish(retention: RelayDisposable?) throws -> ExecutedPayload? {
    try commit.publish(normalizer.operation, to: normalizer.environment.queue, generation: generation, retention: retention)
  }

  /// The errors of the parts whose place never became known.
  mutating func takeLostErrors() -> [GraphQLError] { places.takeLostErrors() }

  // MARK: - Placing

  /// Takes a part to its place, and after it the early parts whose places it makes known.
  /// - Throws: ``RelayError/malformedResponse(_:)`` if it is an item of a list with an index that cannot be one.
  mutating func place(_ part: IncrementalPart) throws {
    try placeAlone(part)
    try placeReady()
  }

  /// Takes the early parts to their places that have become known.
  mutating func placeReady() throws {
    var open = Array(places.takeReady().reversed())
    while let part = open.popLast() {
      try placeAlone(part)
      open += places.takeReady().reversed()
    }
  }

  private mutating func placeAlone(_ part: IncrementalPart) throws {
    if case .items(let items, _) = part.content, items.isEmpty { return commit.report(part.errors) }
    guard let placeholder = places[part.place] else { return places.keep(part) }
    switch (placeholder.kind, part.content) {
    case (.defer, .fields(let position)): placeFields(part, position, placeholder)
    case (.defer, .items(let items, _)): placeFields(part, items[0], placeholder)
    case (.stream, .items(let items, let first)): try placeItems(part, items, first, placeholder)
    case (.stream, .fields): throw Self.hasNoIndex(part)
    }
  }

  private static func hasNoIndex(_ part: IncrementalPart) -> RelayError {
    .malformedResponse("an item of \(part.place.label) has no index")
  }

  private mutating func placeFields(_ part: IncrementalPart, _ position: Int, _ placeholder: IncrementalPlaceholder) {
    places.remove(part.place)
    do throws(NormalizationError) {
      let payload = try normalizer.normalize(
        ResponsePart(part.document, at: position, of: normalizer.operation, for: placeholder, errors: part.errors))
      commit.recordPart()
      commit.report(payload.errors)
      add(payload, at: placeholder)
      noteEdge(placeholder)
    } catch {
      fail(part.place.label, part.errors + error.graphQLErrors)
    }
  }

  /// Adds the records of a part, and what handlers have to repeat because of it.
  ///
  /// - Parameter isInWhole: whether the part was read from the whole response, and not from a document of its own.
  private mutating func add(_ payload: consuming NormalizedPayload, at placeholder: IncrementalPlaceholder, isInWhole: Bool = false) {
    if let again = places.handles(for: placeholder.dataID) { commit.add(again, of: placeholder.dataID) }
    var payload = payload
    if !isInWhole {
      for index in payload.placeholders.indices { payload.placeholders[index].position = nil }
    }
    places.add(&payload)
    commit.add(payload)
  }

  /// Lets the handlers of a connection copy a streamed edge again, to which a part has added.
  private mutating func noteEdge(_ placeholder: IncrementalPlaceholder) {
    guard let (list, index) = places.edge(at: placeholder.path), let again = places.handles(for: list.dataID) else { return }
    list.recordChange(at: index)
    commit.add(list)
    commit.add(again, of: list.dataID)
  }

  // MARK: - Items of streamed lists

  /// What the items of one part have in common.
  private struct Items {
    let part: IncrementalPart
    let placeholder: IncrementalPlaceholder
    let list: StreamedList
    /// The step of the list's field.
    let field: Int
    /// Whether the list must not have null items.
    let areNonNull: Bool
    /// The part's errors, by path.
    let errors: ErrorTrie?
  }

  private mutating func placeItems(
    _ part: IncrementalPart, _ positions: [Int], _ first: Int?, _ placeholder: IncrementalPlaceholder
  ) throws {
    let plan = normalizer.operation.definition.normalization
    guard let list = places.list(at: part.place) else { return places.keep(part) }
    var index = first ?? list.count
    commit.recordPart()
    commit.report(part.errors)
    guard let field = placeholder.steps.first(where: { plan.steps[$0].kind == .linked }) else { return }
    let items = Items(
      part: part, placeholder: placeholder, list: list, field: field, areNonNull: plan.steps[field].check.itemsAreNonNull(in: 0),
      errors: ErrorTrie(part.errors))
    for position in positions {
      guard index >= 0 else { throw Self.hasNoIndex(part) }
      guard places.allowsItem(at: index, of: list) else {
        throw RelayError.malformedResponse("the items of \(part.place.label) leave more than \(ResponsePlaces.maximumGaps) gaps")
      }
      placeItem(items, position, index)
      index += 1
    }
  }

  /// Takes in an item of a list. It is always stored; it is added to the list unless something else has changed the list.
  private mutating func placeItem(_ items: Items, _ position: Int, _ index: Int) {
    let document = items.part.document
    let path = items.placeholder.path + [.int(index)]
    do throws(NormalizationError) {
      guard !document.isNull(position) || items.areNonNull else { return set(nil, at: index, of: items) }
      guard document.isObject(position) else {
        throw .unexpectedValue(path: path.pathText, expected: "an object", found: document.isNull(position) ? "null" : "a value")
      }
      try placeObject(items, position, index, path)
    } catch {
      // The same rule as for an item of a list that arrives in one piece.
      if items.areNonNull {
        fail(items.part.place.label, items.part.errors.isEmpty ? error.graphQLErrors : items.part.errors)
      } else {
        set(nil, at: index, of: items)
      }
      commit.report(error.graphQLErrors)
    }
  }

  private mutating func set(_ dataID: String?, at index: Int, of items: Items) {
    places.setItem(dataID, at: index, of: items.list)
    commit.add(items.list)
  }

  private mutating func placeObject(_ items: Items, _ position: Int, _ index: Int, _ path: [JSON]) throws(NormalizationError) {
    let (operation, environment) = (normalizer.operation, normalizer.environment)
    let plan = operation.definition.normalization
    let keys = environment.store.keys
    let document = items.part.document
    let (type, lease) = document.type(of: position, plan.steps[items.field].type, keys)
    guard type != Keys.none else { throw NormalizationError.missingTypename(path: path.pathText) }
    let identity = environment.configuration.identityRules.dataID(of: position, in: document, plan, type: type)
    let dataID =
      identity ?? items.list.item(at: index)
      ?? DataID.client(parent: items.placeholder.dataID, key: keys.name(items.placeholder.fieldKey), index: index)
    // Only the errors of this item, because the others would be looked through for each.
    let errors = items.errors.map { $0.errors($0.node(path)) } ?? []
    var item = ResponsePart(document, at: position, of: operation, errors: errors)
    item.rootID = dataID
    item.rootType = type
    item.steps = (items.field + 1)..<max(items.field + 1, Int(plan.steps[items.field].next))
    item.path = path
    item.leases = lease.map { [$0] } ?? []
    let payload = try normalizer.normalize(item)
    commit.report(payload.errors.dropFirst(errors.count))
    add(payload, at: items.placeholder)
    set(dataID, at: index, of: items)
  }

  // MARK: - Parts in the whole response

  /// Reads the parts from the whole response of a server that ignores `@defer` and sent everything at once.
  ///
  /// - Parameter isComplete: whether the server has sent no parts. Otherwise one that is incomplete in the whole response has never
  ///   arrived.
  mutating func placeInline(_ whole: WholeResponse, isComplete: Bool) {
    let errors = ErrorTrie(whole.errors)
    commit.recordPart()
    // A deferred part may contain deferred parts; those come after all parts that enclose them.
    while !places.isEmpty {
      for place in places.takeOrder() {
        guard let placeholder = places.remove(place), placeholder.kind == .defer, let position = placeholder.position else { continue }
        let known = errors.map { $0.errors($0.node(placeholder.path)) } ?? []
        do throws(NormalizationError) {
          let payload = try normalizer.normalize(
            ResponsePart(whole.document, at: position, of: normalizer.operation, for: placeholder, errors: known))
          guard isComplete || payload.errors.count <= known.count else { continue }
          add(payload, at: placeholder, isInWhole: true)
          noteEdge(placeholder)
        } catch {
          if isComplete { fail(placeholder.label, whole.errors + error.graphQLErrors) }
        }
      }
    }
    for part in places.takeReady() { places.keep(part) }
  }
}
