/// The steps of a normalization plan during decoding: consumes nodes, produces steps and their tables.
struct NormalizationSteps: ~Copyable {
  private(set) var steps: ContiguousArray<NormalizationStep> = []
  private(set) var responseKeys = InternTable()
  private(set) var argumentFields: [ArgumentField] = []
  private(set) var handles: [HandleField] = []
  private(set) var types = InternTable()
  private(set) var labels: [String] = []
  private(set) var variables = InternTable()
  private(set) var invalidations: [Invalidation] = []
  /// The steps of fields that have an age or a scope, in order.
  private var ages: [(step: Int, age: FieldAge, scope: FieldAge.Scope?)] = []

  mutating func selections(_ json: JSON?, _ decoder: inout PlanDecoder) {
    // A text stands for a scalar field without alias and arguments.
    let nodes = decoder.nodes(json) { selection in
      selection.stringValue.map { text in
        let (name, type) = PlanDecoder.nameAndType(text)
        return [.string(name), .string(type)]
      }
    }
    var starts: [Int] = []
    for (index, node) in nodes.enumerated() {
      starts.append(steps.count)
      if node.code == .invalidation {
        invalidation(node, at: index > 0 ? starts[index - 1] : nil, &decoder)
      } else {
        step(node, &decoder)
      }
    }
    // A linked handle uses the selections of the field that it handles.
    for (index, node) in nodes.enumerated() where node.code == .linkedHandle && starts[index] < steps.count {
      let source = nodes.firstIndex { other in
        other.code == .linkedField && other[1] == node[1] && other.text(5) == node.text(5) && other[6] == node[6]
      }
      if let source { steps[starts[index]].name = Int32(starts[source]) }
    }
  }

  private mutating func step(_ node: PlanNode, _ decoder: inout PlanDecoder) {
    switch node.code {
    case .scalarField: scalarField(node, &decoder)
    case .linkedField: linkedField(node, &decoder)
    case .scalarHandle: handle(.scalarHandle, node, &decoder)
    case .linkedHandle: handle(.linkedHandle, node, &decoder)
    case .inlineFragment: inlineFragment(node, &decoder)
    case .typeDiscriminator: typeDiscriminator(node, &decoder)
    case .condition: condition(node, &decoder)
    case .defer: incremental(.defer, node, &decoder)
    case .stream: incremental(.stream, node, &decoder)
    case .clientExtension: append(NormalizationStep(kind: .clientExtension), node[1], &decoder)
    case .fragmentSpread, .aliasedFragment, .inlineDataFragmentSpread, .required, .catch, .invalidation:
      decoder.reportProblem(node, "is not part of a normalization plan")
    }
  }

  /// Appends a step, followed by the steps of its selections.
  private mutating func append(_ step: NormalizationStep, _ selections: JSON?, _ decoder: inout PlanDecoder) {
    let at = steps.count
    steps.append(step)
    self.selections(selections, &decoder)
    steps[at].next = Int32(steps.count)
  }

  private mutating func key(_ name: String, _ arguments: [Argument]) -> StepKey {
    guard !arguments.isEmpty else { return StepKey(Keys.intern(name)) }
    argumentFields.append(ArgumentField(name: name, arguments: arguments))
    return StepKey(argumentField: argumentFields.count - 1)
  }

  private mutating func scalarField(_ node: PlanNode, _ decoder: inout PlanDecoder) {
    guard let name = node.text(1) else { return decoder.reportProblem(node, "has no name") }
    var step = NormalizationStep(kind: .scalar)
    step.key = key(name, node.arguments(4))
    step.index = responseKeys.intern(node.text(3) ?? name)
    step.valueType = types.intern(type(node, 2, &decoder) ?? "J")
    append(step, nil, &decoder)
  }

  private mutating func linkedField(_ node: PlanNode, _ decoder: inout PlanDecoder) {
    guard let name = node.text(1) else { return decoder.reportProblem(node, "has no name") }
    var step = NormalizationStep(kind: .linked)
    step.key = key(name, node.arguments(6))
    step.index = responseKeys.intern(node.text(5) ?? name)
    step.type = node.key(2)
    let type = type(node, 3, &decoder) ?? "O"
    step.valueType = types.intern(type)
    step.flag = type.hasPrefix("[")
    append(step, node[4], &decoder)
  }

  /// The type of a field without its age, which belongs to the next step: `S!` of `S!@60`.
  private mutating func type(_ node: PlanNode, _ index: Int, _ decoder: inout PlanDecoder) -> String? {
    guard let text = node.text(index), let at = text.utf8.firstIndex(of: UInt8(ascii: "@")) else { return node.text(index) }
    if let (age, scope) = FieldAge.parse(text[text.utf8.index(after: at)...]) {
      ages.append((steps.count, age, scope))
    } else {
      decoder.reportProblem(node, "has an age that this runtime does not know")
    }
    return at == text.startIndex ? "S" : String(text[..<at])
  }

  /// Notes what is stale after the field at the index of its step.
  private mutating func invalidation(_ node: PlanNode, at field: Int?, _ decoder: inout PlanDecoder) {
    guard let field, steps.indices.contains(field), steps[field].kind == .scalar || steps[field].kind == .linked else {
      return decoder.reportProblem(node, "does not follow a field")
    }
    invalidations.append(Invalidation(node, step: field))
  }

  private mutating func handle(_ kind: NormalizationStep.Kind, _ node: PlanNode, _ decoder: inout PlanDecoder) {
    guard let name = node.text(1) else { return decoder.reportProblem(node, "has no name") }
    let handle = HandleField(node, name: name)
    var step = NormalizationStep(kind: kind)
    step.key = key(name, handle.arguments)
    step.index = Int32(handles.count)
    handles.append(handle)
    append(step, nil, &decoder)
  }

  private mutating func inlineFragment(_ node: PlanNode, _ decoder: inout PlanDecoder) {
    var step = NormalizationStep(kind: .inlineFragment)
    step.type = node.key(1)
    if let abstractKey = node.text(2) { discriminate(&step, abstractKey) }
    append(step, node[3], &decoder)
  }

  private mutating func typeDiscriminator(_ node: PlanNode, _ decoder: inout PlanDecoder) {
    guard let abstractKey = node.text(1) else { return decoder.reportProblem(node, "has no key") }
    var step = NormalizationStep(kind: .typeDiscriminator)
    discriminate(&step, abstractKey)
    append(step, nil, &decoder)
  }

  private mutating func discriminate(_ step: inout NormalizationStep, _ abstractKey: String) {
    step.abstractKey = Keys.intern(abstractKey)
    step.name = responseKeys.intern(abstractKey)
  }

  private mutating func condition(_ node: PlanNode, _ decoder: inout PlanDecoder) {
    guard let variable = node.text(1) else { return decoder.reportProblem(node, "has no variable") }
    var step = NormalizationStep(kind: .condition, flag: node.flag(2))
    step.name = variables.intern(variable)
    append(step, node[3], &decoder)
  }

  private mutating func incremental(_ kind: NormalizationStep.Kind, _ node: PlanNode, _ decoder: inout PlanDecoder) {
    var step = NormalizationStep(kind: kind)
    step.name = node.text(1).map { variables.intern($0) } ?? -1
    step.index = Int32(labels.count)
    labels.append(node.text(2) ?? "")
    append(step, node[3], &decoder)
  }

  /// The steps with their type checks and the ranges of their response keys.
  ///
  /// - Parameters:
  ///   - types: the fields' types.
  ///   - keyBytes: the bytes of the response keys are appended here.
  func finished(_ types: [SlotType], _ keyBytes: inout ContiguousArray<UInt8>) -> ContiguousArray<NormalizationStep> {
    var starts: ContiguousArray<Int32> = []
    for key in responseKeys.strings {
      starts.append(Int32(keyBytes.count))
      keyBytes.append(contentsOf: key.utf8)
    }
    var steps = steps
    for index in steps.indices {
      let step = steps[index]
      if step.valueType >= 0 { steps[index].check = ValueCheck(types[Int(step.valueType)]) }
      let key: Int32
      switch step.kind {
      case .scalar, .linked: key = step.index
      case .inlineFragment, .typeDiscriminator: key = step.name
      default: key = -1
      }
      guard key >= 0 else { continue }
      steps[index].bytes = starts[Int(key)]
      steps[index].byteCount = Int32(responseKeys.strings[Int(key)].utf8.count)
    }
    markStepsAboveLists(&steps)
    return steps
  }

  /// The age of each step; empty if no field has any. What is below a private field is private.
  ///
  /// - Parameter steps: the finished steps.
  func ages(of steps: ContiguousArray<NormalizationStep>) -> ContiguousArray<FieldAge> {
    if ages.isEmpty { return [] }
    var result = ContiguousArray(repeating: FieldAge.none, count: steps.count)
    for (step, age, scope) in ages {
      result[step].maxAge = age.maxAge
      result[step].staleWhileRevalidate = age.staleWhileRevalidate
      guard let scope else { continue }
      for index in step..<Int(steps[step].next) { result[index].isPrivate = scope == .private }
    }
    return result
  }

  /// Records which steps have a list of objects below them.
  private func markStepsAboveLists(_ steps: inout ContiguousArray<NormalizationStep>) {
    var nextList = Int32.max
    for index in steps.indices.reversed() {
      steps[index].reachesLists = nextList < steps[index].next
      if steps[index].kind == .linked, steps[index].flag { nextList = Int32(index) }
    }
  }
}
