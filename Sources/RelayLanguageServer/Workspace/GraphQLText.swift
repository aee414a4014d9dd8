internal import RelayCompilerCore

/// A file with GraphQL as it is now, in the editor or on disk: its bytes, its lines, and what is in it.
struct GraphQLText: Sendable {
  enum Role: Sendable { case schema, clientSchema, document }

  private let contents: Contents
  /// The module that has it, if the project only imports its fragments.
  private(set) var importedFrom: String?

  init(path: String, role: Role, bytes: [UInt8]) { contents = Contents(path: path, role: role, bytes: bytes) }

  var path: String { contents.path }
  var role: Role { contents.role }
  var bytes: [UInt8] { contents.bytes }
  /// The parts that are GraphQL: the whole file, or the literals of a Swift file.
  var sources: [SourceFile] { contents.sources }
  var lines: LineTable { contents.lines }
  var outline: Outline { contents.outline }
  /// Where each name occurs in it.
  var occurrences: NameOccurrences { contents.occurrences }
  /// Its operations and fragments, and its definitions of types and directives.
  var operations: [(name: Name, node: Int)] { contents.operations }
  var fragments: [(name: Name, node: Int)] { contents.fragments }
  var types: [Name: [Int]] { contents.types }
  var directives: [Name: Int] { contents.directives }
  /// What is wrong with the literals of a Swift file.
  var literalDiagnostics: [Diagnostic] { contents.literalDiagnostics }
  /// Whether it defines or extends types or directives.
  var hasTypeSystem: Bool { contents.hasTypeSystem }

  var isSwift: Bool { path.hasSuffix(".swift") }
  var isJSON: Bool { path.hasSuffix(".json") }
  var isSchema: Bool { role != .document }

  /// What all copies of a text share: a search copies the text at every place that it finds.
  private final class Contents: Sendable {
    let path: String
    let role: Role
    let bytes: [UInt8]
    let sources: [SourceFile]
    let lines: LineTable
    let outline: Outline
    let occurrences: NameOccurrences
    let operations: [(name: Name, node: Int)]
    let fragments: [(name: Name, node: Int)]
    let types: [Name: [Int]]
    let directives: [Name: Int]
    let literalDiagnostics: [Diagnostic]
    let hasTypeSystem: Bool

    init(path: String, role: Role, bytes: [UInt8]) {
      self.path = path
      self.role = role
      self.bytes = bytes
      let file = SourceFile(path: path, bytes: bytes)
      var diagnostics: [Diagnostic] = []
      if path.hasSuffix(".swift") {
        if GraphQLLiterals.mayExist(in: bytes) { (sources, diagnostics) = GraphQLLiterals.find(in: file) } else { sources = [] }
      } else {
        sources = [file]
      }
      literalDiagnostics = diagnostics
      lines = LineTable(bytes)
      outline = path.hasSuffix(".json") ? Outline() : Outline(joining: sources.map(OutlineReader.read))
      occurrences = NameOccurrences(outline)
      var operations: [(name: Name, node: Int)] = []
      var fragments: [(name: Name, node: Int)] = []
      var types: [Name: [Int]] = [:]
      var directives: [Name: Int] = [:]
      for (index, node) in outline.nodes.enumerated() {
        guard node.isDefinition, let name = node.name else { continue }
        switch node.kind {
        case .operation: operations.append((name, index))
        case .fragment: fragments.append((name, index))
        case .typeDefinition: types[name, default: []].append(index)
        case .directiveDefinition: directives[name] = index
        default: break
        }
      }
      hasTypeSystem = !types.isEmpty || !directives.isEmpty || outline.nodes.contains { $0.kind == .schemaDefinition }
      (self.operations, self.fragments, self.types, self.directives) = (operations, fragments, types, directives)
    }
  }

  func isEqual(to other: GraphQLText) -> Bool {
    path == other.path && role == other.role && importedFrom == other.importedFrom && bytes == other.bytes
  }

  /// The same text in a project in which it has another role.
  func imported(from module: String?) -> GraphQLText {
    var text = self
    text.importedFrom = module
    return text
  }

  var compilerRole: Source.Role {
    switch role {
    case .schema: .schema
    case .clientSchema: .clientSchema
    case .document: importedFrom.map { .imported(module: $0) } ?? .document
    }
  }

  func position(_ offset: Int, _ encoding: PositionEncoding) -> Position { lines.position(of: offset, in: bytes, encoding) }

  func range(_ range: Range<Int>, _ encoding: PositionEncoding) -> TextRange {
    TextRange(position(range.lowerBound, encoding), position(range.upperBound, encoding))
  }

  /// Whether a text can be written at an offset as it is.
  func canHold(_ text: String, at offset: Int) -> Bool {
    sources.first { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }?.canHold(text) ?? true
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self) }
}

extension Outline {
  /// The outlines of the literals of one file.
  init(joining outlines: [Outline]) {
    guard outlines.count != 1 else {
      self = outlines[0]
      return
    }
    for outline in outlines {
      let base = Int32(nodes.count)
      nodes += outline.nodes.map { node in
        var node = node
        if node.parent >= 0 { node.parent += base }
        return node
      }
    }
  }
}

extension GraphQLText {
  /// The space at the start of the line with an offset.
  func indentation(of offset: Int) -> String {
    let line = lines.offset(of: Position(line: lines.line(of: offset), character: 0), in: bytes, .utf8)
    return String(text(line..<max(line, offset)).prefix { $0 == " " || $0 == "\t" })
  }
}
