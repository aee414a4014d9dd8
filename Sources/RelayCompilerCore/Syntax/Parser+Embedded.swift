/// GraphQL inside a string: the types and directives in `@argumentDefinitions`, the default values of introspection.
extension Parser {
  /// The type that a string spells; positions are those of the string's text in its file.
  static func type(in string: StringSyntax) -> (TypeSyntax?, [Diagnostic]) {
    embedded(string) { parser throws(SyntaxError) in try parser.parseTypeReference() }
  }

  /// The constant value that a string spells.
  static func value(in string: StringSyntax) -> (ValueSyntax?, [Diagnostic]) {
    embedded(string) { parser throws(SyntaxError) in try parser.parseValue(isConstant: true) }
  }

  /// The directive that a string spells.
  static func directive(in string: StringSyntax) -> (DirectiveSyntax?, [Diagnostic]) {
    embedded(string) { parser throws(SyntaxError) in
      guard let directive = try parser.parseDirectives(isConstant: true).first else { throw parser.expectedDirective() }
      return directive
    }
  }

  /// The directives that a string spells.
  static func directives(in string: StringSyntax) -> ([DirectiveSyntax]?, [Diagnostic]) {
    embedded(string) { parser throws(SyntaxError) in try parser.parseDirectives(isConstant: true) }
  }

  private func expectedDirectiveDiagnostic() -> Diagnostic { .expected("a directive such as '@example'", found: found, at: tokenRange) }

  private mutating func expectedDirective() -> SyntaxError { report(expectedDirectiveDiagnostic()) }

  private static func embedded<Node>(
    _ string: StringSyntax, _ parse: (inout Parser) throws(SyntaxError) -> Node
  ) -> (Node?, [Diagnostic]) {
    let quotes = string.isBlock ? 3 : 1
    let source = SourceFile(path: "", text: string.raw)
    var parser = Parser(source, file: string.range.file, base: Int(string.range.start) + quotes)
    var result: Node?
    do throws(SyntaxError) {
      let node = try parse(&parser)
      if parser.token.kind == .endOfFile {
        result = node
      } else {
        parser.report(.expected("the end of the string", found: parser.found, at: parser.tokenRange))
      }
    } catch {}
    let lexical = parser.lexer.diagnostics
    return (lexical.isEmpty ? result : nil, lexical + parser.diagnostics)
  }
}
