/// The steps and shapes of a reader plan during decoding: consumes nodes, produces steps and their tables.
struct ReaderSteps {
  private struct ShapeDraft {
    var names: [String] = []
    var types: [SlotType] = []
    var connection: Generated.RowShape.Connection?
    var spreads: ContiguousArray<Int32> = []
    var typeConditions: [Generated.RowShape.TypeCondition] = []
    var secondViews: [Generated.RowShape.SecondView] = []
  }

  private var steps: ContiguousArray<ReaderStep> = []
  private var shapes: [ShapeDraft] = []
  private(set) var scopes = [ReaderPlan.Scope(parent: -1, arguments: [], definitions: [])]
  private(set) var argumentFields: [ReaderPlan.Field] = []
  private(set) var conditions: [ReaderPlan.Condition] = []
  private(set) var spreads: [ReaderPlan.Spread] = []

  /// - Parameter shapes: the layouts of the rows: `["responseKey:type", …]` each, and for a connection the numbers of the slots of
  ///   its edges and of an edge's node.
  init(shapes json: JSON?) {
    for shape in json?.arrayValue ?? [] {
      var draft = ShapeDraft()
      let elements = shape.arrayValue ?? []
      for case .string(let slot) in elements {
        let (name, type) = PlanDecoder.nameAndType(slot)
        draft.names.append(name)
        draft.types.append(SlotType(parsing: type))
        draft.spreads.append(-1)
      }
      let numbers = elements.compactMap(\.intValue)
      if numbers.count == 2, case let (edges, node) = (numbers[0], numbers[1]), draft.names.indices.contains(edges), node >= 0 {
        draft.connection = Generated.RowShape.Connection(edges: edges, node: node)
      }
      shapes.append(draft)
    }
    if shapes.isEmpty { shapes.append(ShapeDraft()) }
  }

  /// The context of a node: the shape of its slot, and the scope in which its arguments are evaluated.
  private struct Place {
    let shape: Int
    let scope: Int
  }

  /// Never inlined: the functions of nodes call it again, and inlining it into each of them takes 190 kB of machine code.
  @inline(never)
  mutating func selections(_ json: JSON?, shape: Int, scope: Int, _ decoder: inout PlanDecoder) {
    // A number stands for the scalar field of that slot, without alias and arguments.
    let nodes = decoder.nodes(json) { selection in selection.intValue.map { [.int($0)] } }
    for node in nodes { step(node, at: Place(shape: shape, scope: scope), &decoder) }
  }

  private mutating func step(_ node: PlanNode, at place: Place, _ decoder: inout PlanDecoder) {
    switch node.code {
    case .scalarField: scalarField(node, at: place, &decoder)
    case .linkedField: linkedField(node, at: place, &decoder)
    case .inlineFragment: inlineFragment(node, at: place, &decoder)
    case .condition: condition(node, at: place, &decoder)
    case .defer: append(ReaderStep(kind: .defer), node[1], at: place, &decoder)
    case .stream: append(ReaderStep(kind: .stream), node[1], at: place, &decoder)
    case .clientExtension: append(ReaderStep(kind: .clientExtension), node[1], at: place, &decoder)
    case .fragmentSpread: fragmentSpread(node, at: place, &decoder)
    case .aliasedFragment: aliasedFragment(node, at: place, &decoder)
    case .inlineDataFragmentSpread: inlineDataFragmentSpread(node, at: place, &decoder)
    case .required: required(node, at: place, &decoder)
    case .catch: `catch`(node, at: place, &decoder)
    case .scalarHandle, .linkedHandle, .typeDiscriminator, .invalidation: decoder.reportProblem(node, "is not part of a reader plan")
    }
  }

  /// Appends a step, followed by the steps of its selections.
  private mutating func append(_ step: ReaderStep, _ selections: JSON?, at place: Place, _ decoder: inout PlanDecoder) {
    let at = steps.count
    steps.append(step)
    self.selections(selections, shape: place.shape, scope: place.scope, &decoder)
    steps[at].next = Int32(steps.count)
  }

  // MARK: Elements

  private mutating func key(_ name: String, _ arguments: [Argument], scope: Int) -> StepKey {
    guard !arguments.isEmpty else { return StepKey(Keys.intern(name)) }
    argumentFields.append(ReaderPlan.Field(field: ArgumentField(name: name, arguments: arguments), scope: scope))
    return StepKey(argumentField: argumentFields.count - 1)
  }

  /// The slot that a node refers to; -1 if the shape does not have it.
  private func slot(_ node: PlanNode, at place: Place) -> Int32 {
    guard let slot = node[1].intValue, shapes[place.shape].names.indices.contains(slot), slot < Int(UInt16.max) else { return -1 }
    return Int32(slot)
  }

  /// The name of a field: the element at `index`, or the name of its slot.
  private func name(_ node: PlanNode, _ index: Int, at place: Place) -> String? {
    if let name = node.text(index) { return name }
    let slot = Int(slot(node, at: place))
    return slot >= 0 ? shapes[place.shape].names[slot] : nil
  }

  /// The shape that a node refers to; the root's if the plan does not have it.
  private func shape(_ node: PlanNode) -> Int {
    guard let shape = node[2].intValue, shapes.indices.contains(shape) else { return 0 }
    return shape
  }

  /// The slots of the fields directly in a selection set, including those under `@required` and `@catch`.
  private func slots(of selections: JSON?) -> [Int] {
    (selections?.arrayValue ?? []).compactMap { selection in
      if let slot = selection.intValue { return slot }
      return switch selection[0]?.intValue.flatMap(PlanCode.init(rawValue:)) {
      case .scalarField, .linkedField, .aliasedFragment: selection[1]?.intValue
      case .required, .catch: selection[2].flatMap { slots(of: [$0]).first }
      default: nil
      }
    }
  }

  // MARK: Nodes

  private mutating func scalarField(_ node: PlanNode, at place: Place, _ decoder: inout PlanDecoder) {
    guard let name = name(node, 2, at: place) else { return decoder.reportProblem(node, "has no name") }
    var step = ReaderStep(kind: .scalar)
    step.slot = slot(node, at: place)
    step.key = key(name, node.arguments(4), scope: place.scope)
    if step.slot >= 0, case .scalar(let type) = shapes[place.shape].types[Int(step.slot)].base { step.index = Int32(type) }
    append(step, nil, at: place, &decoder)
  }

  private mutating func linkedField(_ node: PlanNode, at place: Place, _ decoder: inout PlanDecoder) {
    guard let name = name(node, 3, at: place) else { return decoder.reportProblem(node, "has no name") }
    var step = ReaderStep(kind: .linked, flag: node.flag(5))
    step.slot = slot(node, at: place)
    step.shape = Int32(shape(node))
    step.type = node.key(4)
    step.key = key(name, node.arguments(8), scope: place.scope)
    append(step, node[6], at: Place(shape: Int(step.shape), scope: place.scope), &decoder)
  }

  private mutating func inlineFragment(_ node: PlanNode, at place: Place, _ decoder: inout PlanDecoder) {
    var step = ReaderStep(kind: .inlineFragment)
    step.slot = slot(node, at: place)
    step.type = node.key(2)
    step.abstractKey = node.key(3)
    append(step, node[4], at: place, &decoder)
    guard step.slot >= 0, let type = node.text(2) else { return }
    shapes[place.shape].typeConditions.append(
      Generated.RowShape.TypeCondition(
        marker: Int(step.slot), type: type, isAbstract: step.typeCondition.isAbstract, slots: slots(of: node[4])))
  }

  private mutating func condition(_ node: PlanNode, at place: Place, _ decoder: inout PlanDecoder) {
    guard let variable = node.text(1) else { return decoder.reportProblem(node, "has no variable") }
    var step = ReaderStep(kind: .condition, flag: node.flag(2))
    step.index = Int32(conditions.count)
    conditions.append(ReaderPlan.Condition(variable: variable, scope: place.scope))
    append(step, node[3], at: place, &decoder)
  }

  private mutating func fragmentSpread(_ node: PlanNode, at place: Place, _ decoder: inout PlanDecoder) {
    guard let name = node.text(2) else { return decoder.reportProblem(node, "has no name") }
    var step = ReaderStep(kind: .spread)
    step.slot = slot(node, at: place)
    step.index = Int32(spreads.count)
    if step.slot >= 0 { shapes[place.shape].spreads[Int(step.slot)] = step.index }
    spreads.append(ReaderPlan.Spread(name: name, arguments: node.arguments(3), scope: place.scope))
    append(step, nil, at: place, &decoder)
  }

  private mutating func aliasedFragment(_ node: PlanNode, at place: Place, _ decoder: inout PlanDecoder) {
    var step = ReaderStep(kind: .aliasedFragment)
    step.slot = slot(node, at: place)
    step.shape = Int32(shape(node))
    step.type = node.key(4)
    step.abstractKey = node.key(5)
    if step.slot >= 0 {
      shapes[place.shape].secondViews.append(
        Generated.RowShape.SecondView(slot: Int(step.slot), type: node.text(4), isAbstract: step.typeCondition.isAbstract))
    }
    append(step, node[6], at: Place(shape: Int(step.shape), scope: place.scope), &decoder)
  }

  private mutating func inlineDataFragmentSpread(_ node: PlanNode, at place: Place, _ decoder: inout PlanDecoder) {
    var step = ReaderStep(kind: .inlineData)
    step.slot = slot(node, at: place)
    step.shape = Int32(shape(node))
    if step.slot >= 0 {
      shapes[place.shape].secondViews.append(Generated.RowShape.SecondView(slot: Int(step.slot), type: nil, isAbstract: false))
    }
    let inner = scopes.count
    scopes.append(
      ReaderPlan.Scope(parent: place.scope, arguments: node.arguments(4), definitions: PlanDecoder.arguments(node[5])))
    append(step, node[6], at: Place(shape: Int(step.shape), scope: inner), &decoder)
  }

  private mutating func required(_ node: PlanNode, at place: Place, _ decoder: inout PlanDecoder) {
    var step = ReaderStep(kind: .required)
    let action: ReaderStep.RequiredAction =
      switch node.text(1) {
      case "THROW": .throw
      case "LOG": .log
      default: .none
      }
    step.index = action.rawValue
    modifier(step, node, at: place, &decoder)
  }

  private mutating func `catch`(_ node: PlanNode, at place: Place, _ decoder: inout PlanDecoder) {
    let isResult = node.text(1) == ReaderPlan.CatchTarget.result.rawValue
    modifier(ReaderStep(kind: .catch, flag: isResult), node, at: place, &decoder)
  }

  /// Appends a step that wraps a field's step and uses the same slot.
  private mutating func modifier(_ step: ReaderStep, _ node: PlanNode, at place: Place, _ decoder: inout PlanDecoder) {
    let at = steps.count
    append(step, [node[2]], at: place, &decoder)
    if steps.count > at + 1 { steps[at].slot = steps[at + 1].slot }
  }

  // MARK: The end

  /// The steps, with the plain scalars counted, and with what there may be below linked objects.
  ///
  /// - Parameter shapes: the finished shapes.
  func finishedSteps(_ shapes: [Generated.RowShape]) -> ContiguousArray<ReaderStep> {
    var steps = steps
    var count: Int32 = 0
    for at in steps.indices.reversed() {
      count = steps[at].isPlain ? count + 1 : 0
      steps[at].plainCount = count
      if steps[at].kind == .linked { steps[at].reach = shapes[Int(steps[at].shape)].reach }
    }
    return steps
  }

  /// The shapes, each linked to those of the objects in its slots. A shape that contains itself, which no compiler writes, becomes empty.
  func finishedShapes() -> [Generated.RowShape] {
    var finished = [Generated.RowShape?](repeating: nil, count: shapes.count)
    func finish(_ index: Int, depth: Int) -> Generated.RowShape {
      if let shape = finished[index] { return shape }
      let draft = shapes[index]
      let objects = draft.types.map { type -> Generated.RowShape? in
        guard case .object(let inner) = type.base, shapes.indices.contains(inner) else { return nil }
        return depth > shapes.count ? .empty : finish(inner, depth: depth + 1)
      }
      let shape = Generated.RowShape(
        names: draft.names, types: draft.types, connection: draft.connection, spreads: draft.spreads, objects: objects,
        typeConditions: draft.typeConditions, secondViews: draft.secondViews)
      finished[index] = shape
      return shape
    }
    return shapes.indices.map { finish($0, depth: 0) }
  }
}
