// Scalars and links.

extension Reader {
  // MARK: Scalars

  @inline(__always)
  mutating func scalar(_ step: ReaderStep, _ object: Object) {
    guard step.slot >= 0 else { return }
    let key = key(step)
    let index = find(key, in: object)
    guard index >= 0 else { return missingScalar(key, step, object) }
    if step.index < 0, case .string(let text) = object.fields[index].value {
      object.slots[Int(step.slot)] = .string(text)
      return
    }
    scalar(object.fields[index].value, key, step, object)
  }

  private mutating func scalar(_ value: Value, _ key: KeyID, _ step: ReaderStep, _ object: Object) {
    if case .null = value {
      object.slots[Int(step.slot)] = .null
      addErrors(key, step, object)
    } else {
      object.slots[Int(step.slot)] = step.index < 0 ? SlotValue(value) : converted(value, step, object)
    }
  }

  private mutating func missingScalar(_ key: KeyID, _ step: ReaderStep, _ object: Object) {
    switch key {
    case Keys.typename: object.slots[Int(step.slot)] = .string(Keys.name(entries[Int(object.record)].record.type))
    case Keys.dataID: object.slots[Int(step.slot)] = .string(names[Int(object.record)])
    default:
      markMissing(step.slot, of: object)
      object.slots[Int(step.slot)] = .missing
    }
  }

  /// A custom scalar, or a list of them, in its Swift type.
  private mutating func converted(_ value: Value, _ step: ReaderStep, _ object: Object) -> SlotValue {
    let scalars = context.definition.scalars
    guard scalars.indices.contains(Int(step.index)), let json = value.json else { return SlotValue(value) }
    let isList = context.plan.shapes[Int(object.shape)].types[Int(step.slot)].isList
    func convert(_ json: JSON, _ isList: Bool) -> SlotValue? {
      if json.isNull { return .null }
      if isList, case .array(let items) = json {
        var converted: [SlotValue] = []
        for item in items {
          guard let item = convert(item, true) else { return nil }
          converted.append(item)
        }
        return .list(converted)
      }
      return (try? scalars[Int(step.index)].box(json)).map { .scalar($0) }
    }
    if let converted = convert(json, isList) { return converted }
    isIrreproducible = true
    path.append((object.shape, step.slot))
    errors.append(FieldError(kind: .invalidScalar, owner: context.plan.name, path: pathText))
    path.removeLast()
    return .null
  }

  /// Reports what the server said about a field that is null.
  private mutating func addErrors(_ key: KeyID, _ step: ReaderStep, _ object: Object) {
    guard let known = entries[Int(object.record)].record.errors?[key] else { return }
    isIrreproducible = true
    path.append((object.shape, step.slot))
    for error in known {
      errors.append(FieldError(kind: .payloadError, owner: context.plan.name, path: pathText, error: error))
    }
    path.removeLast()
  }

  // MARK: Links

  mutating func linked(_ at: Int, _ step: ReaderStep, _ object: Object) {
    guard step.slot >= 0 else { return }
    let slot = Int(step.slot)
    let key = key(step)
    let index = find(key, in: object)
    guard index >= 0 else {
      markMissing(step.slot, of: object)
      object.slots[slot] = .missing
      return
    }
    guard linkMode == .read else { return takeOverLink(object.fields[index].value, at, step, object) }
    path.append((object.shape, step.slot))
    defer { path.removeLast() }
    switch object.fields[index].value {
    case .null:
      object.slots[slot] = .null
      path.removeLast()
      addErrors(key, step, object)
      path.append((object.shape, step.slot))
    case .ref(let target):
      place = (step.slot, -1)
      object.slots[slot] = self.object(
        at + 1, Int(step.next), target, shape: step.shape, step: Int32(truncatingIfNeeded: at), previous: object.slots[slot].row,
        old: object.oldSlots?[slot].row)
    case .refs(let targets):
      object.slots[slot] = .list(list(at, step, targets, previous: object.slots[slot], old: object.oldSlots?[slot]))
    case .list(let lists):
      object.slots[slot] = .list(nested(at, step, lists, previous: object.slots[slot]))
    default:
      // The record has a scalar where a link belongs, which the normalizer never writes.
      markMissing()
      object.slots[slot] = .missing
    }
  }

  /// How far items of a list are looked for behind the place where they should be.
  private static let lookahead = 8

  private mutating func list(
    _ at: Int, _ step: ReaderStep, _ targets: [RecordID], previous: SlotValue, old: SlotValue?, isNested: Bool = false
  ) -> [SlotValue] {
    var before: [SlotValue] = []
    if case .list(let items) = previous { before = items }
    var known: [SlotValue] = []
    if case .list(let items)? = old { known = items }
    var items: [SlotValue] = []
    items.reserveCapacity(targets.count)
    var oldIndex = 0
    path.append((-1, 0))
    let last = path.count - 1
    for (index, target) in targets.enumerated() {
      path[last].position = Int32(truncatingIfNeeded: index)
      if target >= 0 {
        var row: Row?
        // Items keep their order when some are inserted or removed, so the same record is here or a little further on.
        var candidate = oldIndex
        while candidate < known.count, candidate < oldIndex + Reader.lookahead {
          if case .row(let item) = known[candidate], item.storage.header.record == target {
            row = item
            oldIndex = candidate + 1
            break
          }
          candidate += 1
        }
        place = (isNested ? -1 : step.slot, Int32(truncatingIfNeeded: index))
        items.append(
          object(
            at + 1, Int(step.next), target, shape: step.shape, step: Int32(truncatingIfNeeded: at),
            previous: index < before.count ? before[index].row : nil, old: row))
      } else if target == .null {
        items.append(.null)
      } else {
        markMissing()
        items.append(.missing)
      }
    }
    path.removeLast()
    return items
  }

  /// Lists of lists.
  private mutating func nested(_ at: Int, _ step: ReaderStep, _ lists: [Value], previous: SlotValue) -> [SlotValue] {
    var before: [SlotValue] = []
    if case .list(let items) = previous { before = items }
    var items: [SlotValue] = []
    path.append((-1, 0))
    let last = path.count - 1
    for (index, value) in lists.enumerated() {
      path[last].position = Int32(truncatingIfNeeded: index)
      let previous = index < before.count ? before[index] : .missing
      switch value {
      case .refs(let targets): items.append(.list(list(at, step, targets, previous: previous, old: nil, isNested: true)))
      case .list(let lists): items.append(.list(nested(at, step, lists, previous: previous)))
      case .null: items.append(.null)
      default:
        markMissing()
        items.append(.missing)
      }
    }
    path.removeLast()
    return items
  }
}

extension SlotType {
  var isList: Bool {
    switch self {
    case .list: return true
    case .nonNull(let type), .result(let type): return type.isList
    default: return false
    }
  }
}
