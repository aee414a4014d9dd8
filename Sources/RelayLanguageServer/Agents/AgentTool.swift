/// A question that an agent can ask: its name, its arguments, and the answer as text.
struct AgentTool: Sendable {
  struct Argument: Sendable {
    var name: String
    var description: String
    var isRequired = true
  }

  var name: String
  var description: String
  var arguments: [Argument]
  /// Whether it writes files if the server may.
  var writes = false
  var run: @Sendable (AgentWorkspace, JSON) throws(InvalidParameters) -> String

  func json(mayWrite: Bool) -> JSON {
    [
      "name": .string(name), "description": .string(description),
      "inputSchema": [
        "type": "object",
        "properties": .object(
          arguments.map { JSON.Member($0.name, ["type": "string", "description": .string($0.description)]) }),
        "required": .array(arguments.filter(\.isRequired).map { .string($0.name) }),
      ],
      "annotations": [
        "readOnlyHint": .bool(!(writes && mayWrite)), "destructiveHint": .bool(writes && mayWrite), "openWorldHint": false,
      ],
    ]
  }

  static let all: [AgentTool] = [searchSchema, type, checkDocument, explainDiagnostic, swiftFor, whoSpreads, whoReads, breaksIf, fix]
}
