/// The rows that a definition reads: for each of its objects, the slots in the order in which selections name them.
///
/// A slot is one response key of one object, regardless of the inline fragments and conditions around it. Only selections of different
/// types, in branches that cannot both match, have separate slots.
struct RowShapes: ReaderVisitor, Sendable {
  /// What distinguishes the slots of one object: the response key, the type, and for a marker its branch.
  struct SlotKey: Hashable, Sendable {
    var name: Name
    /// The type without its outermost non-null, and without the shape of an object.
    var type: ValueType
    /// For a marker, the marker of the enclosing type condition, or -1. For an aliased fragment, -2; for an `@inline` fragment, -3.
    var outerMarker = -1

    static func alias(_ name: Name) -> SlotKey { SlotKey(name: name, type: ValueType(.object(0)), outerMarker: -2) }

    static func inlineFragment(_ name: Name) -> SlotKey { SlotKey(name: name, type: ValueType(.object(0)), outerMarker: -3) }

    // Keys with the same name rarely have different types.
    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    func _rawHashValue(seed: Int) -> Int { WordHash.mix(name.address, UInt64(truncatingIfNeeded: outerMarker), seed: seed) }
  }

  /// One slot of a row: its type, and the shape of the objects in it.
  struct Slot: Sendable {
    var name: Name
    var type: ValueType
    /// Whether there is a property for it.
    var isShown = false

    var shape: Int? {
      if case .object(let shape) = type.base { return shape }
      return nil
    }
  }

  /// The slots of one object, in order.
  struct Shape: Sendable {
    var slots: [Slot] = []
    var indices = PositionTable<SlotKey>()
    /// Whether a null under `@required` makes the whole object null.
    var bubbles = false
    var connection: (edges: Int, node: Int)?
  }

  private(set) var shapes: [Shape] = [Shape()]
  private(set) var scalars = ScalarTable()
  /// The fragments that views read through the rows, each once.
  private(set) var fragments: [Name] = []
  private var fragmentNames: Set<Name> = []
  private let types: ScalarTypes
  private let connectionInterface: ConnectionInterface

  /// Builds the shapes of a definition. `shapes[0]` is its root.
  init(_ fragment: ReaderFragment, types: ScalarTypes, connectionInterface: ConnectionInterface) {
    self.types = types
    self.connectionInterface = connectionInterface
    let catches = fragment.metadata.map { $0.throwOnFieldError || $0.catchTo != nil } ?? false
    visit(fragment.selections, at: Place(shape: 0, type: fragment.type, isCaught: catches))
  }

  // MARK: Looking up

  func slot(of field: ReaderField, in shape: Int, isCaught: Bool) -> Int? {
    var table = scalars
    return shapes[shape].indices[Self.key(of: field, isCaught: isCaught, types: types, table: &table)]
  }

  func slot(ofSpread name: Name, in shape: Int) -> Int? {
    shapes[shape].indices[SlotKey(name: name, type: ValueType(.fragmentPointer))]
  }

  func slot(ofAlias name: Name, in shape: Int) -> Int? { shapes[shape].indices[.alias(name)] }

  func slot(ofInlineFragment name: Name, in shape: Int) -> Int? { shapes[shape].indices[.inlineFragment(name)] }

  func slot(ofMarker type: Name, under outer: Int, in shape: Int) -> Int? {
    shapes[shape].indices[SlotKey(name: type, type: ValueType(.marker), outerMarker: outer)]
  }

  /// The type of the field's property, as far as the field itself determines it.
  func type(of field: ReaderField, slot: Int, in shape: Int, isCaught: Bool) -> ValueType {
    var table = scalars
    let type = Self.schemaType(of: field, isCaught: isCaught, types: types, table: &table)
    return Self.promised(type, of: field, slot: shapes[shape].slots[slot], in: shapes)
  }

  private static func promised(_ schemaType: ValueType, of field: ReaderField, slot: Slot, in shapes: [Shape]) -> ValueType {
    var type = schemaType
    type.base = slot.type.base
    if let child = slot.shape, shapes[child].bubbles { type.set(false, level: type.listDepth) }
    for modifier in field.modifiers {
      switch modifier {
      case .required: if !type.isResult { type.isNonNull = true }
      case .catch(.result): type.isResult = true
      case .catch(.null): if !type.isResult { type.isNonNull = false }
      }
    }
    return type
  }

  // MARK: Building

  /// The object of some selections, as in the plan of its reader.
  struct Place {
    var shape: Int
    var type: TypeID
    /// The marker of the type condition; -1 without one.
    var marker = -1
    /// Whether errors are caught here, so that `@semanticNonNull` fields are not null.
    var isCaught: Bool
  }

  mutating func visit(_ aliased: AliasedSelection, at place: Place) {
    let child = fragmentSlot(.alias(aliased.alias), in: place.shape, type: aliased.type)
    let isCaught = place.isCaught || aliased.catchTarget != nil
    visit(aliased.fragment.selections, at: Place(shape: child, type: aliased.fragment.type, isCaught: isCaught))
  }

  mutating func visit(_ fragment: ReaderInlineFragment, at place: Place) {
    var inner = place
    inner.type = fragment.type
    if !types.schema.isSubtype(place.type, of: fragment.type) {
      let key = SlotKey(name: fragment.typeName, type: ValueType(.marker), outerMarker: place.marker)
      inner.marker = slot(key, in: place.shape, type: ValueType(.marker, isNonNull: true))
    }
    visit(fragment.selections, at: inner)
  }

  mutating func visit(_ spread: ReaderFragmentSpread, at place: Place) {
    let type = ValueType(.fragmentPointer)
    _ = slot(SlotKey(name: spread.name, type: type), in: place.shape, type: ValueType(.fragmentPointer, isNonNull: true))
    let isForViews = !spread.isUpdatable && spread.assignableType == nil
    if isForViews, fragmentNames.insert(spread.name).inserted { fragments.append(spread.name) }
  }

  mutating func visit(_ spread: ReaderInlineDataFragmentSpread, at place: Place) {
    let child = fragmentSlot(.inlineFragment(spread.name), in: place.shape) { ValueType(.object($0), isNonNull: true) }
    visit(spread.selections, at: Place(shape: child, type: place.type, isCaught: place.isCaught))
  }

  mutating func visit(_ group: ReaderGroup, at place: Place) { visit(group.selections, at: place) }

  mutating func visit(_ field: ReaderField, at place: Place) {
    let (shape, isCaught) = (place.shape, place.isCaught)
    let schemaType = Self.schemaType(of: field, isCaught: isCaught, types: types, table: &scalars)
    let key = Self.key(of: field, schemaType)
    let index: Int
    if let known = shapes[shape].indices[key] {
      index = known
    } else {
      var type = schemaType
      if case .linked = field.kind {
        type.base = .object(shapes.count)
        shapes.append(Shape())
      }
      index = slot(key, in: shape, type: type)
      shapes[shape].slots[index].type.isNonNull = true
    }
    if !field.isHidden { shapes[shape].slots[index].isShown = true }
    if field.bubbles { shapes[shape].bubbles = true }
    if case .linked(let linked) = field.kind, let child = shapes[shape].slots[index].shape {
      visit(linked.selections, at: Place(shape: child, type: linked.type.named, isCaught: isCaught || field.catches))
      if linked.isConnection { addConnection(child) }
    }
    // The slot guarantees only what all of its selections guarantee.
    let promised = Self.promised(schemaType, of: field, slot: shapes[shape].slots[index], in: shapes)
    let isNonNull = shapes[shape].slots[index].type.isNonNull && promised.isNonNull
    shapes[shape].slots[index].type = promised
    shapes[shape].slots[index].type.isNonNull = isNonNull
  }

  private mutating func addConnection(_ shape: Int) {
    func slot(_ name: Name, in shape: Int, listDepth: Int) -> Int? {
      shapes[shape].slots.firstIndex { $0.name == name && $0.shape != nil && $0.type.listDepth == listDepth && !$0.type.isResult }
    }
    guard let edges = slot(connectionInterface.edges, in: shape, listDepth: 1), let edgeShape = shapes[shape].slots[edges].shape,
      let node = slot(connectionInterface.node, in: edgeShape, listDepth: 0)
    else { return }
    shapes[shape].connection = (edges, node)
  }

  /// Whether the nodes of a connection are accessible through properties.
  func showsConnection(_ shape: Int) -> Bool {
    guard let (edges, node) = shapes[shape].connection, let edge = shapes[shape].slots[edges].shape else { return false }
    return shapes[shape].slots[edges].isShown && shapes[edge].slots[node].isShown
  }

  private mutating func fragmentSlot(_ key: SlotKey, in shape: Int, type: (_ shape: Int) -> ValueType) -> Int {
    if let index = shapes[shape].indices[key], let child = shapes[shape].slots[index].shape { return child }
    let child = shapes.count
    shapes.append(Shape())
    _ = slot(key, in: shape, type: type(child))
    return child
  }

  private mutating func slot(_ key: SlotKey, in shape: Int, type: ValueType) -> Int {
    if let index = shapes[shape].indices[key] { return index }
    let index = shapes[shape].slots.count
    shapes[shape].slots.append(Slot(name: key.name, type: type))
    shapes[shape].indices.append(key)
    return index
  }

  // These are static because a call with `&scalars` would otherwise copy the shapes.
  private static func key(of field: ReaderField, isCaught: Bool, types: ScalarTypes, table: inout ScalarTable) -> SlotKey {
    key(of: field, schemaType(of: field, isCaught: isCaught, types: types, table: &table))
  }

  private static func key(of field: ReaderField, _ schemaType: ValueType) -> SlotKey {
    var type = schemaType
    type.isNonNull = false
    type.isResult = field.modifiers.contains { modifier in
      if case .catch(.result) = modifier { return true }
      return false
    }
    return SlotKey(name: field.responseKey, type: type)
  }

  /// The field's type in the schema, using `@semanticNonNull` if errors are not read as null, and without the shape of an object.
  private static func schemaType(of field: ReaderField, isCaught: Bool, types: ScalarTypes, table: inout ScalarTable) -> ValueType {
    let base: ValueType.Base
    switch field.kind {
    case .scalar(let scalar): base = types.base(of: scalar.type.named, numberedIn: &table)
    case .linked: base = .object(0)
    }
    let levels = isCaught || field.catches ? field.field.map { types.schema[$0].semanticNonNullLevels } ?? [] : []
    return ValueType(base, in: field.type, semanticNonNull: levels)
  }
}
