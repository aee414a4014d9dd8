import Foundation

/// Decodes the text of a plan, and collects the parts that this runtime does not know.
///
/// Plans are compiled into the program, normally by a compiler of the same version. A plan of another version could silently be misread,
/// so every unknown part is a problem of the plan (``NormalizationPlan/problems``), and an operation with problems is not executed.
struct PlanDecoder {
  /// The deepest nesting of a plan. The compiler accepts 400 levels of selections, and each is one or two nodes here, in their lists.
  static let maximumDepth = 2048

  let plan: JSON
  private(set) var problems: [String] = []

  init(_ text: String) {
    guard let plan = try? JSONDocument(Data(text.utf8), maximumDepth: Self.maximumDepth).value, case .object(let members) = plan else {
      self.plan = .object([:])
      problems = ["the plan is not a JSON object"]
      return
    }
    self.plan = plan
    // An operation that is never sent to a server has no normalization plan.
    guard !members.isEmpty else { return }
    if plan["version"]?.intValue != PlanCode.version {
      let version = plan["version"]?.intValue.map { "version \($0)" } ?? "no version"
      problems = ["the plan has \(version), and this runtime reads version \(PlanCode.version)"]
    }
  }

  /// The nodes of a selection set. A node of an unknown kind is left out and reported as a problem.
  ///
  /// - Parameter plainField: the elements after the kind, for a scalar field that is not written as an array.
  mutating func nodes(_ selections: JSON?, plainField: (JSON) -> [JSON]?) -> [PlanNode] {
    var nodes: [PlanNode] = []
    for selection in selections?.arrayValue ?? [] {
      if let elements = plainField(selection) {
        nodes.append(PlanNode(code: .scalarField, elements: [.int(PlanCode.scalarField.rawValue)] + elements))
        continue
      }
      guard let code = selection[0]?.intValue.flatMap(PlanCode.init(rawValue:)), let elements = selection.arrayValue else {
        problems.append("the plan has a node of kind \(selection[0]?.description ?? "null"), which this runtime does not know")
        continue
      }
      nodes.append(PlanNode(code: code, elements: elements))
    }
    return nodes
  }

  /// The age of the whole operation, such as `60+30`.
  mutating func operationAge() -> FieldAge {
    guard let text = plan["age"] else { return .none }
    guard let (age, scope) = text.stringValue.flatMap({ FieldAge.parse(Substring($0)) }), scope == nil else {
      problems.append("the plan has the age \(text), which this runtime does not know")
      return .none
    }
    return age
  }

  /// The parts of `name:type`. The type is `S` if it is left out.
  static func nameAndType(_ text: String) -> (name: String, type: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return (text, "S") }
    return (String(text[..<colon]), String(text[text.utf8.index(after: colon)...]))
  }

  /// Records that a node cannot be read.
  ///
  /// - Parameter expected: what is missing, or why the node is not allowed here.
  mutating func reportProblem(_ node: PlanNode, _ expected: String) { problems.append("a \(node.code) node of the plan \(expected)") }

  /// The message about problems, for the app's developer.
  static func sentence(_ problems: [String], of definition: String) -> String? {
    guard let first = problems.first else { return nil }
    return """
      The generated code of \(definition) does not fit this version of RelayRuntime: \(first). Generate it again with the compiler of the same \
      version.
      """
  }

  /// The local arguments of a definition with their default values: `[[name, default], …]`.
  static func localArguments(_ json: JSON?) -> [ArgumentDefinition] {
    (json?.arrayValue ?? []).compactMap { item in
      item[0]?.stringValue.map { .local(name: $0, defaultValue: item[1] ?? .null) }
    }
  }

  /// The arguments of a fragment, both its own and the operation's: `[["L", name, default] or ["R", name], …]`.
  static func arguments(_ json: JSON?) -> [ArgumentDefinition] {
    (json?.arrayValue ?? []).compactMap { item in
      guard let name = item[1]?.stringValue else { return nil }
      return item[0]?.stringValue == "R" ? .root(name: name) : .local(name: name, defaultValue: item[2] ?? .null)
    }
  }
}
