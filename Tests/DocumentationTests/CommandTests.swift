import Foundation
import TestSupport
import Testing

/// Every command in a block of a shell, and in code within the text of the pages for agents, exists: its program, the options that it is given,
/// and the files, targets and steps that it names. Each is looked up where it is defined; builds and network access are too dear to run them.
@Suite("Commands in the documentation") struct CommandTests {
  private struct Command: CustomStringConvertible {
    let page: String
    let words: [String]
    var description: String { "\(page): \(words.joined(separator: " "))" }
    var options: [String] { words.filter { $0.hasPrefix("-") && $0 != "-" }.map { String($0.prefix { $0 != "=" }) } }

    func value(after option: String) -> String? {
      words.firstIndex(of: option).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    }
  }

  private static let rootPages = ["SKILL", "AGENTS", "README", "CONTRIBUTING", "SUPPORT", "SECURITY"]
  /// Programs of the system, which this repository does not define.
  private static let systemPrograms: Set = ["cd", "curl", "defaults", "find", "git", "grep", "mkdir", "set", "shasum", "touch", "unzip"]

  private static func text(_ path: String) -> String { (try? String(contentsOf: Repository.url(path), encoding: .utf8)) ?? "" }

  /// The commands of blocks on all pages, and those in code on the pages for agents.
  private static let commands: [Command] = {
    let pages = rootPages.map { ($0, text("\($0).md")) } + Catalog.guides.map { ($0.name, $0.text) }
    return pages.flatMap { name, text -> [Command] in
      let (blocks, prose) = parts(of: text)
      var lines = blocks
      if ["SKILL", "AGENTS"].contains(name) {
        lines += prose.matches(of: /`((?:swift|relay|touch)(?: [^`]*)?|(?:\.ci|Tests)\/[^`]*)`/).map { String($0.1) }.filter(isCommand)
      }
      return lines.flatMap { commands(in: $0, on: name) }
    }
  }()

  /// The lines of the blocks for a shell, with those that are continued joined, and the text outside of all blocks.
  private static func parts(of text: String) -> (lines: [String], prose: String) {
    var lines: [String] = []
    var prose = ""
    var language: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.drop { $0 == " " }
      if trimmed.hasPrefix("```") {
        language = language == nil ? String(trimmed.dropFirst(3)) : nil
      } else if language == "sh", let last = lines.last, last.hasSuffix(" \\") {
        lines[lines.count - 1] = String(last.dropLast()) + String(trimmed)
      } else if language == "sh" {
        lines.append(String(trimmed))
      } else if language == nil {
        prose += line + "\n"
      }
    }
    return (lines, prose)
  }

  /// `Tests/Style/american-spelling --fix` is a command, and `Tests/SlowTests/PublicAPI.txt` is a file.
  private static func isCommand(_ code: String) -> Bool {
    let path = code.prefix { $0 != " " }
    return !path.contains("/") || FileManager.default.isExecutableFile(atPath: Repository.url(String(path)).path) && !path.hasSuffix("/")
  }

  /// The commands of a line: what `&&`, `|`, `;` and `{` separate, without comments, quoted text and redirections.
  private static func commands(in line: String, on page: String) -> [Command] {
    let line = line.replacing(/(^| )#.*/, with: "").replacing(/'[^']*'|"[^"]*"/, with: "QUOTED").replacing(#/ [<>] \S+/#, with: "")
    return line.split(separator: /&&|\|\|?|;|[{}]/).compactMap { part in
      let words = part.split(separator: " ").map(String.init).drop { $0.contains("=") && !$0.hasPrefix("-") }
      return words.isEmpty ? nil : Command(page: page, words: Array(words))
    }
  }

  /// The options that a program prints in its help.
  private static func help(of command: [String]) async throws -> String {
    let run = try await ProcessRun.result(of: command)
    #expect(run.status == 0 && run.output.contains("--"), "\(command) has no help")
    return run.output
  }

  @Test("each command exists, with its options and what it names")
  func commandsExist() async throws {
    #expect(Self.commands.count > 25)
    let pages = Set(Self.commands.map(\.page))
    #expect(pages.isSuperset(of: ["AGENTS", "README", "CONTRIBUTING", "TheRelayCommand", "SKILL"]))
    var helps: [String: String] = [:]
    for verb in ["build", "run", "test", "package"] {
      helps[verb] = try await Self.help(of: ["swift", verb] + (verb == "package" ? ["describe"] : []) + ["--help-hidden"])
    }
    let sources = Dictionary(
      uniqueKeysWithValues: ["relay", "relay-compiler-swift"].map { tool in
        (tool, Repository.swiftFiles(in: "Sources/\(tool)").compactMap { try? String(contentsOf: $0, encoding: .utf8) }.joined())
      })
    for command in Self.commands { check(command, helps, sources) }
  }

  private func check(_ command: Command, _ helps: [String: String], _ sources: [String: String]) {
    let program = command.words[0]
    switch program {
    case "swift": checkSwift(command, helps, sources)
    case "relay", "relay-compiler-swift": checkTool(command, sources)
    case ".ci/run":
      let tiers = Set(Self.text(".ci/run").matches(of: /(?m)^  "([\w-]+) +\d/).map { String($0.1) }).union(["quick", "nightly"])
      for word in command.words.dropFirst() { #expect(tiers.contains(word) || word == "STEP…", "\(command)") }
    case _ where program.contains("/"):
      let url = Repository.url(program)
      #expect(FileManager.default.isExecutableFile(atPath: url.path), "\(command)")
      let text = Self.text(program)
      for option in command.options { #expect(text.contains(option), "\(command) has no \(option)") }
    default: #expect(Self.systemPrograms.contains(program), "\(command): \(program) is not known")
    }
  }

  private func checkSwift(_ command: Command, _ helps: [String: String], _ sources: [String: String]) {
    let words = command.words.dropFirst()
    guard let verb = words.first else { return }
    if verb == "format" { return }
    #expect(["build", "run", "test", "package"].contains(verb), "\(command)")
    let manifest = Self.text("Package.swift")
    if verb == "package", let plugin = words.dropFirst().first(where: { $0.hasPrefix("relay") }) {
      #expect(manifest.contains("verb: \"\(plugin)\""), "\(command)")
      return
    }
    // What `swift run` runs has options of its own.
    let tool = words.dropFirst().firstIndex { $0 == "relay-compiler-swift" || $0 == "relay" }
    if verb == "run", let tool {
      checkTool(Command(page: command.page, words: Array(command.words[tool...])), sources)
    }
    let own = Command(page: command.page, words: Array(verb == "run" && tool != nil ? command.words[..<(tool ?? 0)] : command.words[...]))
    let help = helps[verb] ?? ""
    for option in own.options where option != "-c" { #expect(help.contains(option), "\(command): 'swift \(verb)' has no \(option)") }
    if let product = own.value(after: "--product") { #expect(manifest.contains("name: \"\(product)\""), "\(command)") }
    if let filter = own.value(after: "--filter"), filter != "QUOTED" {
      let known = manifest.contains("name: \"\(filter)\"") || Self.hasSuite(filter)
      #expect(known, "\(command): no target or suite is called \(filter)")
    }
    if let path = own.value(after: "--package-path"), path.contains("/") {
      #expect(FileManager.default.fileExists(atPath: Repository.url("\(path)/Package.swift").path), "\(command)")
    }
  }

  private static func hasSuite(_ name: String) -> Bool {
    Repository.swiftFiles(in: "Tests").contains { $0.lastPathComponent == "\(name).swift" }
  }

  /// A command of a tool, by the tool's sources: each subcommand and each option is a string in them.
  private func checkTool(_ command: Command, _ sources: [String: String]) {
    let text = sources[command.words[0]] ?? ""
    if let verb = command.words.dropFirst().first, !verb.hasPrefix("-") {
      #expect(text.contains("\"\(verb)\""), "\(command): there is no command \(verb)")
    }
    for option in command.options { #expect(text.contains(option), "\(command): there is no option \(option)") }
  }
}
