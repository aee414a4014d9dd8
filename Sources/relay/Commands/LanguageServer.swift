internal import Foundation
internal import RelayCompilerCore
internal import RelayLanguageServer

/// `relay lsp`: the language server, on standard input and output.
struct LanguageServerCommand: Command {
  private static let store = "--index-store"

  let name = "lsp"
  let summary = "Serves editors with the Language Server Protocol, on standard input and output."
  let inputs: String? = "[--index-store FOLDER] [CONFIG]"
  let details = """
    The client names the folder, in which every relay.config.json is found. Uses in Swift are known
    from the index of the newest build: that in .build, or in the FOLDER of --index-store, such as
    Index.noindex/DataStore in Xcode's derived data. The arguments with which editors start Relay's
    own server (--output=LEVEL, --locateCommand=COMMAND, a configuration) are accepted and have no
    effect.
    """
  let options: [Option] = []
  let readsArgumentsItself = true

  func run(_ invocation: Invocation) throws(CommandError) -> ExitStatus {
    let arguments = invocation.arguments
    if arguments.contains(where: { $0 == "-h" || $0 == "--help" }) {
      invocation.streams.write(HelpText.of(self), to: .output)
      return .success
    }
    // Editors pass options of their own, such as `--stdio`; none of them changes what the server does.
    var folder = arguments.last { $0.hasPrefix(Self.store + "=") }.map { String($0.dropFirst(Self.store.count + 1)) }
    if let index = arguments.firstIndex(of: Self.store), index + 1 < arguments.count { folder = arguments[index + 1] }
    var tools = ServerTools.all(indexStore: folder.map(FileSystem.absolute))
    tools.describePackage = Self.modules
    if let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first {
      tools.builtInFile = BuiltInFile(folder: caches.appendingPathComponent("relay-swift").path)
    }
    return LanguageServer.run(tools: tools) == 0 ? .success : .findings
  }

  /// The modules of a package; none if the package manager cannot say.
  @Sendable static func modules(ofPackage folder: String) -> [PackageModule] {
    guard let text = try? PackageTool.output(["--ignore-lock", "describe", "--type", "json"], in: folder),
      let package = try? PackageModules([SourceFile(path: folder + "/Package.swift", bytes: text)], files: ReadFiles())
    else { return [] }
    return package.modules.map { module in
      PackageModule(name: module.module.name, root: module.module.root, below: module.below.map { package.modules[$0].module.name })
    }
  }
}
