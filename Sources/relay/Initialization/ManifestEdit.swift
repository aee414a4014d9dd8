internal import Foundation
internal import RelayCompilerCore

/// Adds Relay to a target of a manifest: the dependency and the product by SwiftPM itself, and the use of the plugin, which SwiftPM cannot
/// add, in the text.
struct ManifestEdit {
  private let folder: String
  private let target: String
  private let dependency: RelayDependency

  init(folder: String, target: String, dependency: RelayDependency) {
    (self.folder, self.target, self.dependency) = (folder, target, dependency)
  }

  /// What a person would add.
  var lines: [String] {
    [
      "dependencies: [\(dependency.line)],",
      "// in the target '\(target)':",
      "dependencies: [.product(name: \"RelayRuntime\", package: \"\(dependency.identity)\")],",
      "plugins: [.plugin(name: \"RelayCodegenPlugin\", package: \"\(dependency.identity)\")]",
    ]
  }

  /// Changes the manifest. If anything fails, it is as before.
  func apply() throws(CommandError) {
    let path = FilePath.file("Package.swift", in: folder)
    let before = try Invocation.read(path).bytes
    do throws(CommandError) {
      let text = String(decoding: before, as: UTF8.self)
      if !text.contains("\"\(dependency.identity)\""), !text.contains(dependency.line) { try addDependency() }
      if !Self.target(target, in: text, names: "RelayRuntime") {
        _ = try PackageTool.output(["add-target-dependency", "RelayRuntime", target, "--package", dependency.identity], in: folder)
      }
      let edited = try String(decoding: Invocation.read(path).bytes, as: UTF8.self)
      if !Self.target(target, in: edited, names: "RelayCodegenPlugin") {
        guard let text = Self.addingPlugin(to: edited, target: target, package: dependency.identity) else {
          throw .environment("the target '\(target)' was not found in Package.swift; add these lines: \(lines.joined(separator: " "))")
        }
        try Invocation.replace(path, with: Array(text.utf8))
      }
      _ = try PackageTool.output(["dump-package"], in: folder)
    } catch {
      try Invocation.replace(path, with: before)
      throw error
    }
  }

  private func addDependency() throws(CommandError) {
    switch dependency {
    case .folder(let path):
      _ = try PackageTool.output(["add-dependency", path, "--type", "path"], in: folder)
      // SwiftPM would name the package after its folder, which may have any name.
      let manifest = FilePath.file("Package.swift", in: folder)
      let text = try String(decoding: Invocation.read(manifest).bytes, as: UTF8.self)
      let unnamed = ".package(path: \(RelayDependency.literal(path)))"
      try Invocation.replace(manifest, with: Array(text.replacing(unnamed, with: dependency.line).utf8))
    case .url(let url, let version):
      _ = try PackageTool.output(["add-dependency", url, "--up-to-next-minor-from", version], in: folder)
    }
  }

  /// Whether the call that declares a target names a product. Other targets may use it, too.
  static func target(_ target: String, in manifest: String, names product: String) -> Bool {
    ManifestScanner(Array(manifest.unicodeScalars)).call(ofTarget: target)?.strings.contains(product) ?? false
  }

  /// The manifest with the plugin as the last argument of the target, or in its list of plugins; nil if the target is not found.
  static func addingPlugin(to manifest: String, target: String, package: String) -> String? {
    let use = ".plugin(name: \"RelayCodegenPlugin\", package: \"\(package)\")"
    var text = Array(manifest.unicodeScalars)
    guard let call = ManifestScanner(text).call(ofTarget: target) else { return nil }
    if let list = call.plugins {
      let isEmpty = text[list..<text.count].drop { $0.properties.isWhitespace }.first == "]"
      text.insert(contentsOf: Array((use + (isEmpty ? "" : ", ")).unicodeScalars), at: list)
    } else {
      text.insert(
        contentsOf: Array((call.endsInComma ? " " : ", ").unicodeScalars) + Array("plugins: [\(use)]".unicodeScalars), at: call.end)
    }
    return String(String.UnicodeScalarView(text))
  }
}

/// Finds the call that declares a target in the text of a manifest. It knows strings, comments and brackets, which suffices for manifests as
/// people write them.
struct ManifestScanner {
  struct Call {
    /// Behind the last argument.
    var end: Int
    var endsInComma: Bool
    /// Behind the bracket of `plugins: [`.
    var plugins: Int?
    /// The contents of its strings.
    var strings: Set<String>
  }

  private let text: [Unicode.Scalar]
  /// Where comments begin, with their ends.
  private var comments: [Int: Int] = [:]
  /// The same for strings.
  private var strings: [Int: Int] = [:]

  init(_ text: [Unicode.Scalar]) {
    self.text = text
    var position = 0
    while position < text.count {
      if let end = endOfComment(at: position) {
        comments[position] = end
        position = end
      } else if text[position] == "\"", let end = endOfString(at: position) {
        strings[position] = end
        position = end
      } else {
        position += 1
      }
    }
  }

  func call(ofTarget target: String) -> Call? {
    for kind in [".target(", ".executableTarget("] {
      var start = 0
      while let position = find(kind, from: start) {
        start = position + kind.unicodeScalars.count
        if isSkipped(position) { continue }
        if let call = call(from: start, named: target) { return call }
      }
    }
    return nil
  }

  /// Whether the position is in a comment or string.
  private func isSkipped(_ position: Int) -> Bool {
    (comments.lazy.map { $0.key..<$0.value }.contains { $0.contains(position) })
      || (strings.lazy.map { $0.key..<$0.value }.contains { $0.contains(position) })
  }

  private func find(_ word: String, from start: Int) -> Int? {
    let word = Array(word.unicodeScalars)
    guard text.count >= word.count, start <= text.count - word.count else { return nil }
    return (start...(text.count - word.count)).first { text[$0..<($0 + word.count)].elementsEqual(word) }
  }

  /// - Parameter start: behind the opening parenthesis.
  private func call(from start: Int, named target: String) -> Call? {
    var position = start
    var depth = 1
    var lastToken = start
    var isNamed = false
    var plugins: Int?
    var found: Set<String> = []
    while position < text.count {
      if let end = comments[position] {
        position = end
        continue
      }
      switch text[position] {
      case "\"":
        guard let end = strings[position] else { return nil }
        let content = String(String.UnicodeScalarView(text[(position + 1)..<(end - 1)]))
        found.insert(content)
        if depth == 1, hasLabel("name", before: position), content == target { isNamed = true }
        position = end
        lastToken = end
        continue
      case "(", "[", "{":
        if depth == 1, text[position] == "[", hasLabel("plugins", before: position) { plugins = position + 1 }
        depth += 1
      case ")", "]", "}":
        depth -= 1
        if depth == 0 {
          guard isNamed else { return nil }
          return Call(end: lastToken, endsInComma: lastToken > start && text[lastToken - 1] == ",", plugins: plugins, strings: found)
        }
      default: break
      }
      position += 1
      if !text[position - 1].properties.isWhitespace { lastToken = position }
    }
    return nil
  }

  private func endOfComment(at position: Int) -> Int? {
    guard text[position] == "/", position + 1 < text.count else { return nil }
    if text[position + 1] == "/" { return text[position...].firstIndex(of: "\n") ?? text.count }
    if text[position + 1] == "*" { return find("*/", from: position + 2).map { $0 + 2 } ?? text.count }
    return nil
  }

  private func endOfString(at position: Int) -> Int? {
    var position = position + 1
    while position < text.count {
      if text[position] == "\\" { position += 1 } else if text[position] == "\"" { return position + 1 }
      position += 1
    }
    return nil
  }

  private func hasLabel(_ label: String, before position: Int) -> Bool {
    var end = position
    while end > 0, text[end - 1].properties.isWhitespace { end -= 1 }
    guard end > 0, text[end - 1] == ":" else { return false }
    end -= 1
    let label = Array(label.unicodeScalars)
    return end >= label.count && text[(end - label.count)..<end].elementsEqual(label)
  }
}
