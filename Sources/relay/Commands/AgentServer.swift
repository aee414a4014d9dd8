internal import RelayLanguageServer

/// `relay mcp`: the server for coding agents, on standard input and output.
struct AgentServerCommand: Command {
  let name = "mcp"
  let summary = "Serves coding agents with the Model Context Protocol, on standard input and output."
  let inputs: String? = "[FOLDER]"
  let details = """
    Its tools answer questions about the GraphQL of FOLDER, or of the current folder.
    None of them writes a file.
    """
  let options: [Option] = []

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    let folders = invocation.options.inputs
    guard folders.count <= 1 else { throw .usage("'relay mcp' takes one folder") }
    let status = AgentServer.run(folder: folders.first ?? ".") { DiagnosticPage.all[$0] }
    return status == 0 ? .success : .findings
  }
}
