internal import RelayCompilerCore

/// The JSON result of an introspection query, checked and printed as SDL.
struct IntrospectionResult {
  let file: SourceFile
  let document: Document
  let sdl: String

  /// - Parameter diagnostics: receives what is wrong with the file.
  /// - Returns: nil after an error.
  init?(_ file: SourceFile, diagnostics: inout [Diagnostic]) {
    self.file = file
    // The reader takes a file for SDL that is not JSON by its name or its first characters.
    let (document, problems) = IntrospectionReader.parse(file, file: FileID(rawValue: 0))
    diagnostics += problems
    guard !problems.hasErrors else { return nil }
    self.document = document
    diagnostics += IntrospectionCompleteness.check(file)
    guard !diagnostics.hasErrors else { return nil }
    guard ServerSchema([SourceFile(path: file.path + ".json", bytes: file.bytes)], diagnostics: &diagnostics) != nil else { return nil }
    sdl = SchemaPrinter.print(document.definitions)
  }
}

/// Finds what a schema cannot be built without, and what a shortened introspection query leaves out: lists of members, and the standard
/// scalars that something refers to.
enum IntrospectionCompleteness {
  static func check(_ file: SourceFile) -> [Diagnostic] {
    guard let json = try? JSONSyntax.parse(file, file: FileID(rawValue: 0)) else { return [] }
    let schema = json["data"]?["__schema"] ?? json["__schema"] ?? json
    var check = Check()
    let types = check.items(schema["types"])
    check.defined = Set(types.compactMap { $0["name"]?.string })
    for type in types { check.type(type) }
    for directive in check.items(schema["directives"]) {
      check.list("args", of: directive)
      check.types(in: directive["args"])
    }
    for key in ["queryType", "mutationType", "subscriptionType"] {
      if let root = schema[key], case .object = root.value, root["name"]?.string == nil {
        check.report("'\(key)' has no 'name'", at: root)
      }
    }
    return check.diagnostics
  }

  private struct Check {
    var defined: Set<String> = []
    private(set) var diagnostics: [Diagnostic] = []

    mutating func report(_ problem: String, at json: JSONSyntax) {
      diagnostics.append(
        Diagnostic(
          "invalid-introspection", problem + ". Use the result of a full introspection query, such as 'relay fetch-schema --url' sends",
          at: json.range))
    }

    func items(_ json: JSONSyntax?) -> [JSONSyntax] {
      if case .array(let items)? = json?.value { return items }
      return []
    }

    mutating func list(_ key: String, of json: JSONSyntax) {
      if case .array? = json[key]?.value { return }
      report("'\(json["name"]?.string ?? "")' has no list '\(key)'", at: json)
    }

    mutating func type(_ json: JSONSyntax) {
      if json["name"]?.string?.hasPrefix("__") == true { return }
      switch json["kind"]?.string {
      case "OBJECT", "INTERFACE":
        // Servers before June 2018 have no interfaces of interfaces.
        if json["kind"]?.string == "OBJECT" { list("interfaces", of: json) }
        list("fields", of: json)
      case "UNION": list("possibleTypes", of: json)
      case "ENUM": list("enumValues", of: json)
      case "INPUT_OBJECT": list("inputFields", of: json)
      default: break
      }
      for field in items(json["fields"]) {
        types(of: field["type"], in: field)
        list("args", of: field)
        types(in: field["args"])
      }
      types(in: json["inputFields"])
    }

    mutating func types(in list: JSONSyntax?) {
      for value in items(list) { types(of: value["type"], in: value) }
    }

    /// A standard scalar need not be declared in SDL, so that only here its absence shows.
    private mutating func types(of type: JSONSyntax?, in owner: JSONSyntax) {
      var current = type
      while let type = current {
        if let name = type["name"]?.string {
          if !defined.contains(name) { report("The schema has no type '\(name)'", at: type) }
          return
        }
        current = type["ofType"]
      }
    }
  }
}
