internal import RelayCompilerCore

/// What one configuration selects, as it is at one moment: its texts, its schema, and where things are defined. A value: work in the
/// background and answers use the same one while the server goes on.
struct Project: Sendable {
  var configuration: ProjectConfiguration
  /// Sorted by path. The index of a text stays the same until a file comes or goes.
  private(set) var texts: [GraphQLText] = []
  private(set) var indices: [String: Int] = [:]
  private(set) var paths: [String] = []
  /// A number that changes with the text.
  private(set) var revisions: [Int] = []
  private(set) var fragments: [Name: [Place]] = [:]
  /// The type condition of each fragment: of the first one with the name, if that has any.
  private(set) var fragmentConditions: [Name: Name] = [:]
  private(set) var operations: [Name: [Place]] = [:]
  /// The texts in which each name occurs. Those with type definitions have most of all names, and are not among them.
  private var users: [Name: [Int]] = [:]
  /// The newest schema of which an answer can be made: that of the present texts, or the last one before they broke.
  var schema = Schema.empty
  /// The sum of the revisions of the texts of which the schema was made.
  var schemaRevision = 0

  /// The texts that define types or directives.
  private(set) var typeSystemTexts: [Int] = []
  /// The texts that are a part of the schema.
  private(set) var schemaTexts: [Int] = []
  /// Whether the configuration names the schema. If not, type definitions in documents are it.
  private(set) var hasNamedSchema = false

  /// - Parameters:
  ///   - old: the same project before a file came or went. What is as it was there keeps its revision.
  ///   - revision: the last number that a text got.
  init(configuration: ProjectConfiguration, texts: [GraphQLText], after old: Project? = nil, revision: inout Int) {
    self.configuration = configuration
    self.texts = texts.sorted { $0.path < $1.path }
    for index in self.texts.indices {
      indices[self.texts[index].path] = index
      paths.append(self.texts[index].path)
      if let old, let known = old.indices[self.texts[index].path], old.texts[known].isEqual(to: self.texts[index]) {
        revisions.append(old.revisions[known])
      } else {
        revision += 1
        revisions.append(revision)
      }
      add(index)
    }
    findSchemaTexts()
    if let old { (schema, schemaRevision) = (old.schema, old.schemaRevision) }
  }

  mutating func replace(_ index: Int, with text: GraphQLText, revision: Int) {
    remove(index)
    let hadTypeSystem = texts[index].hasTypeSystem
    texts[index] = text
    revisions[index] = revision
    add(index)
    if hadTypeSystem != text.hasTypeSystem { findSchemaTexts() }
  }

  private mutating func add(_ index: Int) {
    for (name, node) in texts[index].fragments {
      fragments[name, default: []].append(Place(text: index, node: node))
      noteCondition(ofFragment: name)
    }
    for (name, node) in texts[index].operations { operations[name, default: []].append(Place(text: index, node: node)) }
    if texts[index].hasTypeSystem { return }
    for name in texts[index].occurrences.names { users[name, default: []].append(index) }
  }

  private mutating func remove(_ index: Int) {
    for (name, _) in texts[index].fragments {
      fragments[name]?.removeAll { $0.text == index }
      noteCondition(ofFragment: name)
    }
    for (name, _) in texts[index].operations { operations[name]?.removeAll { $0.text == index } }
    if texts[index].hasTypeSystem { return }
    for name in texts[index].occurrences.names {
      users[name]?.removeAll { $0 == index }
      if users[name]?.isEmpty == true { users[name] = nil }
    }
  }

  private mutating func noteCondition(ofFragment name: Name) {
    fragmentConditions[name] = fragments[name]?.first.flatMap { texts[$0.text].outline.condition(of: $0.node) }
  }

  /// The texts in which a name occurs, sorted.
  func textsUsing(_ name: Name) -> [Int] {
    ((users[name] ?? []) + typeSystemTexts.filter { texts[$0].occurrences.contains(name) }).sorted()
  }

  // MARK: - Schema

  private mutating func findSchemaTexts() {
    typeSystemTexts = texts.indices.filter { texts[$0].hasTypeSystem }
    hasNamedSchema = texts.contains { $0.role == .schema }
    // Type definitions of other projects are it if there are no own ones.
    let isDefined = texts.contains { $0.hasTypeSystem && $0.importedFrom == nil && !$0.isSchema }
    schemaTexts = texts.indices.filter { index in
      let text = texts[index]
      return text.isSchema || !hasNamedSchema && text.hasTypeSystem && (text.importedFrom == nil || !isDefined)
    }
  }

  /// Changes when a text of the schema does.
  var schemaTextsRevision: Int {
    var sum = 1
    for index in schemaTexts { sum = sum &* 31 &+ revisions[index] }
    return sum
  }

  /// Where a type is defined and extended, the definition first.
  func definitions(ofType name: Name) -> [Place] {
    var places: [Place] = []
    for index in typeSystemTexts {
      for node in texts[index].types[name] ?? [] { places.append(Place(text: index, node: node)) }
    }
    return places.filter { !texts[$0.text].outline.nodes[$0.node].isExtension }
      + places.filter { texts[$0.text].outline.nodes[$0.node].isExtension }
  }

  // MARK: - Fragments

  /// An argument that a fragment declares.
  struct FragmentArgument: Sendable {
    var name: Name
    var place: Place
    /// In GraphQL notation.
    var type: String
    var defaultValue: String?

    var namedType: Name? {
      let name = type.filter { $0 != "[" && $0 != "]" && $0 != "!" }
      return name.isEmpty ? nil : Name(name)
    }
  }

  /// What a fragment declares with `@argumentDefinitions`, or as variables.
  func fragmentArguments(of fragment: Name) -> [FragmentArgument] {
    // Of several fragments with the name, which is an error, the first that declares any.
    for place in fragments[fragment] ?? [] {
      let declared = fragmentArguments(at: place)
      if !declared.isEmpty { return declared }
    }
    return []
  }

  private func fragmentArguments(at place: Place) -> [FragmentArgument] {
    let text = texts[place.text]
    let outline = text.outline
    var result: [FragmentArgument] = []
    for child in outline.headChildren(of: place.node) {
      switch outline.nodes[child].kind {
      case .directive where outline.nodes[child].name == .argumentDefinitions:
        guard let list = outline.child(of: child, .arguments) else { continue }
        for argument in outline.children(of: list) where outline.nodes[argument].kind == .argument {
          guard let name = outline.nodes[argument].name else { continue }
          var declared = FragmentArgument(name: name, place: Place(text: place.text, node: argument), type: "")
          for field in outline.child(of: argument, .object).map(outline.children(of:)) ?? [] {
            guard let value = outline.children(of: field).first else { continue }
            let written = text.text(outline.nodes[value].range)
            switch outline.nodes[field].name?.string {
            case "type": declared.type = written.filter { $0 != "\"" && !$0.isWhitespace }
            case "defaultValue": declared.defaultValue = written
            default: break
            }
          }
          result.append(declared)
        }
      case .variableDefinitions:
        for variable in outline.children(of: child) {
          guard let name = outline.nodes[variable].name else { continue }
          let type = Scope(self, place.text).typeText(of: variable) ?? ""
          result.append(FragmentArgument(name: name, place: Place(text: place.text, node: variable), type: type))
        }
      default: break
      }
    }
    return result
  }

  /// A fragment, and those that spread it, directly or through others.
  func fragmentsReaching(_ fragment: Name) -> Set<Name> {
    var seen: Set<Name> = [fragment]
    var pending = [fragment]
    while let name = pending.popLast() {
      for text in textsUsing(name).map({ texts[$0] }) {
        for index in text.occurrences[name] where text.outline.nodes[index].kind == .spread {
          let definition = text.outline.nodes[text.outline.definition(of: index)]
          if definition.kind == .fragment, let user = definition.name, seen.insert(user).inserted { pending.append(user) }
        }
      }
    }
    return seen
  }

  /// The fragments that a definition spreads, directly or through others.
  func reachableFragments(from place: Place) -> Set<Name> {
    var seen: Set<Name> = []
    var pending = [place]
    while let place = pending.popLast() {
      let outline = texts[place.text].outline
      for index in outline.descendants(of: place.node) where outline.nodes[index].kind == .spread {
        guard let name = outline.nodes[index].name, seen.insert(name).inserted else { continue }
        pending += fragments[name] ?? []
      }
    }
    return seen
  }
}

extension Outline {
  /// The children before the selections.
  func headChildren(of index: Int) -> [Int] {
    var result: [Int] = []
    var next = index + 1
    while next < nodes.count, nodes[next].parent >= Int32(index) {
      if nodes[next].parent == Int32(index) {
        if nodes[next].kind == .selectionSet { break }
        result.append(next)
      }
      next += 1
    }
    return result
  }
}

extension Schema {
  /// The schema without a server's: what the specification and Relay define.
  static let empty = SchemaBuilder.build(server: [], clientExtensions: [], options: CompilerOptions()).0
}
