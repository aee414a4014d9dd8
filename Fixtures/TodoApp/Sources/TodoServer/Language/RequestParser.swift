import RelayRuntime

/// Parses a request's text: recursive descent, one token of lookahead.
struct RequestParser {
  /// Deeper nesting than any honest request has; it bounds the recursion.
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
    while self.tokens.token != .end {
      switch self.tokens.token {
      case .punctuator("{"):
        document.operations.append(.init(kind: .query, name: nil, variables: [], selections: try self.selectionSet()))
      case .name("fragment"):
        try self.tokens.advance()
        let name = try self.name()
        try self.expect(.name("on"))
        let typeCondition = try self.name()
        _ = try self.directives()
        document.fragments[name] = .init(typeCondition: typeCondition, selections: try self.selectionSet())
      case .name(let keyword):
        guard let kind = OperationKind(rawValue: keyword) else { throw self.unexpected() }
        try self.tokens.advance()
        document.operations.append(try self.operation(kind))
      default:
        throw self.unexpected()
      }
    }
    return document
  }

  private mutating func operation(_ kind: OperationKind) throws -> RequestDocument.Operation {
    var name: String?
    if case .name = self.tokens.token { name = try self.name() }
    var variables: [RequestDocument.VariableDefinition] = []
    if try self.skip(.punctuator("(")) {
      while try !self.skip(.punctuator(")")) {
        try self.expect(.punctuator("$"))
        let name = try self.name()
        try self.expect(.punctuator(":"))
        let isNonNull = try self.type()
        let defaultValue = try self.skip(.punctuator("=")) ? try self.value() : nil
        _ = try self.directives()
        variables.append(.init(name: name, isNonNull: isNonNull, defaultValue: defaultValue))
      }
    }
    _ = try self.directives()
    return .init(kind: kind, name: name, variables: variables, selections: try self.selectionSet())
  }

  /// Reads a type and says whether it is non-null.
  private mutating func type() throws -> Bool {
    try self.nested { parser in
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
    try self.nested { parser in
      try parser.expect(.punctuator("{"))
      var selections: [RequestDocument.Selection] = []
      repeat { selections.append(try parser.selection()) } while try !parser.skip(.punctuator("}"))
      return selections
    }
  }

  private mutating func selection() throws -> RequestDocument.Selection {
    guard try self.skip(.spread) else { return .field(try self.field()) }
    if case .name(let word) = self.tokens.token, word != "on" {
      return .spread(name: try self.name(), directives: try self.directives())
    }
    let typeCondition = try self.skip(.name("on")) ? try self.name() : nil
    return .inline(typeCondition: typeCondition, directives: try self.directives(), selections: try self.selectionSet())
  }

  private mutating func field() throws -> RequestDocument.Field {
    let location = self.tokens.location
    let responseKey = try self.name()
    let name = try self.skip(.punctuator(":")) ? try self.name() : responseKey
    let arguments = try self.arguments()
    let directives = try self.directives()
    let selections = self.tokens.token == .punctuator("{") ? try self.selectionSet() : []
    return .init(
      responseKey: responseKey, name: name, arguments: arguments, directives: directives, selections: selections,
      location: location)
  }

  private mutating func directives() throws -> [RequestDocument.Directive] {
    var directives: [RequestDocument.Directive] = []
    while try self.skip(.punctuator("@")) {
      directives.append(.init(name: try self.name(), arguments: try self.arguments()))
    }
    return directives
  }

  private mutating func arguments() throws -> [(name: String, value: RequestDocument.Value)] {
    guard try self.skip(.punctuator("(")) else { return [] }
    return try self.members(upTo: .punctuator(")"))
  }

  private mutating func members(upTo end: Tokenizer.Token) throws -> [(name: String, value: RequestDocument.Value)] {
    var members: [(name: String, value: RequestDocument.Value)] = []
    while try !self.skip(end) {
      let name = try self.name()
      try self.expect(.punctuator(":"))
      members.append((name, try self.value()))
    }
    return members
  }

  private mutating func value() throws -> RequestDocument.Value {
    try self.nested { parser in
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
    guard case .name(let name) = self.tokens.token else { throw self.unexpected() }
    try self.tokens.advance()
    return name
  }

  private mutating func skip(_ token: Tokenizer.Token) throws -> Bool {
    guard self.tokens.token == token else { return false }
    try self.tokens.advance()
    return true
  }

  private mutating func expect(_ token: Tokenizer.Token) throws {
    guard try self.skip(token) else { throw self.unexpected() }
  }

  private mutating func nested<Result>(_ parse: (inout RequestParser) throws -> Result) throws -> Result {
    guard self.depth < Self.maximumDepth else {
      throw RequestError("Syntax Error: The request is nested too deeply.", at: self.tokens.location)
    }
    self.depth += 1
    defer { self.depth -= 1 }
    return try parse(&self)
  }

  private func unexpected(_ token: Tokenizer.Token? = nil) -> RequestError {
    RequestError("Syntax Error: Unexpected \(token ?? self.tokens.token).", at: self.tokens.location)
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
