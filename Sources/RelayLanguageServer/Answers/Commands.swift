internal import RelayCompilerCore

/// `workspace/executeCommand`: what a client asks for beyond the protocol.
extension LanguageServer {
  static let commands: [String] = ["relay.operationText"]

  /// What answers the request.
  func command(_ params: JSON) throws(InvalidParameters) -> @Sendable () -> Answer {
    let command = try params.text("command")
    guard Self.commands.contains(command) else { throw InvalidParameters("There is no command '\(command.prefix(80))'") }
    guard let arguments = params["arguments"]?.array, arguments.count == 2, let uri = arguments[0].string, let name = arguments[1].string
    else { throw InvalidParameters("'\(command)' takes the URI of a document and the name of an operation") }
    guard let query = query(uri), let operation = query.text.operations.first(where: { $0.name.string == name }) else {
      throw InvalidParameters("There is no operation '\(name.prefix(80))'")
    }
    return {
      do throws(InvalidParameters) { return .success(try query.operationText(of: operation)) } catch {
        return .failure(code: -32602, error.message)
      }
    }
  }
}

extension TextQuery {
  /// What is sent to the server for an operation: its text with its fragments, and its variables with their types.
  fileprivate func operationText(of operation: (name: Name, node: Int)) throws(InvalidParameters) -> JSON {
    let place = Place(text: index, node: operation.node)
    guard let text = GeneratedSwift(project, of: [place])?.operationText(operation.name) else {
      throw InvalidParameters("'\(operation.name)' has errors, or nothing of it is sent to the server")
    }
    let list = outline.child(of: operation.node, .variableDefinitions).map(outline.children(of:)) ?? []
    let variables = list.compactMap { variable -> JSON? in
      guard let name = outline.nodes[variable].name else { return nil }
      return ["name": .string(name.string), "type": .string(scope.typeText(of: variable) ?? "")]
    }
    return ["name": .string(operation.name.string), "text": .string(text), "variables": .array(variables)]
  }
}
