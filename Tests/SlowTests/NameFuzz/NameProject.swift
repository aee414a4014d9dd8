import TestSupport

/// A schema and documents with names from `NastyNames`, the same for the same seed.
///
/// The type of a field depends only on its name, and its response key is unique, so that any selections can be merged.
struct NameProject {
  private(set) var schema = ""
  private(set) var documents = ""
  /// Swift types for some of the custom scalars.
  private(set) var scalarTypes: [(scalar: String, type: String)] = []

  private var random: SplitMix
  private var enums: [String] = []
  private var inputs: [String] = []
  private var scalars: [String] = []
  private var composites: [Composite] = []
  private var fields: [String: Field] = [:]
  private var fragments: [(name: String, type: String)] = []
  private var definitionNames: [String] = []
  /// The fragments with the name of the type of a field, and so of a nested Swift type.
  private var fieldFragments: Set<String> = []
  private var deferredSpreads = 0

  private struct Composite {
    enum Kind { case object, interface, union }
    var kind: Kind
    var name: String
    var fields: [String] = []
    /// The types that a value may have other than this one.
    var members: [String] = []
    var isNode = false
  }

  private struct Field {
    var key: String
    var type: String
    /// The type without wrappers, if it has selections.
    var composite: String?
    var isCaught = false
  }

  /// An argument or a variable.
  private typealias Parameter = (name: String, type: String)

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    makeTypes()
    definitionNames = random.shuffled(NastyNames.inDocuments)
    addFieldFragments()
    for index in 0..<20 { addFragment(index) }
    for index in 0..<12 { addOperation(index) }
    schema += "type \(rootNames[0]) {\n  node(id: ID!): Node\n" + rootFields[0] + "}\n"
    for root in 1...2 { schema += "type \(rootNames[root]) {\n" + rootFields[root] + "}\n" }
  }

  // MARK: Schema

  private var rootNames: [String] = []
  private var rootFields = ["", "", ""]
  private var rootFieldNames: [String] = []
  private var connectionField = ""

  private mutating func makeTypes() {
    // What GraphQL and Relay define, or refer to by name.
    let builtIn: Set<String> = ["Int", "Float", "String", "Boolean", "ID", "Node"]
    var names = random.shuffled(NastyNames.inSchema).filter { !builtIn.contains($0) }
    func take(_ count: Int) -> [String] {
      defer { names.removeLast(count) }
      return names.suffix(count)
    }
    rootNames = take(3)
    scalars = take(5)
    enums = take(8)
    let oneOfs = take(3)
    inputs = take(8)
    let unions = take(3)
    let interfaces = take(3)
    let objects = take(16)
    let (connection, edge, pageInfo) = (take(1)[0], take(1)[0], take(1)[0])
    scalarTypes = Array(zip(scalars, ["Date", "URL", "UUID", "Decimal"]).map { ($0, $1) })

    schema = "schema { query: \(rootNames[0]) mutation: \(rootNames[1]) subscription: \(rootNames[2]) }\n"
    schema += "directive @defer(label: String, if: Boolean! = true) on FRAGMENT_SPREAD | INLINE_FRAGMENT\n"
    for name in scalars { schema += "scalar \(name)\n" }
    for name in enums {
      let values = random.shuffled(NastyNames.inSchema).filter { !["true", "false", "null"].contains($0) }.prefix(40)
      let spelled = values.enumerated().map { $0.offset % 3 == 0 ? $0.element.uppercased() : $0.element }
      schema += "enum \(name) { \(unique(spelled).filter { $0 != "__" }.joined(separator: " ")) }\n"
    }
    for name in inputs {
      let fields = parameters(random.shuffled(NastyNames.inSchema).prefix(24), oneOf: false, inputs: inputs + oneOfs)
      schema += "input \(name) { \(declarations(of: fields)) }\n"
    }
    for name in oneOfs {
      let fields = parameters(random.shuffled(NastyNames.inSchema).prefix(24), oneOf: true, inputs: inputs + oneOfs)
      schema += "input \(name) @oneOf { \(declarations(of: fields)) }\n"
    }
    inputs += oneOfs

    makeFields(on: objects + interfaces + unions)
    composites = interfaces.map { Composite(kind: .interface, name: $0, fields: fieldNames(10)) }
    for (index, name) in objects.enumerated() {
      var object = Composite(kind: .object, name: name, fields: fieldNames(26), isNode: index % 2 == 0)
      if index % 3 != 0 {
        let interface = index % interfaces.count
        object.fields = unique(composites[interface].fields + object.fields)
        composites[interface].members.append(name)
      }
      composites.append(object)
    }
    for name in unions { composites.append(Composite(kind: .union, name: name, members: Array(random.shuffled(objects).prefix(5)))) }

    schema += "interface Node { id: ID! }\n"
    for composite in composites {
      if composite.kind == .union {
        schema += "union \(composite.name) = \(composite.members.joined(separator: " | "))\n"
        continue
      }
      var implemented = composite.isNode ? ["Node"] : []
      if composite.kind == .object {
        implemented += composites.filter { $0.kind == .interface && $0.members.contains(composite.name) }.map(\.name)
      }
      let list = implemented.isEmpty ? "" : " implements " + implemented.joined(separator: " & ")
      schema += "\(composite.kind == .object ? "type" : "interface") \(composite.name)\(list) {\n"
      if composite.isNode {
        schema += "  id: ID!\n  probe(a: Int, b: Int, c: Int): Int\n"
        schema += "  \(connectionField)(first: Int, after: String, last: Int, before: String): \(connection)\n"
      }
      for name in composite.fields { schema += "  \"of `\(name)`: */ \\\"\\\"\\\" #if\" \(name): \(fields[name]?.type ?? "Int")\n" }
      schema += "}\n"
    }
    let node = objects[0]
    schema += """
      type \(connection) {
        edges: [\(edge)] pageInfo: \(pageInfo)! count: Int! isEmpty: Boolean! startIndex: Int! endIndex: Int! indices: Int
        underestimatedCount: Int! first: String last: \(node) element: Int Element: Int Edge: Int index: Int makeIterator: Int
      }
      type \(edge) { cursor: String! node: \(node) nodeValue: Int NodeValue: String edge: Int id: ID! }
      type \(pageInfo) { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }

      """
  }

  /// The definition of each field name; the keys are the names themselves in a different order.
  private mutating func makeFields(on composites: [String]) {
    let reserved: Set<String> = ["id", "probe"]
    let names = random.shuffled(NastyNames.inSchema).filter { !reserved.contains($0) }
    connectionField = names[0]
    rootFieldNames = Array(names[1...20]).filter { $0 != "node" }
    let pool = Array(names[21..<120])
    let keys = random.shuffled(pool)
    for (index, name) in pool.enumerated() {
      // A name with two underscores can only be a response key.
      let key = keys[index]
      let mark = random.below(2) == 0 ? "!" : ""
      switch random.below(10) {
      case 0...3:
        let type = random.element(["Int", "Float", "Boolean", "String", "ID"])
        fields[name] = Field(key: key, type: random.element([type + mark, type, "[\(type)!]\(mark)", "[[\(type)]!]"]))
      case 4: fields[name] = Field(key: key, type: random.element(["\(random.element(enums))", "[\(random.element(enums))!]"]) + mark)
      case 5: fields[name] = Field(key: key, type: random.element(scalars) + mark)
      default:
        let type = random.element(composites)
        let wrapped = random.element([type, type + mark, "[\(type)!]\(mark)", "[\(type)]", "[[\(type)!]]"])
        fields[name] = Field(key: key, type: wrapped, composite: type)
      }
      fields[name]?.isCaught = random.below(10) == 0
    }
  }

  private mutating func fieldNames(_ count: Int) -> [String] {
    Array(random.shuffled(fields.keys.sorted()).prefix(count))
  }

  private mutating func parameters(_ names: ArraySlice<String>, oneOf: Bool, inputs: [String]) -> [Parameter] {
    names.enumerated().map { index, name in
      let type: String
      switch index % 6 {
      case 0, 1: type = random.element(["Int", "Boolean", "String", "ID", "Float"])
      case 2: type = random.element(enums)
      case 3: type = random.element(inputs)
      case 4: type = random.element(scalars)
      default: type = "[\(random.element(inputs + enums))!]"
      }
      let mayBeNonNull = !oneOf && index % 6 < 3 && random.below(3) == 0
      return (name, type + (mayBeNonNull ? "!" : ""))
    }
  }

  /// Some of those that may be omitted are deprecated.
  private func declarations(of parameters: [Parameter]) -> String {
    parameters.enumerated().map { index, parameter in
      let isDeprecated = index % 4 == 1 && !parameter.type.hasSuffix("!")
      return "\(parameter.name): \(parameter.type)\(isDeprecated ? " @deprecated(reason: \"Use \(index).\")" : "")"
    }.joined(separator: " ")
  }

  // MARK: Documents

  /// Fragments with the names of nested types, which every selection of such a field spreads where its object may not have the fragment.
  private mutating func addFieldFragments() {
    for field in fields.keys.sorted().compactMap({ fields[$0] }) {
      guard let composite = field.composite, let name = Self.fieldFragment(field), !definitionNames.contains(name),
        fieldFragments.insert(name).inserted
      else { continue }
      documents += "fragment \(name) on \(composite) { __typename }\n"
    }
  }

  /// The name of a field's nested type.
  private static func fieldFragment(_ field: Field) -> String? { field.composite.map { "\($0)_\(field.key)" } }

  private mutating func addFragment(_ index: Int) {
    let nodes = composites.filter(\.isNode)
    let name = definitionNames.removeLast()
    var type = random.element(composites)
    var directives = ""
    var first = ""
    switch index % 6 {
    case 1: directives = " @relay(plural: true)"
    case 2: directives = " @inline"
    case 3, 4:
      type = random.element(nodes)
      let query = definitionNames.removeLast()
      var names = random.shuffled(NastyNames.inDocuments).filter { $0 != "id" }.prefix(8)
      let (count, cursor) = (names.removeFirst(), names.removeFirst())
      let arguments = names.map { "\($0): {type: \"Int\", defaultValue: 3}" }.joined(separator: " ")
      directives = " @refetchable(queryName: \"\(query)\")"
      let paging = index % 6 == 4 ? " \(cursor): {type: \"String\"}" : ""
      directives += " @argumentDefinitions(\(count): {type: \"Int\", defaultValue: 3}\(paging) \(arguments))"
      for (index, name) in names.enumerated() { first += "  probe\(index)_\(fragments.count): probe(a: $\(name))\n" }
      if index % 6 == 4 {
        first += "  \(connectionField)(first: $\(count), after: $\(cursor)) @connection(key: \"x_\(connectionField)\") {\n"
        first +=
          "    count isEmpty startIndex endIndex indices underestimatedCount first last { id } element Element Edge index makeIterator\n"
        first += "    edges { nodeValue NodeValue edge id node { id } }\n  }\n"
      } else {
        first += "  probe_\(fragments.count): probe(a: $\(count))\n"
      }
    default: break
    }
    documents += "fragment \(name) on \(type.name)\(directives) {\n" + first + selections(on: type, depth: 2, indent: "  ") + "}\n"
    // A fragment with pagination is spread once, by a separate operation.
    if index % 6 != 4 { fragments.append((name, type.name)) } else { addOperation(0, spreading: (name, type.name)) }
  }

  private mutating func addOperation(_ index: Int, spreading fragment: (name: String, type: String)? = nil) {
    let root = fragment != nil ? 0 : index % 3
    let name = definitionNames.removeLast()
    let result = fragment.flatMap { spread in composites.first { $0.name == spread.type } } ?? random.element(composites)
    let arguments = parameters(random.shuffled(NastyNames.inSchema).prefix(14), oneOf: false, inputs: inputs)
    let variables = zip(arguments, random.shuffled(NastyNames.inDocuments)).map { ($1, $0.type) } + [(Self.condition, "Boolean!")]
    let field = rootFieldNames.removeLast()
    rootFields[root] += "  \(field)(\(declarations(of: arguments))): \(result.name)\n"
    let kind = ["query", "mutation", "subscription"][root]
    // Only one of them, because a whole response results in a lot of Swift.
    let directive = index == 0 && fragment == nil ? " @raw_response_type" : ""
    documents += "\(kind) \(name)(\(variables.map { "$\($0.0): \($0.1)" }.joined(separator: ", ")))\(directive) {\n"
    let passed = zip(arguments, variables).map { "\($0.name): $\($1.0)" }.joined(separator: ", ")
    let body = fragment.map { "    ...\($0.name)\n" } ?? selections(on: result, depth: 2, indent: "    ")
    // It uses the variable even if no fragment does.
    let conditional = "    \(Self.condition): __typename @include(if: $\(Self.condition))\n"
    documents += "  \(field)(\(passed)) {\n\(conditional)\(body)  }\n}\n"
  }

  /// A variable of every operation.
  private static let condition = "thisCondition"

  private mutating func selections(on type: Composite, depth: Int, indent: String) -> String {
    var text = "\(indent)__typename\n"
    if type.isNode, random.below(2) == 0 { text += "\(indent)id\n" }
    for name in random.shuffled(type.fields).prefix(7) {
      guard let field = fields[name] else { continue }
      let selected = (field.key == name ? name : "\(field.key): \(name)") + (field.isCaught ? " @catch" : "")
      if let composite = field.composite {
        guard depth > 0, let inner = composites.first(where: { $0.name == composite }) else { continue }
        text += "\(indent)\(selected) {\n" + selections(on: inner, depth: depth - 1, indent: indent + "  ")
        if let fragment = Self.fieldFragment(field), fieldFragments.contains(fragment) {
          deferredSpreads += 1
          let deferred = "@defer(label: \"l\(deferredSpreads)\")"
          let conditional = "@include(if: $\(Self.condition)) @dangerously_unaliased_fixme"
          text += "\(indent)  ...\(fragment) \(random.below(2) == 0 ? deferred : conditional)\n"
        }
        text += "\(indent)}\n"
      } else {
        text += "\(indent)\(selected)\n"
      }
    }
    for member in random.shuffled(type.members).prefix(2) {
      guard depth > 0, let inner = composites.first(where: { $0.name == member }) else { continue }
      text += "\(indent)... on \(member) {\n" + selections(on: inner, depth: depth - 1, indent: indent + "  ") + "\(indent)}\n"
    }
    for fragment in fragments where fragment.type == type.name && random.below(3) == 0 { text += "\(indent)...\(fragment.name)\n" }
    return text
  }

  private func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}

extension SplitMix {
  fileprivate mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  fileprivate mutating func element<T>(_ elements: [T]) -> T { elements[below(elements.count)] }

  fileprivate mutating func shuffled<T>(_ elements: [T]) -> [T] {
    var elements = elements
    for index in elements.indices.dropFirst() { elements.swapAt(index, below(index + 1)) }
    return elements
  }
}
