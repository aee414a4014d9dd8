internal import RelayCompilerCore

/// Reads an `Outline` from the tokens of the compiler's lexer. Nothing is an error: what is missing is marked, and what fits nowhere is
/// skipped. Executable definitions and type definitions have their own files.
struct OutlineReader {
  /// Deeper selections and values are skipped. The compiler refuses them at a lower depth.
  static let maximumDepth = 100

  var lexer: Lexer
  var token: Token
  /// The token after `token`.
  var ahead: Token
  var previousEnd = 0
  var depth = 0
  var nodes: [Outline.Node] = []
  /// Whether a definition's keyword in the first column ends what is open. In a literal, the first column means nothing.
  private let usesColumns: Bool

  static func read(_ source: SourceFile) -> Outline {
    // The lexer's positions are of 32 bits.
    guard source.bytes.count <= Int(Int32.max) else { return Outline() }
    var reader = OutlineReader(source)
    while reader.token.kind != .endOfFile { reader.readDefinition() }
    return Outline(nodes: reader.nodes)
  }

  private init(_ source: SourceFile) {
    lexer = Lexer(source, file: .generated)
    usesColumns = source.range.lowerBound == 0
    token = lexer.next()
    ahead = lexer.next()
    previousEnd = source.range.lowerBound
  }

  // MARK: - Tokens

  mutating func advance() {
    previousEnd = token.end
    token = ahead
    ahead = lexer.next()
  }

  mutating func skip(_ kind: Token.Kind) -> Bool {
    guard token.kind == kind else { return false }
    advance()
    return true
  }

  func isWord(_ word: StaticString) -> Bool { isWord(word, token) }

  private func isWord(_ word: StaticString, _ token: Token) -> Bool {
    token.kind == .name && token.end - token.start == word.utf8CodeUnitCount
      && lexer.bytes[token.start..<token.end].elementsEqual(word.description.utf8)
  }

  /// Whether a definition begins here, although something is still open.
  var beginsDefinition: Bool {
    guard usesColumns, token.kind == .name, token.start == 0 || lexer.bytes[token.start - 1] == 0x0A else { return false }
    guard ahead.kind == .name || ahead.kind == .leftBrace || ahead.kind == .at else { return false }
    return DefinitionWord(lexer.bytes[token.start..<token.end]) != nil
  }

  // MARK: - Nodes

  /// Begins a node at the current token.
  mutating func open(_ kind: Outline.Kind, in parent: Int?) -> Int {
    nodes.append(Outline.Node(kind: kind, parent: Int32(parent ?? -1), start: UInt32(token.start), end: UInt32(token.end)))
    return nodes.count - 1
  }

  /// Ends a node at the last token.
  mutating func close(_ node: Int) { nodes[node].end = max(UInt32(previousEnd), nodes[node].start) }

  /// Ends a node where something is missing: it reaches to the next token.
  mutating func leaveOpen(_ node: Int) {
    nodes[node].end = max(UInt32(token.start), nodes[node].start)
    nodes[node].isOpen = true
  }

  /// Notes that the node's name is missing behind the last token.
  mutating func markMissingName(_ node: Int) {
    nodes[node].nameStart = UInt32(previousEnd)
    nodes[node].nameEnd = UInt32(previousEnd)
  }

  /// Takes the current token as the node's name. Without one, the name is empty and the node reaches to the next token.
  mutating func takeName(_ node: Int) {
    guard token.kind == .name, !beginsDefinition else {
      markMissingName(node)
      return leaveOpen(node)
    }
    nodes[node].nameStart = UInt32(token.start)
    nodes[node].nameEnd = UInt32(token.end)
    nodes[node].name = Name(lexer.bytes[token.start..<token.end])
    advance()
    close(node)
  }

  /// A node that is a name and nothing else. Where it is missing, the node is the space up to the next token.
  mutating func readName(_ kind: Outline.Kind, in parent: Int) {
    let node = open(kind, in: parent)
    if token.kind != .name || beginsDefinition { nodes[node].start = UInt32(previousEnd) }
    takeName(node)
  }

  /// Reads brackets and what is in them, as a node of its own. It is left open at the end of the file, where a definition begins, and at what
  /// cannot stand between the brackets.
  ///
  /// - Parameters:
  ///   - end: the closing bracket.
  ///   - stops: other tokens at which the closing bracket is missing.
  ///   - readItem: called at every other token, with the node. It must take at least one.
  mutating func readBrackets(
    _ kind: Outline.Kind, to end: Token.Kind, stops: [Token.Kind] = [], in parent: Int, _ readItem: (inout OutlineReader, Int) -> Void
  ) {
    let node = open(kind, in: parent)
    advance()
    while true {
      if skip(end) { return close(node) }
      if token.kind == .endOfFile || stops.contains(token.kind) || beginsDefinition { return leaveOpen(node) }
      readItem(&self, node)
    }
  }

  /// Takes a colon. Returns whether there is one.
  mutating func takeColon(_ node: Int) -> Bool {
    guard token.kind == .colon else { return false }
    nodes[node].colonEnd = UInt32(token.end)
    advance()
    return true
  }

  // MARK: - Definitions

  private mutating func readDefinition() {
    var description: Token?
    if token.kind == .string || token.kind == .blockString {
      description = token
      advance()
    }
    if token.kind == .leftBrace { return readOperation(.query) }
    guard token.kind == .name else { return advance() }
    guard var word = DefinitionWord(lexer.bytes[token.start..<token.end]) else { return advance() }
    let start = description?.start ?? token.start
    var isExtension = false
    if word == .extend {
      isExtension = true
      guard ahead.kind == .name, let extended = DefinitionWord(lexer.bytes[ahead.start..<ahead.end]) else { return advance() }
      advance()
      word = extended
    }
    let index = nodes.count
    switch word {
    case .query: readOperation(.query)
    case .mutation: readOperation(.mutation)
    case .subscription: readOperation(.subscription)
    case .fragment: readFragment()
    case .schema: readSchemaDefinition()
    case .directive: readDirectiveDefinition()
    case .scalar: readTypeDefinition(.scalar)
    case .type: readTypeDefinition(.object)
    case .interface: readTypeDefinition(.interface)
    case .union: readTypeDefinition(.union)
    case .enum: readTypeDefinition(.enum)
    case .input: readTypeDefinition(.inputObject)
    case .extend: advance()
    }
    guard index < nodes.count else { return }
    nodes[index].start = UInt32(start)
    nodes[index].isExtension = isExtension
  }
}

/// The words that begin a definition.
enum DefinitionWord: String, CaseIterable {
  case query, mutation, subscription, fragment, schema, scalar, type, interface, union, `enum`, input, directive, extend

  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count <= 12 else { return nil }
    self.init(rawValue: String(decoding: bytes, as: UTF8.self))
  }
}
