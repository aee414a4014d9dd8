internal import RelayCompilerCore

/// Which generated declarations belong to what is named in a document, and the other way round.
extension TextQuery {
  /// The index of the build; nil if there is none.
  func swiftIndex(isCurrent: Bool = false) -> (any SwiftIndex)? {
    tools.swiftReferences?.index(around: project.configuration.folder, isCurrent: isCurrent)
  }

  /// The declarations of a symbol that stands at a node.
  func swiftNames(of symbol: Symbol, at node: Int, _ index: any SwiftIndex) -> [[String]] {
    switch symbol {
    case .fragment(let name): return index.names.filter { project.fragment(ofGenerated: $0) == name }
    case .operation(let name): return [[name.string]]
    case .field, .alias, .metaField:
      guard let field = outline.nodes[node].kind == .field ? node : outline.ancestor(of: node, .field) else { return [] }
      let definition = Place(text: self.index, node: outline.definition(of: field))
      let path = text.responsePath(to: field)
      return GeneratedSwift(project, of: [definition])?.properties()
        .filter { $0.definition == definition && $0.property.path == path }.map(\.property.qualifiedName) ?? []
    case .variable(let operation, let name):
      guard let owner = project.texts[operation.text].outline.nodes[operation.node].name else { return [] }
      return [[owner.string, "Variables", name.string]]
    case .type(let name): return [[name.string]]
    case .inputField(let type, let name): return [[type.string, name.string]]
    case .enumValue(let type, let name):
      return index.names.filter { $0.count == 2 && $0[0] == type.string && SwiftCase.isSame($0[1], name.string) }
    case .argument, .directive, .directiveArgument, .fragmentArgument, .globalVariable: return []
    }
  }

  /// Locations in Swift. A name that is no longer there is left out.
  func swiftLocations(_ references: [SwiftReference]) -> [JSON] {
    var texts = SwiftTexts(self)
    return references.compactMap { reference in
      guard let text = texts[reference.path], let range = text.range(of: reference) else { return nil }
      return ["uri": .string(uris[text.path] ?? DocumentURI.uri(text.path)), "range": text.textRange(range, client.encoding).json]
    }
  }

  /// Where Swift uses what is named at a node.
  func swiftReferences(to symbol: Symbol, at node: Int) -> [JSON] {
    guard let index = swiftIndex() else { return [] }
    return swiftLocations(index.uses(of: swiftNames(of: symbol, at: node, index), withRequirements: true).filter { !$0.isCall })
  }

  /// The generated declarations of what is named at a node.
  func swiftDefinitions(of symbol: Symbol, at node: Int) -> [JSON] {
    guard let index = swiftIndex() else { return [] }
    return swiftLocations(index.definitions(of: swiftNames(of: symbol, at: node, index)))
  }
}

/// Swift files that answers look into, each read once.
struct SwiftTexts {
  private let query: TextQuery
  private let realFolder: String
  private var texts: [String: SwiftText?] = [:]

  init(_ query: TextQuery) {
    self.query = query
    realFolder = RealPath.of(query.project.configuration.folder)
  }

  /// A file by its path in an index, in which links are resolved.
  subscript(path: String) -> SwiftText? {
    mutating get {
      if let known = texts[path] { return known }
      let folder = query.project.configuration.folder
      let spelled = FilePath.relative(path, to: realFolder).map { FilePath.file($0, in: folder) } ?? path
      let bytes =
        query.openTexts[spelled]
        ?? (try? FileSystem.read(spelled, limit: FileSizeLimit.source))
      let text = bytes.map { SwiftText(path: spelled, bytes: $0) }
      texts[path] = .some(text)
      return text
    }
  }
}

/// The names of enum cases in Swift, which begin with a small letter and have no underscores.
private enum SwiftCase {
  static func isSame(_ swift: String, _ graphQL: String) -> Bool {
    swift.lowercased().filter { $0 != "_" } == graphQL.lowercased().filter { $0 != "_" }
  }
}

extension Project {
  /// The fragment to whose Swift a declaration belongs: its type, its protocol, and the properties that are named after it.
  func fragment(ofGenerated path: [String]) -> Name? {
    guard let first = path.first, let last = path.last else { return nil }
    var candidates: [String] = []
    if last.hasPrefix("fragment_") { candidates.append(String(last.dropFirst("fragment_".count))) }
    if path.count == 1 {
      candidates.append(last)
      if last.hasSuffix("_Key") { candidates.append(String(last.dropLast("_Key".count))) }
    }
    if path.count == 2, first == "Fragments" { candidates += [last, last.prefix(1).uppercased() + last.dropFirst()] }
    return candidates.map { Name($0) }.first { fragments[$0]?.isEmpty == false }
  }

  /// The places in documents of which a declaration is generated.
  func places(ofGenerated path: [String]) -> [Place] {
    if let fragment = fragment(ofGenerated: path) { return fragments[fragment] ?? [] }
    guard let first = path.first.map({ Name($0) }), let last = path.last else { return [] }
    for definition in fragments[first] ?? operations[first] ?? [] {
      // The type of all fields, and functions, stand for the definition.
      if path.count == 1 || path.count == 2 && ["Data", "Variables"].contains(last) || last.hasSuffix(")") { return [definition] }
      if path.count == 3, path[1] == "Variables" {
        if let variable = variableDefinition(Name(last), of: definition) { return [variable] }
        return fragmentArguments(of: first).filter { $0.name.string == last }.map(\.place)
      }
      guard let generated = GeneratedSwift(self, of: [definition]) else { return [definition] }
      for (place, property) in generated.properties() where place == definition {
        if property.qualifiedName == path, let found = selection(at: property.path, in: definition) { return [found] }
        // A type is that of the field which has it.
        if property.types == path, let found = selection(at: property.path.dropLast(), in: definition) { return [found] }
      }
      return [definition]
    }
    guard let type = schema.type(named: first) else { return [] }
    if path.count == 1 { return declarations(of: .type(first)) }
    if let value = schema[type].values.first(where: { SwiftCase.isSame(last, $0.name.string) }) {
      return declarations(of: .enumValue(type: first, value.name))
    }
    return declarations(of: .inputField(type: first, Name(last)))
  }
}
