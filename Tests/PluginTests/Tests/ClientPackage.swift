import Foundation
import Testing

enum BuildSystem: String, CaseIterable, CustomTestStringConvertible {
  case native
  case swiftbuild

  /// At night, everything is tested with both. The tests that name `allCases` are always: one package, and the most frequent changes.
  static let tested: [BuildSystem] = ProcessInfo.processInfo.environment["RELAY_TEST_EFFORT"] == "nightly" ? allCases : [.native]

  var testDescription: String { rawValue }
}

/// A copy of one of Fixtures/packages that a test may change and build. It starts unchanged.
///
/// All packages share a scratch folder per build system, so that the compiler and the runtime are built once. RELAY_CLIENT_BUILDS names
/// the parent of these folders, to share them with other client packages.
struct ClientPackage {
  let directory: URL
  private let log: URL
  let buildSystem: BuildSystem

  private static let testPackage = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private static let repository = testPackage.deletingLastPathComponent().deletingLastPathComponent()
  private static let clients = testPackage.appending(path: ".build/clients")

  private static let builds = ProcessInfo.processInfo.environment["RELAY_CLIENT_BUILDS"].map { URL(filePath: $0) } ?? clients

  /// Options of all builds in those folders: with others, everything would be compiled again.
  private static let options = (ProcessInfo.processInfo.environment["RELAY_CLIENT_OPTIONS"] ?? "").split(separator: " ").map(String.init)

  private var scratch: URL { Self.builds.appending(path: "build-\(buildSystem.rawValue)") }

  init(_ fixture: String, _ buildSystem: BuildSystem) throws {
    self.buildSystem = buildSystem
    // Commands of swift-build contain the folder above the package. So packages share what is built only if they are in one folder, and this
    // is where TodoApp is.
    self.directory =
      buildSystem == .swiftbuild
      ? Self.repository.appending(path: "Fixtures/.build-\(fixture)") : Self.clients.appending(path: "\(buildSystem.rawValue)/\(fixture)")
    self.log = Self.clients.appending(path: "\(buildSystem.rawValue)-\(fixture).log")
    let original = Self.repository.appending(path: "Fixtures/packages/\(fixture)")
    for folder in [directory, Self.clients] { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    let wanted = try Set(Self.files(in: original))
    try #require(!wanted.isEmpty, "there is no package '\(fixture)'")
    for path in try Self.files(in: directory) where !wanted.contains(path) { try remove(path) }
    for path in wanted {
      var text = try String(contentsOf: original.appending(path: path), encoding: .utf8)
      if path == "Package.swift" { text = text.replacing(#"path: "../../..""#, with: "path: \"\(Self.repository.path)\"") }
      if try read(path) != text { try write(text, to: path) }
    }
    try forgetPlanOfOtherPackage()
  }

  /// A native build's plan stays in the scratch folder, and that of another package would be mistaken for this one's.
  private func forgetPlanOfOtherPackage() throws {
    let mark = scratch.appending(path: "package")
    if (try? String(contentsOf: mark, encoding: .utf8)) == directory.path { return }
    let plan = scratch.appending(path: "debug.yaml")
    if FileManager.default.fileExists(atPath: plan.path) { try FileManager.default.removeItem(at: plan) }
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    try Data(directory.path.utf8).write(to: mark)
  }

  // MARK: - Changing

  func read(_ path: String) throws -> String? {
    let file = directory.appending(path: path)
    return FileManager.default.fileExists(atPath: file.path) ? try String(contentsOf: file, encoding: .utf8) : nil
  }

  func write(_ text: String, to path: String) throws {
    let file = directory.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func replace(_ text: String, with replacement: String, in path: String) throws {
    let old = try #require(try read(path))
    try #require(old.contains(text))
    try write(old.replacing(text, with: replacement), to: path)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: directory.appending(path: path))
  }

  func move(_ path: String, to newPath: String) throws {
    let target = directory.appending(path: newPath)
    try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: directory.appending(path: path), to: target)
  }

  /// The plugins' folders for the modules.
  var outputs: URL { scratch.appending(path: "plugins/outputs/\(directory.lastPathComponent)") }

  /// What the plugin generated for a module.
  func generated(_ file: String, of module: String) throws -> String {
    try String(
      contentsOf: outputs.appending(path: "\(module)/destination/RelayCodegenPlugin/Generated/\(file)"), encoding: .utf8)
  }

  // MARK: - Building

  struct Build {
    var succeeded: Bool
    /// The output, without progress and without the commands quoted by failures.
    var output: String
  }

  struct BuildFailure: Error {}

  func run(_ product: String) throws -> Build {
    try swift(["run", "--skip-build", product])
  }

  func test() throws -> Build {
    try swift(["test"])
  }

  /// - Parameter target: builds only this target, and what it depends on.
  func build(target: String? = nil) throws -> Build {
    try swift(["build"] + (target.map { ["--target", $0] } ?? []))
  }

  /// A build that must succeed, and the files that it wrote.
  @discardableResult
  func changes(
    target: String? = nil, sourceLocation: SourceLocation = #_sourceLocation, by change: () throws -> Void = {}
  ) throws -> Changes {
    let before = try Snapshot(scratch, modules: modules())
    try change()
    let traps = try CommandTraps(in: outputs)
    let build = try build(target: target)
    if !build.succeeded {
      Issue.record("The build failed:\n\(build.output)", sourceLocation: sourceLocation)
      throw BuildFailure()
    }
    var changes = try Snapshot(scratch, modules: modules()).changes(since: before, output: build.output)
    changes.ran = traps.ran()
    return changes
  }

  func swift(_ arguments: [String]) throws -> Build {
    let command =
      ["swift"] + arguments.prefix(1) + ["--package-path", directory.path, "--scratch-path", scratch.path]
      + ["--build-system", buildSystem.rawValue] + Self.options + arguments.dropFirst()
    var process = try run(command)
    // Swift 6.3's swift-build sometimes crashes on Linux (in libdispatch). That is not a failure of the plugin.
    for _ in 1...2 where process.terminationReason == .uncaughtSignal { process = try run(command) }
    return Build(succeeded: process.terminationStatus == 0, output: Self.messages(try String(contentsOf: log, encoding: .utf8)))
  }

  private func run(_ command: [String]) throws -> Process {
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = directory
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    return process
  }

  private static func messages(_ log: String) -> String {
    let lines = log.split(separator: "\n").filter { $0.count < 500 && !$0.hasPrefix("[") }
    return lines.joined(separator: "\n")
  }

  private func modules() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.appending(path: "Sources").path)
  }

  /// Paths of all files below `folder`, relative to it.
  private static func files(in folder: URL) throws -> [String] {
    guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    return paths.compactMap { $0 as? String }.filter { path in
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder.appending(path: path).path, isDirectory: &isDirectory)
        && !isDirectory.boolValue && !path.hasPrefix(".") && path != "Package.resolved"
    }
  }
}
