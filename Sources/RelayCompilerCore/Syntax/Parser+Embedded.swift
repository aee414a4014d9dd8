/// GraphQL inside a string: types and directives in `@argumentDefinitions`, and default values of introspection.
extension Parser {
  /// Parses the string as a type. Ranges refer to the string's text in its file.
  static func type(in string: StringSyntax) -> (TypeSyntax?, [Diagnostic]) {
    embedded(string) { parser throws(SyntaxError) in try parser.parseTypeReference() }
  }

  /// Parses the string as a constant value.
  static func value(in string: StringSyntax) -> (ValueSyntax?, [Diagnostic]) {
    embedded(string) { parser throws(SyntaxError) in try parser.parseValue(isConstant: true) }
  }

  /// Parses the string as one directive.
  static func directive(in string: StringSyntax) -> (DirectiveSyntax?, [Diagnostic]) {
    embedded(string) { parser throws(SyntaxError) in
      guard let directive = try parser.parseDirectives(isConstant: true).first else { throw parser.expectedDirective() }
      return directive
    }
  }

  /// Parses the string as directives.
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
