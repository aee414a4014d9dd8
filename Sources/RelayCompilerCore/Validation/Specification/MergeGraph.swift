/// The fields of selection sets in the form in which `FieldSelectionMerging` compares them: with inline fragments dissolved, spreads
/// resolved and, for Relay, fragment arguments substituted.
///
/// Arguments that grow or multiply from spread to spread could make a small document enormous. A value beyond `FragmentArgumentLimits` is
/// an error, and its spread is not followed.
struct MergeGraph {
  let context: ValidationContext
  /// Errors found while following spreads.
  private(set) var diagnostics: [Diagnostic] = []
  /// The number of fields, spreads and pieces of argument text examined. The caller resets it.
  var work = 0
  private var units: [Unit] = []
  private var unitIDs: [UnitKey: Int] = [:]
  /// The values of fragment arguments. The first environment, for operations, is empty.
  private var environments: [[Name: ValueSyntax]] = [[:]]
  private var environmentIDs: [[UInt8]: Int] = [:]
  /// The number of environments of a fragment, by the index of its definition.
  private var environmentCounts: [Int: Int] = [:]
  private var idFields: [TypeID: [FieldID]] = [:]

  /// A selection set in an environment.
  private struct Unit {
    let set: SelectionSetSyntax
    let parent: TypeID?
    let environment: Int
    /// Whether it is the selection set of a field, to which identifying fields are added.
    let isObject: Bool
    /// The connection whose selection set it is.
    var connection: Connection?
    var isExpanded = false
    var fields: [MergeField] = []
    var spreads: [Int] = []
  }

  /// What `@connection` or `@stream_connection` says of the selections of its field.
  private struct Connection {
    /// The fields of the page info that Relay adds.
    let pageInfo: [Name]
    let isStreamed: Bool
    /// The range of the directive.
    let range: SourceRange
  }

  private struct UnitKey: Hashable {
    var file: FileID
    var start: UInt32
    var environment: Int

    func _rawHashValue(seed: Int) -> Int {
      WordHash.mix(UInt64(file.rawValue) << 32 | UInt64(start), UInt64(truncatingIfNeeded: environment), seed: seed)
    }
  }

  init(_ context: ValidationContext) { self.context = context }

  mutating func unit(ofDefinition index: Int) -> Int {
    let definition = context.definitions[index]
    return unit(definition.selectionSet, on: definition.type, in: 0)
  }

  private mutating func unit(
    _ set: SelectionSetSyntax, on parent: TypeID?, in environment: Int, isObject: Bool = false, connection: Connection? = nil
  ) -> Int {
    let key = UnitKey(file: set.range.file, start: set.range.start, environment: environment)
    if let existing = unitIDs[key] { return existing }
    units.append(Unit(set: set, parent: parent, environment: environment, isObject: isObject, connection: connection))
    unitIDs[key] = units.count - 1
    return units.count - 1
  }

  /// The fields of these selection sets and of every fragment that they spread, as far as `work` allows.
  mutating func fields(of roots: [Int], maximumWork: Int) -> [MergeField] {
    if roots.count == 1 {
      expand(roots[0])
      if units[roots[0]].spreads.isEmpty {
        work += units[roots[0]].fields.count
        return units[roots[0]].fields
      }
    }
    var queue = roots
    var visited = Set(roots)
    var result: [MergeField] = []
    var position = 0
    while position < queue.count, work <= maximumWork {
      let unit = queue[position]
      position += 1
      expand(unit)
      result += units[unit].fields
      work += units[unit].fields.count + units[unit].spreads.count
      for spread in units[unit].spreads where visited.insert(spread).inserted { queue.append(spread) }
    }
    return result
  }

  /// The units, with each unit that consists only of spreads replaced by what it spreads, so that sets that differ only in such units are
  /// the same.
  mutating func withoutWrappers(_ wrapped: [Int]) -> [Int] {
    for unit in wrapped { expand(unit) }
    if wrapped.allSatisfy({ !units[$0].fields.isEmpty || units[$0].spreads.isEmpty }) { return wrapped }
    var result: [Int] = []
    var pending = wrapped
    var visited = Set(wrapped)
    while let unit = pending.popLast() {
      expand(unit)
      if units[unit].fields.isEmpty, !units[unit].spreads.isEmpty {
        work += units[unit].spreads.count
        for spread in units[unit].spreads where visited.insert(spread).inserted { pending.append(spread) }
      } else {
        result.append(unit)
      }
    }
    return result
  }

  private mutating func expand(_ index: Int) {
    guard !units[index].isExpanded else { return }
    units[index].isExpanded = true
    let unit = units[index]
    guard let parent = unit.parent else { return }
    var fields: [MergeField] = []
    var spreads: [Int] = []
    collect(unit.set, on: parent, in: unit.environment, fields: &fields, spreads: &spreads)
    if unit.isObject { addKeys(of: parent, at: unit.set.range, to: &fields) }
    if let connection = unit.connection { add(connection, of: parent, in: unit.set, to: &fields) }
    units[index].fields = fields
    units[index].spreads = spreads
  }

  /// Adds the fields that identify objects, which are selected even if they are not in the document.
  private mutating func addKeys(of type: TypeID, at range: SourceRange, to fields: inout [MergeField]) {
    let schema = context.schema
    for object in schema.keyedTypes(of: type) {
      for field in schema[object].key?.fields ?? [] { fields.append(added(field, .key, at: range, order: fields.count)) }
    }
    for field in idFields(of: type) { fields.append(added(field, .id, at: range, order: fields.count)) }
  }

  private func added(_ id: FieldID, _ role: MergeField.Role, at range: SourceRange, child: Int = -1, order: Int) -> MergeField {
    let field = context.schema[id]
    return MergeField(
      key: field.name, name: field.name, parent: field.parent, type: field.type, arguments: [], range: range, child: child, order: order,
      isStreamed: false, role: role)
  }

  // MARK: - Connections

  /// nil for another field, and for a connection without a page size, which is an error of its own.
  private func connection(of field: FieldSyntax) -> Connection? {
    guard context.profile == .relay, !field.directives.isEmpty,
      let directive = field.directives.first(where: { $0.name.name == .connection || $0.name.name == .streamConnection })
    else { return nil }
    let isForward = field.arguments.contains { $0.name.name == .first }
    let isBackward = field.arguments.contains { $0.name.name == .last }
    if !isForward, !isBackward { return nil }
    return Connection(
      pageInfo: context.options.schema.connectionInterface.pageInfoFields(isForward: isForward, isBackward: isBackward),
      isStreamed: directive.name.name == .streamConnection && !directive.isOff(by: .if), range: directive.range)
  }

  /// Adds what `transformConnections` adds to the selections of a connection.
  private mutating func add(
    _ connection: Connection, of type: TypeID, in set: SelectionSetSyntax, to fields: inout [MergeField]
  ) {
    let (schema, names) = (context.schema, context.options.schema.connectionInterface)
    guard let edges = schema.field(names.edges, on: type), let pageInfo = schema.field(names.pageInfo, on: type) else { return }
    if connection.isStreamed, let range = range(of: names.edges, in: set), let streamed = fields.firstIndex(where: { $0.range == range }) {
      fields[streamed].isStreamed = true
    }
    for (field, inner) in [(edges, [names.cursor, names.node]), (pageInfo, connection.pageInfo)] {
      let child = unit(adding: inner.compactMap { schema.field($0, on: schema[field].type.named) }, at: connection.range)
      fields.append(added(field, .connection, at: connection.range, child: child, order: fields.count))
    }
  }

  /// A selection set that is not in the document.
  private mutating func unit(adding ids: [FieldID], at range: SourceRange) -> Int {
    var unit = Unit(set: SelectionSetSyntax(range: range, selections: []), parent: nil, environment: 0, isObject: false, connection: nil)
    unit.isExpanded = true
    unit.fields = ids.enumerated().map { order, id in added(id, .connection, at: range, order: order) }
    units.append(unit)
    return units.count - 1
  }

  /// The range of the field that the set itself selects under its own name.
  private func range(of name: Name, in set: SelectionSetSyntax) -> SourceRange? {
    for case .field(let field) in set.selections where field.name.name == name {
      let key = field.alias ?? field.name
      if key.name == name { return key.range }
    }
    return nil
  }

  // MARK: - Selections

  /// The ids that Relay selects of the objects of an abstract type: one of each type that an id has, because others conflict with the same.
  private mutating func idFields(of type: TypeID) -> [FieldID] {
    if let known = idFields[type] { return known }
    let (schema, name) = (context.schema, context.options.schema.nodeInterfaceIDField)
    var result: [FieldID] = []
    if context.profile == .relay, schema.isAbstract(type), schema.idField(name, of: type) == nil {
      for field in schema.idFields(name, ofObjectsOf: type) where !schema[field].isClientOnly {
        if !result.contains(where: { schema[$0].type == schema[field].type }) { result.append(field) }
      }
    }
    idFields[type] = result
    return result
  }

  private mutating func collect(
    _ set: SelectionSetSyntax, on parent: TypeID, in environment: Int, fields: inout [MergeField], spreads: inout [Int]
  ) {
    for selection in set.selections {
      switch selection {
      case .field(let field):
        if isNeverIncluded(field.directives, environment) { continue }
        guard let type = type(of: field.name.name, on: parent) else { continue }
        var child = -1
        if let set = field.selectionSet, context.schema.isComposite(type.named) {
          child = unit(set, on: type.named, in: environment, isObject: true, connection: connection(of: field))
        }
        fields.append(
          MergeField(
            key: (field.alias ?? field.name).name, name: field.name.name, parent: parent, type: type,
            arguments: close(field.arguments, environment), range: (field.alias ?? field.name).range, child: child,
            order: fields.count, isStreamed: isStreamed(field)))
      case .fragmentSpread(let spread):
        if isNeverIncluded(spread.directives, environment) { continue }
        guard let index = context.fragments[spread.name.name] else { continue }
        let definition = context.definitions[index]
        guard let type = definition.type, context.schema.isComposite(type) else { continue }
        guard let inner = self.environment(of: spread, index, environment) else { continue }
        spreads.append(unit(definition.selectionSet, on: type, in: inner))
      case .inlineFragment(let fragment):
        if isNeverIncluded(fragment.directives, environment) { continue }
        var inner = parent
        if let condition = fragment.typeCondition {
          guard let type = context.schema.type(named: condition.name), context.schema.isComposite(type) else { continue }
          inner = type
        }
        collect(fragment.selectionSet, on: inner, in: environment, fields: &fields, spreads: &spreads)
      }
    }
  }

  private func type(of name: Name, on parent: TypeID) -> TypeReference? {
    if let id = context.schema.field(name, on: parent) { return context.schema[id].type }
    switch name {
    case .typename: return context.string.map { TypeReference($0).nonNull }
    case .clientID: return context.id.map { TypeReference($0).nonNull }
    case .token: return context.string.map { TypeReference($0) }
    case .schemaField: return context.schema.type(named: .schemaType).map { TypeReference($0).nonNull }
    case .typeField: return context.schema.type(named: .typeType).map { TypeReference($0) }
    default: return nil
    }
  }

  private func isStreamed(_ field: FieldSyntax) -> Bool {
    let names = context.options.schema.deferStreamInterface
    return context.profile == .relay && !field.directives.isEmpty
      && field.directives.contains { $0.name.name == names.streamName && !$0.isOff(by: names.ifArgument) }
  }

  // MARK: - Fragment arguments

  /// Relay drops what a constant condition excludes before it compares fields.
  private func isNeverIncluded(_ directives: [DirectiveSyntax], _ environment: Int) -> Bool {
    guard !directives.isEmpty, context.profile == .relay else { return false }
    for directive in directives where directive.name.name == .skip || directive.name.name == .include {
      guard let argument = directive.arguments.first(where: { $0.name.name == .if }),
        case .boolean(let value, _) = close(argument.value, environment)
      else { continue }
      if value == (directive.name.name == .skip) { return true }
    }
    return false
  }

  /// The environment of the fragment at this spread; nil if an argument exceeds the limits, which is reported.
  private mutating func environment(of spread: FragmentSpreadSyntax, _ index: Int, _ outer: Int) -> Int? {
    let fragment = context.definitions[index]
    if fragment.arguments.isEmpty { return 0 }
    let passed = spread.directives.first { Name.isArgumentDirective($0.name.name) }?.arguments ?? []
    // Arguments that are not passed have the same values for all spreads.
    var given: [Int: ValueSyntax] = [:]
    for argument in passed {
      guard let position = fragment.arguments.position(of: argument.name.name), fragment.arguments[position].provider == nil,
        given[position] == nil
      else { continue }
      let closed = close(argument.value, outer)
      if closed.isLarger(than: FragmentArgumentLimits.values, depth: FragmentArgumentLimits.depth) {
        diagnostics.append(.fragmentArgumentTooLarge(argument.name, at: argument.value.range))
        return nil
      }
      given[position] = closed
    }
    var key = Array((fragment.name?.name.string ?? "").utf8)
    for position in given.keys.sorted() {
      guard let value = given[position], !value.isNull else { continue }
      key += "\u{0}\(position)\u{1}\(value.canonicalText)".utf8
    }
    // The cost is about that of examining this many fields.
    work += 16 + key.count / 4
    if let existing = environmentIDs[key] { return existing }
    guard environmentCounts[index, default: 0] < FragmentArgumentLimits.copies else {
      diagnostics.append(.tooManyFragmentCopies(fragment.name?.name ?? spread.name.name, at: fragment.nameRange))
      return nil
    }
    environmentCounts[index, default: 0] += 1
    var values: [Name: ValueSyntax] = [:]
    for (position, argument) in fragment.arguments.enumerated() {
      var value = argument.defaultValue ?? .null(argument.name.range)
      if let provider = argument.provider {
        value = .variable(NameSyntax(.providedVariable(provider.value), at: provider.range))
      } else if let given = given[position], !given.isNull {
        value = given
      }
      values[argument.name.name] = value
    }
    environments.append(values)
    environmentIDs[key] = environments.count - 1
    return environments.count - 1
  }

  private func close(_ arguments: [ArgumentSyntax], _ environment: Int) -> [ArgumentSyntax] {
    if environment == 0 || arguments.isEmpty { return arguments }
    return arguments.map { ArgumentSyntax(range: $0.range, name: $0.name, value: close($0.value, environment)) }
  }

  /// The value with the fragment's arguments substituted.
  private func close(_ value: ValueSyntax, _ environment: Int) -> ValueSyntax {
    if environment == 0 { return value }
    switch value {
    case .variable(let name): return environments[environment][name.name] ?? value
    case .list(let items, let range): return .list(items.map { close($0, environment) }, range)
    case .object(let fields, let range): return .object(close(fields, environment), range)
    case .int, .float, .string, .boolean, .null, .enum: return value
    }
  }
}

/// One field of a selection set.
struct MergeField {
  var key: Name
  var name: Name
  var parent: TypeID
  var type: TypeReference
  var arguments: [ArgumentSyntax]
  /// The range of the response name.
  var range: SourceRange
  /// The unit of its selection set; -1 if it has none.
  var child: Int
  var order: Int
  var isStreamed: Bool
  var role = Role.written

  /// Whether the field is in the document, or is added: to identify the object, or for paging.
  enum Role {
    case written, key, connection, id

    /// What is written is compared first, and with it what is as good as written.
    var rank: Int {
      switch self {
      case .written, .key: 0
      case .connection: 1
      case .id: 2
      }
    }
  }

  func hasSameArguments(as other: MergeField, ignoringNull: Bool) -> Bool {
    ArgumentSyntax.areSame(arguments, other.arguments, ignoringNull: ignoringNull)
  }
}

extension ArgumentSyntax {
  /// Whether both lists contain the same arguments with the same values, in any order.
  static func areSame(_ a: [ArgumentSyntax], _ b: [ArgumentSyntax], ignoringNull: Bool = false) -> Bool {
    if a.isEmpty, b.isEmpty { return true }
    var a = a
    var b = b
    if ignoringNull {
      a.removeAll { $0.value.isNull }
      b.removeAll { $0.value.isNull }
    }
    guard a.count == b.count else { return false }
    if zip(a, b).allSatisfy({ $0.name.name == $1.name.name }) {
      return zip(a, b).allSatisfy { $0.value.isSame(as: $1.value) }
    }
    a = a.sorted(byName: \.name.name)
    b = b.sorted(byName: \.name.name)
    return zip(a, b).allSatisfy { $0.name.name == $1.name.name && $0.value.isSame(as: $1.value) }
  }
}

extension DirectiveSyntax {
  /// Whether a constant argument takes the directive away.
  fileprivate func isOff(by argument: Name) -> Bool {
    arguments.contains { given in
      if given.name.name == argument, case .boolean(false, _) = given.value { true } else { false }
    }
  }
}

extension ValueSyntax {
  var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Whether two values are equal as written, apart from the order of input fields.
  func isSame(as other: ValueSyntax) -> Bool {
    switch (self, other) {
    case (.variable(let a), .variable(let b)): a.name == b.name
    case (.int(let a, _), .int(let b, _)), (.float(let a, _), .float(let b, _)): a == b
    // Strings that Swift takes for the same can be others for a server: "é" of one scalar, and of two.
    case (.string(let a), .string(let b)): a.value.utf8.elementsEqual(b.value.utf8)
    case (.boolean(let a, _), .boolean(let b, _)): a == b
    case (.null, .null): true
    case (.enum(let a), .enum(let b)): a.name == b.name
    case (.list(let a, _), .list(let b, _)): a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.object(let a, _), .object(let b, _)): ArgumentSyntax.areSame(a, b)
    default: false
    }
  }

  /// Whether it has more than `limit` values, including those in lists and objects, or is nested deeper than `depth`. Stops as soon as
  /// that is known.
  func isLarger(than limit: Int, depth: Int) -> Bool {
    var rest = limit
    return uses(up: &rest, depth: depth)
  }

  private func uses(up rest: inout Int, depth: Int) -> Bool {
    rest -= 1
    if rest < 0 || depth < 0 { return true }
    switch self {
    case .list(let items, _): return items.contains { $0.uses(up: &rest, depth: depth - 1) }
    case .object(let fields, _): return fields.contains { $0.value.uses(up: &rest, depth: depth - 1) }
    case .variable, .int, .float, .string, .boolean, .null, .enum: return false
    }
  }

  /// The value in GraphQL notation, on one line. Block strings have their meaning between quotes.
  var canonicalText: String {
    switch self {
    case .variable(let name): "$\(name.name)"
    case .int(let text, _), .float(let text, _): text
    case .string(let string): "\"\(string.literal)\""
    case .boolean(let value, _): value ? "true" : "false"
    case .null: "null"
    case .enum(let name): name.name.string
    case .list(let items, _): "[" + items.map(\.canonicalText).joined(separator: ", ") + "]"
    case .object(let fields, _): "{" + fields.map { "\($0.name.name): \($0.value.canonicalText)" }.joined(separator: ", ") + "}"
    }
  }
}
