/// What is known about the types of an operation's fields, by path: from `@relay_test_operation`, otherwise from the reader plans of the
/// operation and of fragments.
struct MockFieldTypes {
  enum FieldType {
    /// From the metadata of a test operation.
    case schema(name: String, isList: Bool, enumValues: [String])
    /// From a slot of a row.
    case slot(SlotType, scalars: [ScalarType])
  }

  private var types: [String: FieldType] = [:]
  private let fragments: [String: any GraphQLFragment.Type]
  /// Deeper than any nesting of fragments. A cycle, which the compiler never writes, ends here.
  private static let maximumDepth = 64

  init(_ definition: OperationDefinition, fragments: [String: any GraphQLFragment.Type]) {
    self.fragments = fragments
    let plan = definition.fragment.plan
    if let shape = plan.shapes.first { add(shape, of: plan, scalars: definition.fragment.scalars, at: "", depth: 0) }
    for (path, info) in definition.metadata[TestedFields.key]?.objectValue ?? [:] {
      types[path] = .schema(
        name: info["type"]?.stringValue ?? "", isList: info["plural"]?.isTruthy ?? false,
        enumValues: info["enumValues"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    }
  }

  subscript(path: [String]) -> FieldType? { types[path.joined(separator: ".")] }

  /// The name of the schema type of a test operation's field.
  func name(at path: [String]) -> String? {
    guard case .schema(let name, _, _) = self[path] else { return nil }
    return name
  }

  private mutating func add(_ shape: RowShape, of plan: ReaderPlan, scalars: [ScalarType], at path: String, depth: Int) {
    guard depth < Self.maximumDepth else { return }
    for slot in 0..<shape.count {
      let inner = path.isEmpty ? shape.names[slot] : "\(path).\(shape.names[slot])"
      switch shape.types[slot].base {
      case .marker: continue
      case .fragment:
        let spread = Int(shape.spreads[slot])
        guard plan.spreads.indices.contains(spread), let fragment = fragments[plan.spreads[spread].name]?.definition,
          let root = fragment.plan.shapes.first
        else { continue }
        add(root, of: fragment.plan, scalars: fragment.scalars, at: path, depth: depth + 1)
      case .object:
        if let object = shape.objects[slot] { add(object, of: plan, scalars: scalars, at: inner, depth: depth + 1) }
      default: types[inner] = .slot(shape.types[slot], scalars: scalars)
      }
    }
  }
}
