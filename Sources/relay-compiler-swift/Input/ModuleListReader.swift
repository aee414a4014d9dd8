internal import RelayCompilerCore

/// Reads the list of the build plugin, or of a rule of another build system, which may not know the current folder: paths may be relative to it.
/// Whatever these do not write is an error at its position.
struct ModuleListReader: ModuleListCoder {
  typealias Failure = ModuleListError

  private let json: JSONSyntax

  static func list(_ file: SourceFile) throws(ModuleListError) -> ModuleList {
    var list = ModuleList()
    var reader = ModuleListReader(json: try JSONSyntax.parse(ofInput: file))
    try list.code(&reader)
    if list.documentOutputs.count != list.module.documents.count { throw problem("an output for each document", reader.json) }
    return list
  }

  mutating func text(_ key: String, _ value: inout String, _ form: ModuleListText) throws(ModuleListError) {
    guard let member = json[key] else { throw Self.problem("an object with '\(key)'", json) }
    value = try Self.text(member, form)
  }

  mutating func text(_ key: String, _ value: inout String?, _ form: ModuleListText) throws(ModuleListError) {
    if let member = json[key] { value = try Self.text(member, form) }
  }

  mutating func texts(_ key: String, _ values: inout [String], _ form: ModuleListText) throws(ModuleListError) {
    for item in try array(key) { values.append(try Self.text(item, form)) }
  }

  mutating func modules(_ key: String, _ modules: inout [Module]) throws(ModuleListError) {
    for json in try array(key) {
      var module = Module()
      var reader = ModuleListReader(json: json)
      try module.code(&reader)
      modules.append(module)
    }
  }

  private func array(_ key: String) throws(ModuleListError) -> [JSONSyntax] {
    guard let member = json[key] else { return [] }
    guard case .array(let items) = member.value else { throw Self.problem("an array", member) }
    return items
  }

  private static func text(_ json: JSONSyntax, _ form: ModuleListText) throws(ModuleListError) -> String {
    guard let text = json.string, isValid(text, form) else { throw problem(form.rawValue, json) }
    return form == .path && !text.hasPrefix("/") ? FileSystem.absolute(text) : text
  }

  private static func isValid(_ text: String, _ form: ModuleListText) -> Bool {
    switch form {
    case .path: !text.isEmpty && !text.utf8.contains(0)
    case .moduleName: SwiftTypeSyntax.isModule(text)
    case .kind: Module.Kind(rawValue: text) != nil
    case .output: OutputName.isWritable(text)
    }
  }

  private static func problem(_ expected: String, _ json: JSONSyntax) -> ModuleListError {
    ModuleListError(diagnostic: .pluginInputs(expected: expected, found: json.string.map { "'\($0)'" } ?? json.kind, at: json.range))
  }
}

extension JSONSyntax {
  /// The JSON of a file that says what is compiled.
  static func parse(ofInput file: SourceFile) throws(ModuleListError) -> JSONSyntax {
    do throws(JSONSyntaxError) {
      return try parse(file, file: FileID(rawValue: 0))
    } catch {
      throw ModuleListError(diagnostic: error.diagnostic)
    }
  }
}

struct ModuleListError: Error {
  var diagnostic: Diagnostic
}
