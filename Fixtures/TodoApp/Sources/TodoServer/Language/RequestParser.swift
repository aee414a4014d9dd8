import RelayRuntime

/// Parses a request's text: recursive descent, one token of lookahead.
struct RequestParser {
  /// Deeper than the nesting of any legitimate request; bounds the recursion.
  private static let maximumDepth = 64

  private var tokens: Tokenizer
  private var depth = 0

  static func parse(_ text: String) throws -> RequestDocument {
    var parser = RequestParser(tokens: try Tokenizer(text))
    return try parser.document()
  }

  private init(tokens: Tokenizer) {
    self.tokens = tokens
  }

  private mutating func document() throws -> RequestDocument {
    var document = RequestDocument()
    while tokens.token != .end {
      switch tokens.token {
      case .punctuator("{"):
        document.operations.append(.init(kind: .query, name: nil, variables: [], selections: try selectionSet()))
      case .name("fragment"):
        try tokens.advance()
        let name = try self.name()
        try expect(.name("on"))
        let typeCondition = try self.name()
        _ = try directives()
        document.fragments[name] = .init(typeCondition: typeCondition, selections: try selectionSet())
      case .name(let keyword):
        guard let kind = OperationDefinition.Kind(rawValue: keyword) else { throw unexpected() }
        try tokens.advance()
        document.operations.append(try operation(kind))
      default:
        throw unexpected()
      }
    }
    return document
  }

  private mutating func operation(_ kind: OperationDefinition.Kind) throws -> RequestDocument.Operation {
    var name: String?
    if case .name = tokens.token { name = try self.name() }
    var variables: [RequestDocument.VariableDefinition] = []
    if try skip(.punctuator("(")) {
      while try !skip(.punctuator(")")) {
        try expect(.punctuator("$"))
        let name = try self.name()
        try expect(.punctuator(":"))
        let isNonNull = try type()
        let defaultValue = try skip(.punctuator("=")) ? try value() : nil
        _ = try directives()
        variables.append(.init(name: name, isNonNull: isNonNull, defaultValue: defaultValue))
      }
    }
    _ = try directives()
    return .init(kind: kind, name: name, variables: variables, selections: try selectionSet())
  }

  /// Parses a type and returns whether it is non-null.
  private mutating func type() throws -> Bool {
    try nested { parser in
      if try parser.skip(.punctuator("[")) {
        _ = try parser.type()
        try parser.expect(.punctuator("]"))
      } else {
        _ = try parser.name()
      }
      return try parser.skip(.punctuator("!"))
    }
  }

  private mutating func selectionSet() throws -> [RequestDocument.Selection] {
    try nested { parser in
      try parser.expect(.punctuator("{"))
      var selections: [RequestDocument.Selection] = []
      repeat { selections.append(try parser.selection()) } while try !parser.skip(.punctuator("}"))
      return selections
    }
  }

  private mutating func selection() throws -> RequestDocument.Selection {
    guard try skip(.spread) else { return .field(try field()) }
    if case .name(let word) = tokens.token, word != "on" {
      return .spread(name: try name(), directives: try directives())
    }
    let typeCondition = try skip(.name("on")) ? try name() : nil
    return .inline(typeCondition: typeCondition, directives: try directives(), selections: try selectionSet())
  }

  private mutating func field() throws -> RequestDocument.Field {
    let location = tokens.location
    let responseKey = try self.name()
    let name = try skip(.punctuator(":")) ? try self.name() : responseKey
    let arguments = try self.arguments()
    let directives = try self.directives()
    let selections = tokens.token == .punctuator("{") ? try selectionSet() : []
    return .init(
      responseKey: responseKey, name: name, arguments: arguments, directives: directives, selections: selections,
      location: location)
  }

  private mutating func directives() throws -> [RequestDocument.Directive] {
    var directives: [RequestDocument.Directive] = []
    while try skip(.punctuator("@")) {
      directives.append(.init(name: try name(), arguments: try arguments()))
    }
    return directives
  }

  private mutating func arguments() throws -> [(name: String, value: RequestDocument.Value)] {
    guard try skip(.punctuator("(")) else { return [] }
    return try members(upTo: .punctuator(")"))
  }

  private mutating func members(upTo end: Tokenizer.Token) throws -> [(name: String, value: RequestDocument.Value)] {
    var members: [(name: String, value: RequestDocument.Value)] = []
    while try !skip(end) {
      let name = try self.name()
      try expect(.punctuator(":"))
      members.append((name, try self.value()))
    }
    return members
  }

  private mutating func value() throws -> RequestDocument.Value {
    try nested { parser in
      let token = parser.tokens.token
      try parser.tokens.advance()
      switch token {
      case .punctuator("$"): return .variable(try parser.name())
      case .punctuator("{"): return .object(try parser.members(upTo: .punctuator("}")))
      case .punctuator("["):
        var items: [RequestDocument.Value] = []
        while try !parser.skip(.punctuator("]")) { items.append(try parser.value()) }
        return .list(items)
      case .string(let text): return .constant(.string(text))
      case .name("null"): return .constant(.null)
      case .name("true"): return .constant(.bool(true))
      case .name("false"): return .constant(.bool(false))
      case .name(let enumValue): return .constant(.string(enumValue))
      case .number(let text):
        if let integer = Int(text) { return .constant(.int(integer)) }
        if let number = Double(text) { return .constant(.double(number)) }
        throw parser.unexpected(token)
      default: throw parser.unexpected(token)
      }
    }
  }

  private mutating func name() throws -> String {
    guard case .name(let name) = tokens.token else { throw unexpected() }
    try tokens.advance()
    return name
  }

  private mutating func skip(_ token: Tokenizer.Token) throws -> Bool {
    guard tokens.token == token else { return false }
    try tokens.advance()
    return true
  }

  private mutating func expect(_ token: Tokenizer.Token) throws {
    guard try skip(token) else { throw unexpected() }
  }

  private mutating func nested<Result>(_ parse: (inout RequestParser) throws -> Result) throws -> Result {
    guard depth < Self.maximumDepth else {
      throw RequestError("Syntax Error: The request is nested too deeply.", at: tokens.location)
    }
    depth += 1
    defer { depth -= 1 }
    return try parse(&self)
  }

  private func unexpected(_ token: Tokenizer.Token? = nil) -> RequestError {
    RequestError("Syntax Error: Unexpected \(token ?? tokens.token).", at: tokens.location)
  }
}

extension Tokenizer.Token: CustomStringConvertible {
  var description: String {
    switch self {
    case .name(let name): "Name \"\(name)\""
    case .punctuator(let character): "\"\(character)\""
    case .spread: "\"...\""
    case .string(let text): "String \"\(text)\""
    case .number(let text): "Number \(text)"
    case .end: "<EOF>"
    }
  }
}
