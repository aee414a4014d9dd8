import Testing

@testable import RelayCompilerCore

extension Schema {
  /// The schema of a text, which must be valid.
  static func built(
    from text: String, clientExtension: String = "", options: CompilerOptions = CompilerOptions(), profile: ValidationProfile = .relay
  ) throws -> Schema {
    let server = Parsed(text)
    let client = Parsed(clientExtension, file: FileID(rawValue: 1))
    try #require(server.places == [])
    try #require(client.places == [])
    let (schema, problems) = SchemaBuilder.build(
      server: [server.document], clientExtensions: clientExtension.isEmpty ? [] : [client.document], options: options, profile: profile)
    try #require(problems.map(\.message) == [])
    return schema
  }
}

extension Program {
  /// The program of a document as input for the passes. The document is not validated.
  static func lowered(from text: String, schema: Schema) throws -> Program {
    let parsed = Parsed(text)
    try #require(parsed.places == [])
    let lowered = Lowering.lower([parsed.document], schema: schema, threads: 1)
    try #require(lowered.diagnostics.map(\.message) == [])
    return lowered.program
  }
}
