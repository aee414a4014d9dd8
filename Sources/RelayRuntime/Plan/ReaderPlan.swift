/// One step of reading an object into the slots of a row; laid out like `NormalizationStep`.
struct ReaderStep: Sendable {
  enum Kind: UInt8, Sendable {
    case scalar, linked, inlineFragment, condition, `defer`, stream, clientExtension, spread, aliasedFragment, inlineData, required, `catch`
  }

  /// What a null under `@required` does besides becoming the parent's null.
  enum RequiredAction: Int32 { case none, log, `throw` }

  var kind: Kind
  /// Linked field: whether it is a list. Condition: the value under which the children count. Catch: whether errors become a result.
  var flag = false
  /// The slot that is written, or -1.
  var slot: Int32 = -1
  /// The shape of the object below.
  var shape: Int32 = -1
  /// The storage key: an id, or `-2 - n` for the `n`-th field with arguments.
  var key: KeyID = Keys.none
  /// The type condition. Linked field: its only possible type.
  var type: KeyID = Keys.none
  /// The `__isX` key of an abstract type condition.
  var abstractKey: KeyID = Keys.none
  /// Condition: its index. Spread: its index. Required: its action. Scalar: index of its Swift type, or -1.
  var index: Int32 = -1
  /// The step after this one and its children.
  var next: Int32 = 0
  /// How many plain scalars follow one another from this step on, if it is one.
  var plainCount: Int32 = 0

  /// Whether it is a scalar with a slot and without arguments, so that the record's field is all there is to it.
  var isPlain: Bool { kind == .scalar && slot >= 0 && key >= 0 }
}

/// How records become the rows of a fragment's or an operation's data.
final class ReaderPlan: Sendable {
  /// What `@catch` puts in the place of a value that has errors.
  enum CatchTarget: String { case result = "RESULT", null = "NULL" }

  /// Arguments are evaluated in the scope they stand in: the fragment's variables, or those of an `@inline` fragment read in place.
  struct Scope: Sendable {
    let parent: Int
    let arguments: [Argument]
    let definitions: [ArgumentDefinition]
  }
  struct Field: Sendable {
    let field: ArgumentField
    let scope: Int
  }
  struct Condition: Sendable {
    let variable: String
    let scope: Int
  }
  struct Spread: Sendable {
    let name: String
    let arguments: [Argument]
    let scope: Int
  }

  let name: String
  let type: String
  let typeKey: KeyID
  let abstractKey: KeyID
  let argumentDefinitions: [ArgumentDefinition]
  let metadata: JSON
  let connectionKeys: ConnectionKeys
  let isPlural: Bool
  /// `@throwOnFieldError`: an error below makes reading the definition one.
  let throwsOnFieldError: Bool
  /// `@catch` on the definition: what its data becomes when there is an error below.
  let catchTarget: CatchTarget?
  /// Whether data that is missing is an error of its field.
  var recordsMissingFields: Bool { throwsOnFieldError || catchTarget != nil }
  let steps: ContiguousArray<ReaderStep>
  let shapes: [RowShape]
  /// The steps again, for reading.
  let stepBuffer: FixedBuffer<ReaderStep>
  /// The shapes again, for reading without counting references; `shapes` keeps them alive.
  let shapeBuffer: FixedBuffer<Unmanaged<RowShape>>
  /// Whether what it reads depends on which types belong to an interface or union.
  let asksForTypes: Bool
  let scopes: [Scope]
  let argumentFields: [Field]
  let conditions: [Condition]
  let spreads: [Spread]

  init(parsing text: String) {
    let json = PlanDecoder.parse(text)
    var builder = Builder(json["shapes"])
    builder.selections(json["selections"], shape: 0, scope: 0)
    name = json["name"]?.stringValue ?? ""
    type = json["type"]?.stringValue ?? ""
    typeKey = Keys.intern(type)
    abstractKey = json["abstractKey"]?.stringValue.map { Keys.intern($0) } ?? Keys.none
    argumentDefinitions = Builder.definitions(json["arguments"])
    metadata = json["metadata"] ?? .null
    connectionKeys = ConnectionKeys(json["connection"])
    isPlural = metadata["plural"]?.isTruthy ?? false
    throwsOnFieldError = metadata["throwOnFieldError"]?.isTruthy ?? false
    catchTarget = metadata["catchTo"]?.stringValue.flatMap(CatchTarget.init(rawValue:))
    steps = builder.finishedSteps()
    shapes = builder.finishedShapes()
    asksForTypes = abstractKey != Keys.none || steps.contains { $0.abstractKey != Keys.none }
    stepBuffer = FixedBuffer(steps)
    shapeBuffer = FixedBuffer(shapes.map { Unmanaged.passUnretained($0) })
    scopes = builder.scopes
    argumentFields = builder.argumentFields
    conditions = builder.conditions
    spreads = builder.spreads
  }

  private struct Builder {
    struct ShapeDraft {
      var names: [String] = []
      var types: [SlotType] = []
      var connection: RowShape.Connection?
      var spreads: ContiguousArray<Int32> = []
      var typeConditions: [RowShape.TypeCondition] = []
      var secondViews: [RowShape.SecondView] = []
    }

    var steps: ContiguousArray<ReaderStep> = []
    var shapes: [ShapeDraft] = []
    var scopes = [Scope(parent: -1, arguments: [], definitions: [])]
    var argumentFields: [Field] = []
    var conditions: [Condition] = []
    var spreads: [Spread] = []

    init(_ json: JSON?) {
      for shape in json?.arrayValue ?? [] {
        var draft = ShapeDraft()
        for slot in shape[0]?.arrayValue ?? [] {
          draft.names.append(slot[0]?.stringValue ?? "")
          draft.types.append(SlotType(parsing: slot[1]?.stringValue ?? "J"))
          draft.spreads.append(-1)
        }
        if let edges = shape[1]?[0]?.intValue, let node = shape[1]?[1]?.intValue, draft.names.indices.contains(edges), node >= 0 {
          draft.connection = RowShape.Connection(edges: edges, node: node)
        }
        shapes.append(draft)
      }
      if shapes.isEmpty { shapes.append(ShapeDraft()) }
    }

    /// The steps, with the plain scalars counted.
    func finishedSteps() -> ContiguousArray<ReaderStep> {
      var steps = steps
      var count: Int32 = 0
      for at in steps.indices.reversed() {
        count = steps[at].isPlain ? count + 1 : 0
        steps[at].plainCount = count
      }
      return steps
    }

    /// The shapes, each with those of the objects in its slots. A shape inside itself, which no compiler writes, becomes empty.
    func finishedShapes() -> [RowShape] {
      var finished = [RowShape?](repeating: nil, count: shapes.count)
      func finish(_ index: Int, depth: Int) -> RowShape {
        if let shape = finished[index] { return shape }
        let draft = shapes[index]
        let objects = draft.types.map { type -> RowShape? in
          guard case .object(let inner) = type.base, shapes.indices.contains(inner) else { return nil }
          return depth > shapes.count ? .empty : finish(inner, depth: depth + 1)
        }
        let shape = RowShape(
          names: draft.names, types: draft.types, connection: draft.connection, spreads: draft.spreads, objects: objects,
          typeConditions: draft.typeConditions, secondViews: draft.secondViews)
        finished[index] = shape
        return shape
      }
      return shapes.indices.map { finish($0, depth: 0) }
    }

    static func definitions(_ json: JSON?) -> [ArgumentDefinition] {
      (json?.arrayValue ?? []).compactMap { item in
        guard let name = item[1]?.stringValue else { return nil }
        return item[0]?.stringValue == "R" ? .root(name: name) : .local(name: name, defaultValue: item[2] ?? .null)
      }
    }

    func key(_ name: String, _ arguments: [Argument], scope: Int, into fields: inout [Field]) -> KeyID {
      guard !arguments.isEmpty else { return Keys.intern(name) }
      fields.append(Field(field: ArgumentField(name: name, arguments: arguments), scope: scope))
      return -1 - Int32(fields.count)
    }

    func slot(_ json: JSON?, of shape: Int) -> Int32 {
      guard let slot = json?.intValue, shapes.indices.contains(shape), shapes[shape].names.indices.contains(slot),
        slot < Int(UInt16.max)
      else { return -1 }
      return Int32(slot)
    }

    func shape(_ json: JSON?) -> Int {
      guard let shape = json?.intValue, shapes.indices.contains(shape) else { return 0 }
      return shape
    }

    /// The slots of fields that stand directly in a selection, `@required` and `@catch` around them or not.
    func slots(of selections: [JSON]) -> [Int] {
      selections.compactMap { selection in
        switch selection[0]?.intValue {
        case 0, 1, 11: selection[1]?.intValue
        case 13, 14: selection[2].flatMap { slots(of: [$0]).first }
        default: nil
        }
      }
    }

    mutating func selections(_ json: JSON?, shape: Int, scope: Int) {
      for selection in json?.arrayValue ?? [] { step(selection, shape: shape, scope: scope) }
    }

    mutating func step(_ json: JSON, shape outer: Int, scope: Int) {
      guard let code = json[0]?.intValue else { return }
      let at = steps.count
      switch code {
      case 0:
        guard let name = json[2]?.stringValue else { return }
        var step = ReaderStep(kind: .scalar)
        step.slot = slot(json[1], of: outer)
        step.key = key(name, PlanDecoder.arguments(json[4]), scope: scope, into: &argumentFields)
        if step.slot >= 0, case .scalar(let type) = shapes[outer].types[Int(step.slot)].base { step.index = Int32(type) }
        steps.append(step)
      case 1:
        guard let name = json[3]?.stringValue else { return }
        var step = ReaderStep(kind: .linked, flag: PlanDecoder.flag(json[5]))
        step.slot = slot(json[1], of: outer)
        step.shape = Int32(shape(json[2]))
        step.type = PlanDecoder.text(json[4]).map { Keys.intern($0) } ?? Keys.none
        step.key = key(name, PlanDecoder.arguments(json[8]), scope: scope, into: &argumentFields)
        steps.append(step)
        selections(json[6], shape: Int(step.shape), scope: scope)
      case 4:
        var step = ReaderStep(kind: .inlineFragment)
        step.slot = slot(json[1], of: outer)
        step.type = PlanDecoder.text(json[2]).map { Keys.intern($0) } ?? Keys.none
        step.abstractKey = PlanDecoder.text(json[3]).map { Keys.intern($0) } ?? Keys.none
        steps.append(step)
        selections(json[4], shape: outer, scope: scope)
        if step.slot >= 0, let type = PlanDecoder.text(json[2]) {
          shapes[outer].typeConditions.append(
            RowShape.TypeCondition(
              marker: Int(step.slot), type: type, isAbstract: step.abstractKey != Keys.none, slots: slots(of: json[4]?.arrayValue ?? [])))
        }
      case 6:
        guard let variable = json[1]?.stringValue else { return }
        var step = ReaderStep(kind: .condition, flag: PlanDecoder.flag(json[2]))
        step.index = Int32(conditions.count)
        conditions.append(Condition(variable: variable, scope: scope))
        steps.append(step)
        selections(json[3], shape: outer, scope: scope)
      case 7, 8, 9:
        steps.append(ReaderStep(kind: code == 7 ? .defer : code == 8 ? .stream : .clientExtension))
        selections(json[1], shape: outer, scope: scope)
      case 10:
        guard let name = json[2]?.stringValue else { return }
        var step = ReaderStep(kind: .spread)
        step.slot = slot(json[1], of: outer)
        step.index = Int32(spreads.count)
        if step.slot >= 0 { shapes[outer].spreads[Int(step.slot)] = step.index }
        spreads.append(Spread(name: name, arguments: PlanDecoder.arguments(json[3]), scope: scope))
        steps.append(step)
      case 11:
        var step = ReaderStep(kind: .aliasedFragment)
        step.slot = slot(json[1], of: outer)
        step.shape = Int32(shape(json[2]))
        step.type = PlanDecoder.text(json[4]).map { Keys.intern($0) } ?? Keys.none
        step.abstractKey = PlanDecoder.text(json[5]).map { Keys.intern($0) } ?? Keys.none
        steps.append(step)
        if step.slot >= 0 {
          shapes[outer].secondViews.append(
            RowShape.SecondView(slot: Int(step.slot), type: PlanDecoder.text(json[4]), isAbstract: step.abstractKey != Keys.none))
        }
        selections(json[6], shape: Int(step.shape), scope: scope)
      case 12:
        var step = ReaderStep(kind: .inlineData)
        step.slot = slot(json[1], of: outer)
        step.shape = Int32(shape(json[2]))
        if step.slot >= 0 { shapes[outer].secondViews.append(RowShape.SecondView(slot: Int(step.slot), type: nil, isAbstract: false)) }
        let inner = scopes.count
        scopes.append(
          Scope(parent: scope, arguments: PlanDecoder.arguments(json[4]), definitions: Builder.definitions(json[5])))
        steps.append(step)
        selections(json[6], shape: Int(step.shape), scope: inner)
      case 13:
        var step = ReaderStep(kind: .required)
        switch json[1]?.stringValue {
        case "THROW": step.index = ReaderStep.RequiredAction.throw.rawValue
        case "LOG": step.index = ReaderStep.RequiredAction.log.rawValue
        default: step.index = ReaderStep.RequiredAction.none.rawValue
        }
        steps.append(step)
        if let field = json[2] { self.step(field, shape: outer, scope: scope) }
        if steps.count > at + 1 { steps[at].slot = steps[at + 1].slot }
      case 14:
        steps.append(ReaderStep(kind: .catch, flag: json[1]?.stringValue == CatchTarget.result.rawValue))
        if let field = json[2] { self.step(field, shape: outer, scope: scope) }
        if steps.count > at + 1 { steps[at].slot = steps[at + 1].slot }
      default: return
      }
      steps[at].next = Int32(steps.count)
    }
  }
}
