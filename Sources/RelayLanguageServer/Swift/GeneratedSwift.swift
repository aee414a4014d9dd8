internal import RelayCompilerCore

/// The Swift that is generated from some definitions of a project, each in a file of its own. Only what they reach is compiled with them.
struct GeneratedSwift {
  private let project: Project
  private let input: CompilerInput
  private let output: CompilerOutput
  /// By definition, its source.
  private let sources: [Place: FileID]

  /// - Returns: nil if a definition, or one that it reaches, has an error.
  init?(_ project: Project, of definitions: [Place]) {
    var input = CompilerInput()
    input.options = project.configuration.config.options
    input.schema = project.schema
    input.swift = SwiftOutputs(schema: Self.schemaFile)
    var sources: [Place: FileID] = [:]
    func add(_ place: Place, isWanted: Bool) {
      guard sources[place] == nil else { return }
      let text = project.texts[place.text]
      sources[place] = FileID(index: input.sources.count)
      let file = SourceFile(path: text.path, bytes: text.bytes, range: text.outline.nodes[place.node].range)
      let own = Source.Role.document(output: isWanted ? Self.file(input.sources.count) : nil)
      input.add([file], as: text.importedFrom.map { .imported(module: $0) } ?? own)
    }
    for place in definitions { add(place, isWanted: true) }
    for place in definitions {
      for name in project.reachableFragments(from: place).sorted() {
        for fragment in project.fragments[name] ?? [] { add(fragment, isWanted: false) }
      }
    }
    output = Compiler.compile(input)
    if output.diagnostics.hasErrors { return nil }
    (self.project, self.input, self.sources) = (project, input, sources)
  }

  private static let schemaFile = "Schema.swift"
  private static func file(_ index: Int) -> String { "\(index).swift" }

  /// The generated text of a definition.
  func text(of definition: Place) -> [UInt8]? {
    sources[definition].flatMap { source in output.files.first { $0.name == Self.file(source.index) }?.bytes }
  }

  /// The generated text of the schema's types that the definitions use.
  var schemaText: [UInt8] { output.files.first { $0.name == Self.schemaFile }?.bytes ?? [] }

  /// What is sent to the server for an operation: its text with the fragments.
  func operationText(_ name: Name) -> String? {
    for case .operation(let operation) in output.artifacts where operation.name == name { return operation.text }
    return nil
  }

  /// What is sent for each operation, by its name.
  var operationTexts: [Name: String] {
    var result: [Name: String] = [:]
    for case .operation(let operation) in output.artifacts { result[operation.name] = operation.text }
    return result
  }

  /// The properties of the definitions' views, each with the response keys that lead to it from the definition.
  func properties() -> [(definition: Place, property: GeneratedProperty)] {
    let places = Dictionary(uniqueKeysWithValues: sources.map { ($0.value, $0.key) })
    return GeneratedProperty.all(of: output, for: input).compactMap { property in
      places[property.definition.file].map { ($0, property) }
    }
  }
}

extension GeneratedProperty {
  /// The types around the property, and its name.
  var qualifiedName: [String] { types + [name] }
}

extension GraphQLText {
  /// The key of a selection in an answer: a field's, or the alias of a fragment.
  func responseKey(of index: Int) -> Name? {
    let node = outline.nodes[index]
    switch node.kind {
    case .field: return outline.child(of: index, .alias).flatMap { outline.nodes[$0].name } ?? node.name
    case .inlineFragment, .spread:
      let directive = outline.headChildren(of: index).first { outline.nodes[$0].kind == .directive && outline.nodes[$0].name == .alias }
      guard let directive else { return nil }
      let arguments = outline.child(of: directive, .arguments).map(outline.children(of:)) ?? []
      if let value = arguments.first.flatMap({ outline.child(of: $0, .literal) }) {
        return Name(text(outline.nodes[value].range).filter { $0 != "\"" })
      }
      // Without one, it is the name of the fragment or of its type.
      return node.name ?? outline.child(of: index, .typeName).flatMap { outline.nodes[$0].name }
    default: return nil
    }
  }

  /// The response keys that lead from a definition to a selection. A fragment with an alias is a step, too.
  func responsePath(to node: Int) -> [Name] {
    var path: [Name] = []
    var next: Int? = node
    while let index = next {
      if let key = responseKey(of: index) { path.append(key) }
      next = outline.parent(index)
    }
    return path.reversed()
  }
}

extension Project {
  /// The selection at the end of a path of response keys in a definition.
  func selection(at path: some Collection<Name>, in definition: Place) -> Place? {
    var owners = [definition]
    for name in path {
      owners = selections(named: name, in: owners)
      if owners.isEmpty { return nil }
    }
    return path.isEmpty ? nil : owners.first
  }

  /// Those with a response key, also in fragments that are a part of what spreads them.
  private func selections(named name: Name, in owners: [Place]) -> [Place] {
    var found: [Place] = []
    var pending = owners
    var seen = Set(owners)
    while let owner = pending.popLast() {
      let text = texts[owner.text]
      for set in text.outline.children(of: owner.node) where text.outline.nodes[set].kind == .selectionSet {
        for child in text.outline.children(of: set) {
          let place = Place(text: owner.text, node: child)
          let (key, node) = (text.responseKey(of: child), text.outline.nodes[child])
          if key == name {
            found.append(place)
          } else if key == nil, node.kind == .inlineFragment {
            pending.append(place)
          } else if key == nil, node.kind == .spread, let fragment = node.name {
            pending += (fragments[fragment] ?? []).filter { seen.insert($0).inserted }
          }
        }
      }
    }
    return found
  }
}
