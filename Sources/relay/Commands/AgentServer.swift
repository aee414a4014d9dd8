internal import RelayLanguageServer

/// `relay mcp`: the server for coding agents, on standard input and output.
struct AgentServerCommand: Command {
  private static let write = Option.flag("--allow-writing", "Lets the tool 'fix' write the documents that it fixes.")
  private static let index = Option.value(
    "--index-store", "FOLDER", "Reads the index of the build in FOLDER. Default: the newest in .build.")

  let name = "mcp"
  let summary = "Serves coding agents with the Model Context Protocol, on standard input and output."
  let inputs: String? = "[FOLDER]"
  let details = """
    Its tools answer questions about the GraphQL of FOLDER, or of the current folder.
    None of them writes a file, unless --allow-writing is given.
    """
  let options = [write, index]

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    let folders = invocation.options.inputs
    guard folders.count <= 1 else { throw .usage("'relay mcp' takes one folder") }
    let store = invocation.options.value(Self.index).map(FileSystem.absolute)
    var tools = ServerTools.all(indexStore: store)
    tools.describePackage = LanguageServerCommand.modules
    let status = AgentServer.run(
      folder: folders.first ?? ".", tools: tools, mayWrite: invocation.options.has(Self.write)
    ) { DiagnosticPage.all[$0] }
    return status == 0 ? .success : .findings
  }
}
