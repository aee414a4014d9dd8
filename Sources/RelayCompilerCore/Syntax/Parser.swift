/// Builds syntax trees from tokens, by recursive descent over the whole grammar of GraphQL (September 2025, sections 2 and 3). Each
/// function has its productions above it.
///
/// One call reports every independent syntax error in a file: a malformed selection, field definition or definition is left out of the
/// result, and parsing continues after it (`Parser+Recovery`). Nesting is limited by `maximumDepth`. The properties are the position in
/// the tokens, the results, and what recovery needs to know.
package struct Parser {
  /// The maximum nesting of selection sets, values and types. Real documents stay below 30. The limit keeps every recursion over a
  /// document within the 512 kB stack of a secondary thread, even without optimization.
  static let maximumDepth = 64
  /// The maximum number of list and non-null wrappers around a named type.
  static let maximumTypeDepth = 32

  var lexer: Lexer
  var token: Token
  /// The end of the token before `token`.
  var previousEnd: Int
  var names: NameCache
  var diagnostics: [Diagnostic] = []
  /// The brackets that are open at `token`.
  var open = OpenBrackets()
  var depth = 0
  /// Where the current definition begins.
  var definitionStart = 0
  /// Whether the end of the file has been reported: everything that is still open ends there too.
  var reportedEnd = false
  /// Set after a missing brace: from there on, a definition in the first column ends all open blocks.
  var definitionsEndBlocks = false
  var allowsFragmentVariables = false
  /// Whether the text is a server's schema. Syntax that is newer than this parser is skipped in it, because it is someone else's.
  var isOfServer = false
  /// Warnings about what has been skipped.
  var skipped: [Diagnostic] = []

  /// - Parameters:
  ///   - allowsFragmentVariables: whether `fragment F($x: Int)` and `...F(x: 1)` are accepted (`Parser+FragmentVariables`).
  ///   - isOfServer: whether unknown kinds of definitions are skipped with a warning.
  package static func parse(
    _ source: SourceFile, file: FileID, allowsFragmentVariables: Bool = false, isOfServer: Bool = false
  ) -> (Document, [Diagnostic]) {
    if source.bytes.count > Int(Int32.max) {
      let range = SourceRange(file: file, start: 0, end: 0)
      return (Document(file: file, definitions: []), [.fileTooLarge(at: range)])
    }
    var parser = Parser(source, file: file)
    parser.allowsFragmentVariables = allowsFragmentVariables
    parser.isOfServer = isOfServer
    let document = parser.parseDocument()
    let lexical = parser.lexer.diagnostics
    let found = lexical.isEmpty ? parser.diagnostics : lexical + parser.diagnostics
    return (document, parser.skipped.isEmpty ? found : found + parser.skipped)
  }

  init(_ source: SourceFile, file: FileID, base: Int = 0) {
    lexer = Lexer(source, file: file, base: base)
    names = NameCache(byteCount: source.range.count)
    previousEnd = lexer.position
    token = lexer.next()
  }

  /// Thrown after an error has been reported, or suppressed because it follows from an earlier one.
  struct SyntaxError: Error {
    /// Whether parsing can only resume at the next definition.
    var endsDefinition = false
    /// Whether the definition is newer than this parser, so that nothing in it counts.
    var isSkipped = false
  }

  // MARK: - Document

  ///     Document : Definition+
  private mutating func parseDocument() -> Document {
    var definitions: [Definition] = []
    while token.kind != .endOfFile {
      let start = token
      definitionStart = start.start
      // It is not clear what belongs to a definition that ends too early.
      if token.kind.isClosing { _ = definitions.popLast() }
      let problems = diagnostics.count
      do throws(SyntaxError) {
        let definition = try parseDefinition()
        // The rest of a definition with errors would cause errors in every later stage.
        if diagnostics.count == problems, !hasLexicalError(from: start) { definitions.append(definition) }
        // Braces that a string swallowed still have closing braces after it.
        if hasSwallowedLine, token.kind.isClosing { skipToDefinition(from: token) }
      } catch {
        if !definitionsEndBlocks, restartAfterMissingBrace(from: start, problems: problems) { continue }
        skipToDefinition(from: start)
        if error.isSkipped { lexer.dropDiagnostics(from: start.start, to: token.start) }
      }
    }
    return Document(
      file: lexer.file, definitions: definitions, forbidsCustomScalarLiterals: lexer.forbidsCustomScalarLiterals)
  }

  /// Whether there is a lexical error between `start` and the last token consumed.
  private func hasLexicalError(from start: Token) -> Bool {
    // The lexer is one token ahead, and may have skipped bytes in between.
    let last = lexer.diagnostics.last { Int($0.range.start) < lexer.base + previousEnd }
    return last.map { Int($0.range.start) >= lexer.base + start.start } ?? false
  }

  ///     Definition : OperationDefinition | FragmentDefinition | TypeSystemDefinitionOrExtension
  private mutating func parseDefinition() throws(SyntaxError) -> Definition {
    let start = token.start
    if token.kind == .leftBrace { return .operation(try parseOperationDefinition(start, description: nil)) }
    var description: StringSyntax?
    if token.kind == .string || token.kind == .blockString {
      description = parseString()
      if token.kind == .leftBrace { throw report(.descriptionNotAllowed(on: "a query without a name and keyword", at: description!.range)) }
    }
    if token.kind.isClosing { throw report(.closesNothing(token.kind.punctuator, at: tokenRange)) }
    guard token.kind == .name else { throw report(.expected("a definition", found: found, at: tokenRange)) }
    switch keyword() {
    case .query, .mutation, .subscription: return .operation(try parseOperationDefinition(start, description: description))
    case .fragment: return .fragment(try parseFragmentDefinition(start, description: description))
    case .schema: return .schema(try parseSchemaDefinition(start, description: description, isExtension: false))
    case .directive: return .directive(try parseDirectiveDefinition(start, description: description))
    case .extend:
      if let description { throw report(.descriptionNotAllowed(on: "an extension", at: description.range)) }
      advance()
      let extended = keyword()
      if extended == .schema { return .schema(try parseSchemaDefinition(start, description: nil, isExtension: true)) }
      if extended == .directive { return .directive(try parseDirectiveExtension(start)) }
      if let kind = extended?.typeKind { return .type(try parseTypeDefinition(start, kind, description: nil, isExtension: true)) }
      if isService { throw SyntaxError(isSkipped: true) }
      throw report(
        .expected(
          "'schema', 'scalar', 'type', 'interface', 'union', 'enum', 'input' or 'directive' after 'extend'", found: found, at: tokenRange))
    case let other?:
      if let kind = other.typeKind { return .type(try parseTypeDefinition(start, kind, description: description, isExtension: false)) }
      throw unknownDefinition()
    case nil:
      throw unknownDefinition()
    }
  }

  private mutating func unknownDefinition() -> SyntaxError {
    let text = lexer.text(token.start, token.end)
    let problem = Diagnostic.unknownDefinition(text, at: tokenRange)
    guard isOfServer, problem.fixIts.isEmpty else { return report(problem) }
    if !isService { skipped.append(.skippedDefinition(text, at: tokenRange)) }
    return SyntaxError(isSkipped: true)
  }

  /// Whether the server's capabilities follow ("Service Capabilities", a draft of 2026). No document can use them.
  private var isService: Bool { isOfServer && isKeyword("service") }

  // MARK: - Tokens

  var tokenRange: SourceRange { lexer.range(token.start, token.end) }

  /// The range from `start` to the end of the last token consumed.
  func range(from start: Int) -> SourceRange { lexer.range(start, previousEnd) }

  /// Moves to the next token and keeps track of brackets.
  mutating func advance() {
    if token.kind.isOpening {
      open.append(token)
    } else if token.kind.isClosing, open.last?.kind.closing == token.kind {
      open.removeLast()
    }
    previousEnd = token.end
    token = lexer.next()
  }

  mutating func skip(_ kind: Token.Kind) -> Bool {
    guard token.kind == kind else { return false }
    advance()
    return true
  }

  mutating func expect(_ kind: Token.Kind) throws(SyntaxError) {
    guard token.kind == kind else { throw report(.expected("'\(kind.punctuator)'", found: found, at: tokenRange)) }
    advance()
  }

  /// Expects the bracket that closes the innermost open one.
  ///
  /// - Parameter item: what else would be allowed here, for the message.
  mutating func expectClosing(_ kind: Token.Kind, or item: String) throws(SyntaxError) {
    guard token.kind == kind else {
      let opening = isClosedSoon(kind) ? nil : open.last.map { lexer.range($0.start, $0.end) }
      throw report(.unclosed(item: item, closing: kind.punctuator, found: found, at: tokenRange, opening: opening))
    }
    advance()
  }

  /// Parses a name. `what` describes it in the message if there is none.
  mutating func parseName(_ what: String) throws(SyntaxError) -> NameSyntax {
    guard token.kind == .name else { throw report(.expected(what, found: found, at: tokenRange)) }
    let range = tokenRange
    let name = names.name(lexer.bytes, token.start..<token.end)
    advance()
    return NameSyntax(name, at: range)
  }

  /// Parses `$` or `@` and a name. The range covers both.
  mutating func parseName(after sigil: Token.Kind, _ what: String) throws(SyntaxError) -> NameSyntax {
    let start = token.start
    try expect(sigil)
    let name = try parseName(what)
    return NameSyntax(name.name, at: range(from: start))
  }

  func isKeyword(_ word: StaticString) -> Bool {
    token.kind == .name && token.end - token.start == word.utf8CodeUnitCount
      && word.withBytes { lexer.bytes.has($0, at: token.start, before: token.end) }
  }

  mutating func parseString() -> StringSyntax {
    let string = StringSyntax(token, of: lexer)
    advance()
    return string
  }

  ///     Description : StringValue
  mutating func parseDescription() -> StringSyntax? {
    token.kind == .string || token.kind == .blockString ? parseString() : nil
  }

  /// Enters one more level of nesting. The caller leaves it with `depth -= 1`; after an error, recovery restores
  /// `depth`.
  mutating func enter(limit: Int = Parser.maximumDepth) throws(SyntaxError) {
    guard depth < limit else {
      report(.nestedTooDeeply(limit: limit, at: tokenRange))
      throw SyntaxError(endsDefinition: true)
    }
    depth += 1
  }

  // MARK: - Errors

  /// How a message refers to the current token.
  var found: String {
    switch token.kind {
    case .endOfFile: "the end of the file"
    case .name, .int, .float: "'\(Diagnostic.shortened(lexer.text(token.start, token.end)))'"
    case .string, .blockString: "a string"
    default: "'\(token.kind.punctuator)'"
    }
  }

  /// Whether an unterminated string swallowed brackets, so that those of the definition no longer match.
  private var hasSwallowedLine: Bool { lexer.swallowedLineEnd > definitionStart && lexer.swallowedLineEnd <= previousEnd }

  /// Reports the diagnostic, unless it is a consequence of an error that has been reported.
  @discardableResult
  mutating func report(_ diagnostic: Diagnostic) -> SyntaxError {
    if token.kind == .endOfFile {
      if reportedEnd || lexer.isTruncated { return SyntaxError(endsDefinition: true) }
      reportedEnd = true
    }
    if hasSwallowedLine { return SyntaxError(endsDefinition: token.kind == .endOfFile) }
    let followsLexicalError = lexer.lastErrorEnd >= 0 && lexer.lastErrorEnd > previousEnd - 1 && lexer.lastErrorEnd <= token.end
    if !followsLexicalError { diagnostics.append(diagnostic) }
    return SyntaxError(endsDefinition: token.kind == .endOfFile)
  }
}

/// The words that start a definition.
enum DefinitionKeyword: String, CaseIterable {
  case query, mutation, subscription, fragment, schema, scalar, type, interface, union, `enum`, input, directive, extend

  var typeKind: TypeKind? {
    switch self {
    case .scalar: .scalar
    case .type: .object
    case .interface: .interface
    case .union: .union
    case .enum: .enum
    case .input: .inputObject
    case .query, .mutation, .subscription, .fragment, .schema, .directive, .extend: nil
    }
  }
}

extension Parser {
  /// The kind of definition that the current token starts, if any.
  func keyword() -> DefinitionKeyword? {
    guard token.kind == .name else { return nil }
    switch token.end - token.start {
    case 4: return isKeyword("type") ? .type : isKeyword("enum") ? .enum : nil
    case 5: return isKeyword("query") ? .query : isKeyword("input") ? .input : isKeyword("union") ? .union : nil
    case 6: return isKeyword("scalar") ? .scalar : isKeyword("schema") ? .schema : isKeyword("extend") ? .extend : nil
    case 8: return isKeyword("fragment") ? .fragment : isKeyword("mutation") ? .mutation : nil
    case 9: return isKeyword("interface") ? .interface : isKeyword("directive") ? .directive : nil
    case 12: return isKeyword("subscription") ? .subscription : nil
    default: return nil
    }
  }
}
