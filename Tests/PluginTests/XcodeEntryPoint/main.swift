import Foundation
import PackagePlugin
@testable import RelayCodegenPlugin
import XcodeProjectPlugin

// Prints the commands that the plugin makes for the targets of a project, as JSON: `main PROJECT TOOL WORK-FOLDER`. The app `App` depends on the
// framework `Feed`; the files of each are in a folder of its name.

struct PrintedCommand: Encodable {
  var executable: String
  var arguments: [String]
  var inputs: [String]
  var outputs: [String]

  /// The enumeration's cases cannot be matched outside of the package manager.
  init?(_ command: Command) {
    guard let values = Mirror(reflecting: command).children.first?.value else { return nil }
    var parts: [String: Any] = [:]
    for (label, value) in Mirror(reflecting: values).children { parts[label ?? ""] = value }
    guard let executable = parts["executable"] as? URL, let arguments = parts["arguments"] as? [String],
      let inputs = parts["inputFiles"] as? [URL], let outputs = parts["outputFiles"] as? [URL]
    else { return nil }
    (self.executable, self.arguments) = (executable.path, arguments)
    (self.inputs, self.outputs) = (inputs.map(\.path), outputs.map(\.path))
  }
}

let paths = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
guard paths.count == 3 else { fatalError("main PROJECT TOOL WORK-FOLDER") }
let project = paths[0]

func files(in folder: String) throws -> [URL] {
  let names = try FileManager.default.contentsOfDirectory(atPath: project.appending(path: folder).path)
  return names.map { project.appending(path: folder).appending(path: $0) }
}

let feed = XcodeTarget(name: "Feed", product: .framework, dependencies: [], files: try files(in: "Feed"))
let app = XcodeTarget(name: "App", product: .application, dependencies: [feed], files: try files(in: "App"))
var printed: [String: [PrintedCommand]] = [:]
for target in [feed, app] {
  let work = paths[2].appending(path: target.displayName)
  try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
  let context = XcodePluginContext(project: project, workDirectory: work, tool: paths[1])
  let commands = try RelayCodegenPlugin().createBuildCommands(context: context, target: target)
  printed[target.displayName] = commands.compactMap(PrintedCommand.init)
  guard printed[target.displayName]?.count == commands.count else { fatalError("a command is not what was expected: \(commands)") }
}
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys]
FileHandle.standardOutput.write(try encoder.encode(printed))
