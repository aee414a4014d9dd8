/// Field Selection Merging (specification, section 5.3.2): fields with the same response name can be merged into one.
///
/// The specification compares all pairs. Here, selection sets at the same place of the response are merged as a set: the fields of the
/// set are grouped by response name, each group is compared with its first field, and the selection sets of a group make up the next set.
/// A set is examined only once, so for documents written by people the work is proportional to the fields of the operation; for generated
/// ones it is bounded by `maximumWork`.
///
/// Two groups of rules apply, as in the specification: if an object can have both parent types, the fields must be the same field with
/// the same arguments ("FieldsInSetCanMerge"); fields of different objects need only have the same shape ("SameResponseShape").
struct FieldSelectionMerging {
  /// The number of fields that may be examined for one definition, which takes about a second. Documents of applications stay below a
  /// thousandth of it.
  static let maximumWork = 8_000_000
  /// The number of definitions that are checked together and share what they know about fragments. It is a constant because the cost of a
  /// definition depends on its share, and the verdict of `maximumWork` must not depend on the number of processors.
  static let rootsPerShare = 256

  private var graph: MergeGraph
  private let maximumWork: Int
  private var diagnostics: [Diagnostic] = []
  private var pending: [MergedSet] = []
  private var seen: Set<MergedSet> = []
  /// The selection sets of one object that have been compared alone, by unit. Most sets are like that.
  private var isSeenAlone: [Bool] = []

  /// Selection sets at the same place of the response, which are merged into one.
  private struct MergedSet: Hashable {
    /// Sorted, each once.
    var units: [Int]
    /// Whether one object can have all of them; otherwise, only shapes are compared.
    var isSameObject: Bool
  }

  /// Checks these definitions. They share what is known about the fragments that they spread, and a set that two of them have in common
  /// is checked once.
  static func check(_ roots: ArraySlice<Int>, _ context: ValidationContext, maximumWork: Int = maximumWork) -> [Diagnostic] {
    var merging = FieldSelectionMerging(graph: MergeGraph(context), maximumWork: maximumWork)
    for index in roots {
      merging.graph.work = 0
      merging.enqueue([merging.graph.unit(ofDefinition: index)], isSameObject: true)
      while let set = merging.pending.popLast() {
        merging.check(set)
        if merging.graph.work > maximumWork {
          merging.diagnostics.append(.selectionsTooComplex(at: context.definitions[index].nameRange))
          merging.pending.removeAll()
        }
      }
    }
    return merging.diagnostics + merging.graph.diagnostics
  }

  private init(graph: MergeGraph, maximumWork: Int) {
    self.graph = graph
    self.maximumWork = maximumWork
  }

  private mutating func enqueue(_ units: [Int], isSameObject: Bool) {
    guard !units.isEmpty else { return }
    var sorted = graph.withoutWrappers(units)
    if sorted.count > 1 {
      sorted.sort()
      var unique: [Int] = []
      for unit in sorted where unique.last != unit { unique.append(unit) }
      sorted = unique
    }
    if sorted.count == 1 {
      // A single selection set has been compared together with its parents.
      if isSameObject, markSeenAlone(sorted[0]) { pending.append(MergedSet(units: sorted, isSameObject: true)) }
      return
    }
    let set = MergedSet(units: sorted, isSameObject: isSameObject)
    if seen.insert(set).inserted { pending.append(set) }
  }

  /// Returns whether the unit had not been seen.
  private mutating func markSeenAlone(_ unit: Int) -> Bool {
    if unit >= isSeenAlone.count { isSeenAlone += repeatElement(false, count: unit + 64 - isSeenAlone.count) }
    if isSeenAlone[unit] { return false }
    isSeenAlone[unit] = true
    return true
  }

  /// Groups the fields of a set by response name.
  private mutating func check(_ set: MergedSet) {
    let fields = graph.fields(of: set.units, maximumWork: maximumWork)
    let order = Self.order(of: fields)
    var start = 0
    while start < order.count {
      let first = order[start].position
      var end = start + 1
      while end < order.count, fields[order[end].position].key == fields[first].key { end += 1 }
      if end - start == 1 {
        if set.isSameObject, fields[first].child >= 0 { enqueue([fields[first].child], isSameObject: true) }
      } else {
        let group = order[start..<end].map { fields[$0.position] }
        check(group[...], isSameObject: set.isSameObject)
      }
      start = end
    }
  }

  /// The positions of the fields, by response name and then in source order. Sorting positions moves no fields, which are large.
  private static func order(of fields: [MergeField]) -> [(hash: UInt64, position: Int)] {
    var order = fields.indices.map { (hash: fields[$0].key.stableHash, position: $0) }
    if order.count < 2 { return order }
    order.sort { left, right in
      if left.hash != right.hash { return left.hash < right.hash }
      let (a, b) = (fields[left.position], fields[right.position])
      if a.key != b.key { return a.key < b.key }
      if a.role.rank != b.role.rank { return a.role.rank < b.role.rank }
      return (a.range.file, a.range.start, a.order) < (b.range.file, b.range.start, b.order)
    }
    return order
  }

  /// Checks fields with the same response name, in source order.
  private mutating func check(_ group: ArraySlice<MergeField>, isSameObject: Bool) {
    guard let first = group.first else { return }
    for field in group.dropFirst() where !graph.context.schema.isSameShape(first.type, field.type) && areCompared(first, field) {
      if !reportAdded(first, field) { report(.conflictingTypes(first, field, in: graph.context.schema)) }
      return
    }
    let children = group.compactMap { $0.child >= 0 ? $0.child : nil }
    guard isSameObject else { return enqueue(children, isSameObject: false) }
    guard let objects = objectTypes(of: group) else {
      if isSameField(group) { enqueue(children, isSameObject: true) }
      return
    }
    // Different objects are never the same value, but each of them is compared with the fields of interfaces and unions.
    let schema = graph.context.schema
    var byObject: [TypeID: [Int]] = [:]
    var others: [Int] = []
    for index in group.indices {
      if schema[group[index].parent].kind == .object {
        byObject[group[index].parent, default: []].append(index)
      } else {
        others.append(index)
      }
    }
    for object in objects {
      let positions = others.isEmpty ? byObject[object] ?? [] : ((byObject[object] ?? []) + others).sorted()
      let ofObject = positions.map { group[$0] }
      graph.work += ofObject.count
      guard isSameField(ofObject[...]) else { return }
      enqueue(ofObject.compactMap { $0.child >= 0 ? $0.child : nil }, isSameObject: true)
    }
    enqueue(children, isSameObject: false)
  }

  /// The object types among the parents, if there are at least two.
  private func objectTypes(of group: ArraySlice<MergeField>) -> [TypeID]? {
    var objects: [TypeID] = []
    var seen: Set<TypeID> = []
    for field in group where objects.last != field.parent {
      if graph.context.schema[field.parent].kind == .object, seen.insert(field.parent).inserted { objects.append(field.parent) }
    }
    return objects.count > 1 ? objects : nil
  }

  /// Whether all of them are the same field with the same arguments. Reports differences.
  private mutating func isSameField(_ group: ArraySlice<MergeField>) -> Bool {
    guard let first = group.first else { return true }
    let isRelay = graph.context.profile == .relay
    for field in group.dropFirst() where areCompared(first, field) {
      if field.name != first.name {
        if !reportAdded(first, field) { report(.conflictingFields(first, field)) }
        return false
      }
      if !field.hasSameArguments(as: first, ignoringNull: isRelay) {
        if field.role == .connection {
          report(.conflictingConnectionField(first, field, in: graph.context.schema))
        } else {
          report(.conflictingArguments(first, field))
        }
        return false
      }
      // What is added to a stream is a part of it.
      if isRelay, field.isStreamed || first.isStreamed, field.role != .connection {
        report(.conflictingStreams(first, field))
        return false
      }
    }
    return true
  }

  /// Whether the specification or Relay compares the fields. Relay compares the ids that it adds with those of objects only, and the alias
  /// `id` is another error (`FieldAliases`).
  private func areCompared(_ a: MergeField, _ b: MergeField) -> Bool {
    let schema = graph.context.schema
    return b.role != .id || a.role == .id || a.name == b.name && schema[a.parent].kind == .object
  }

  /// Whether one of two conflicting fields was added. In that case, the conflict is reported at the other one.
  private mutating func reportAdded(_ a: MergeField, _ b: MergeField) -> Bool {
    let schema = graph.context.schema
    switch (a.role, b.role) {
    case (.written, .written): return false
    case (_, .connection): report(.conflictingConnectionField(a, b, in: schema))
    case (.connection, _): report(.conflictingConnectionField(b, a, in: schema))
    case (.written, _): report(.conflictingKeyField(a, b, in: schema))
    case (_, .written): report(.conflictingKeyField(b, a, in: schema))
    default: report(.conflictingKeys(a, b, in: schema))
    }
    return true
  }

  private mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
}

extension ValidationRule {
  static let fieldSelectionMerging = ValidationRule(sections: ["5.3.2"], mergeRoots: { FieldSelectionMerging.check($0, $1) })
}

extension ValidationContext {
  /// The definitions whose fields are merged. For Relay these are operations, and fragments that become operations; other fragments are
  /// merged where their arguments are known.
  var mergeRoots: [Int] {
    ownIndices.filter { index in
      guard profile == .relay, case .fragment(let fragment) = definitions[index].syntax else { return true }
      return fragment.directives.contains { $0.name.name == .refetchable }
    }
  }
}

extension Schema {
  /// "SameResponseShape" of two types, without their selections.
  func isSameShape(_ a: TypeReference, _ b: TypeReference) -> Bool {
    if a == b { return true }
    var a = a
    var b = b
    while true {
      guard a.isNonNull == b.isNonNull else { return false }
      switch (a.item, b.item) {
      case (let left?, let right?):
        a = left
        b = right
      case (nil, nil):
        return a.named == b.named || isComposite(a.named) && isComposite(b.named)
      default:
        return false
      }
    }
  }
}
