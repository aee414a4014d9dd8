import Foundation
import PackagePlugin

/// Runs the tool `relay` for a command plugin. The plugins share this file.
struct RelayTool {
  let url: URL

  /// The name of the executable target.
  static let name = "relay"

  /// Runs a command in the folder from which SwiftPM or Xcode was started. Its output is the plugin's; a status other than 0 fails the
  /// plugin, always with the status 1.
  func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(command: arguments.first ?? "", status: process.terminationStatus)
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let command: String
    let status: Int32
    var description: String { "'relay \(command)' ended with status \(status)" }
  }

  /// The arguments without those for the package manager, which passes them on if they stand behind the verb, and without the targets that
  /// Xcode lets people choose: the tool works on whole configurations.
  static func arguments(_ arguments: [String]) -> [String] {
    var extractor = ArgumentExtractor(arguments)
    _ = extractor.extractFlag(named: "allow-writing-to-package-directory")
    _ = extractor.extractOption(named: "allow-writing-to-directory")
    _ = extractor.extractOption(named: "allow-network-connections")
    return extractor.remainingArguments
  }

  /// What Xcode passes on of its dialog.
  static func arguments(ofXcode arguments: [String]) -> [String] {
    var extractor = ArgumentExtractor(arguments)
    _ = extractor.extractOption(named: "target")
    return Self.arguments(extractor.remainingArguments)
  }
}
