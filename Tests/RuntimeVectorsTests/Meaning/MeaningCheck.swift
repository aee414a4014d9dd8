@testable import RelayCompilerCore
@testable import RelayRuntime

/// One query with one set of variables: sent, answered, normalized and read, and compared with the documents' meaning.
struct MeaningCheck {
  let data: ExampleData
  let program: VectorProgram
  let variables: [String: JSON]
  private let syntax: Document
  private(set) var differences: [String] = []
  /// The number of fragments read, plus the query.
  private(set) var reads = 0

  init(schema: Schema, documents: String, program: VectorProgram, variables: [String: JSON]) {
    data = ExampleData(schema: schema)
    self.program = program
    self.variables = variables
    syntax = Parser.parse(SourceFile(path: "documents", text: documents), file: FileID(rawValue: 0)).0
  }

  mutating func run() throws {
    guard let definition = program.operations["Q"], let text = program.texts["Q"] else { return }
    let descriptor = OperationDescriptor(definition, variables: variables)
    let response = try ExampleServer(data, text: text).execute(descriptor.variables)
    let store = RelayStore()
    try VectorScore.execute(descriptor, response, in: store)

    var fragments: [Name: FragmentDefinitionSyntax] = [:]
    for case .fragment(let fragment) in syntax.definitions { fragments[fragment.name.name] = fragment }
    for case .operation(let operation) in syntax.definitions {
      var globals: [String: JSON] = [:]
      for variable in operation.variables {
        let name = variable.variable.name.string
        globals[name] = variables[name] ?? variable.defaultValue.flatMap { JSON($0, [:]) } ?? .null
      }
      let meaning = DocumentMeaning(data: data, globals: globals, fragments: fragments)
      check(store.selector(descriptor), meaning.operation(operation), store, meaning, at: "Q")
    }
  }

  private mutating func check(
    _ selector: Selector, _ expected: MeantObject?, _ store: RelayStore, _ meaning: DocumentMeaning, at path: String
  ) {
    reads += 1
    let snapshot = store.lookup(selector)
    if snapshot.isMissingData { differences.append("\(path): data is missing") }
    switch (snapshot.row, expected) {
    case (nil, nil): return
    case (let row?, let expected?): compare(row, expected, store, meaning, at: path, lenientLevels: 0)
    case (let row, _): differences.append("\(path): \(row == nil ? "null" : "an object"), where the document says otherwise")
    }
  }

  private mutating func compare(
    _ row: Row, _ expected: MeantObject, _ store: RelayStore, _ meaning: DocumentMeaning, at path: String, lenientLevels: Int
  ) {
    let lenientLevels = max(lenientLevels, expected.lenientLevels)
    let isLenient = lenientLevels > 0
    if data.schema.field("id", on: expected.object.type) != nil, row.dataID != expected.object.identity {
      differences.append("\(path): the object \(row.dataID), expected \(expected.object.identity)")
    }
    var members = expected.members
    var spreads = expected.spreads
    for index in 0..<row.count {
      let (slot, name) = (row.slot(index), row.shape.names[index])
      if case .pointer = slot {
        let pointer = row.fragmentPointer(index)
        let fragment = Name(pointer.scope?.fragment ?? "")
        guard let own = spreads.removeValue(forKey: fragment) else {
          if !isLenient { differences.append("\(path): ...\(fragment) is spread too much") }
          continue
        }
        guard let syntax = meaning.fragments[fragment], let definition = program.fragments[fragment.string],
          let selector = pointer.selector(definition)
        else {
          differences.append("\(path): ...\(fragment) cannot be read")
          continue
        }
        check(selector, meaning.fragment(syntax, on: expected.object, own), store, meaning, at: "\(path) ...\(fragment)")
      } else if case .marker = row.shape.types[index].base {
        continue
      } else if case .missing = slot {
        continue
      } else if let value = members.removeValue(forKey: name) {
        compare(slot, value, store, meaning, at: "\(path).\(name)", lenientLevels: lenientLevels)
      } else if !isLenient {
        differences.append("\(path).\(name): is there, and should not be")
      }
    }
    for name in members.keys { differences.append("\(path).\(name): is not there") }
    for name in spreads.keys { differences.append("\(path): ...\(name) is not there") }
  }

  private mutating func compare(
    _ slot: SlotValue, _ expected: Meaning, _ store: RelayStore, _ meaning: DocumentMeaning, at path: String, lenientLevels: Int
  ) {
    switch (slot, expected) {
    case (.row(let row), .object(let object)): compare(row, object, store, meaning, at: path, lenientLevels: max(0, lenientLevels - 1))
    case (.list(let items), .list(let meant)) where items.count == meant.count:
      for (index, (item, meant)) in zip(items, meant).enumerated() {
        compare(item, meant, store, meaning, at: "\(path)[\(index)]", lenientLevels: lenientLevels)
      }
    case (.null, .null): return
    case (_, .scalar(let json)) where slot.json == json: return
    default: differences.append("\(path): \(String(describing: slot).prefix(80)), expected \(String(describing: expected).prefix(80))")
    }
  }
}
