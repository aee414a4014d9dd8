internal import Foundation

/// The parts of an `apollo-codegen-config.json` that have a meaning here. Everything is optional, because versions of the file differ.
struct ApolloConfiguration: Decodable {
  struct Input: Decodable {
    var operationSearchPaths: [String]?
    var schemaSearchPaths: [String]?
    /// Before version 1.0.
    var schemaPath: String?
  }

  struct Output: Decodable {
    struct SchemaTypes: Decodable {
      var path: String?
      var moduleType: [String: ModuleType]?
    }
    struct ModuleType: Decodable {
      var name: String?
      var accessModifier: String?
    }
    struct Manifest: Decodable {
      var path: String?
      var version: String?
    }
    var schemaTypes: SchemaTypes?
    var operationManifest: Manifest?
  }

  struct Options: Decodable {
    var additionalCapitalizationRules: [JSONValue]?
    var schemaCustomization: JSONValue?
    var additionalInflectionRules: [JSONValue]?
  }

  /// A value that is only known to be there.
  struct JSONValue: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  var schemaNamespace: String?
  var input: Input?
  var output: Output?
  var options: Options?

  /// - Throws: an error that says what is wrong with the file.
  init(_ bytes: [UInt8], path: String) throws(CommandError) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
      let place = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw .environment("'\(path)' is no configuration of Apollo's code generation: '\(place)' has another type than expected")
    } catch {
      throw .environment("'\(path)' is not JSON: \(error.localizedDescription)")
    }
  }

  var operationSearchPaths: [String] { input?.operationSearchPaths ?? ["**/*.graphql"] }
  var schemaSearchPaths: [String] { input?.schemaSearchPaths ?? input?.schemaPath.map { [$0] } ?? ["**/*.graphqls"] }

  /// The access level of the generated module; nil for the default here.
  var accessLevel: String? {
    guard let type = output?.schemaTypes?.moduleType?.first else { return nil }
    return type.key == "embeddedInTarget" ? type.value.accessModifier ?? "internal" : nil
  }

  /// What has no counterpart in `relay.config.json`.
  var notes: [String] {
    var notes: [String] = []
    if options?.schemaCustomization != nil {
      notes.append("'schemaCustomization' has no counterpart: types have the schema's names")
    }
    if options?.additionalCapitalizationRules?.isEmpty == false {
      notes.append("'additionalCapitalizationRules' are 'swift.acronyms' here, which are lists of words. They were not converted")
    }
    if options?.additionalInflectionRules?.isEmpty == false {
      notes.append("'additionalInflectionRules' are not needed: no name is made plural or singular")
    }
    return notes
  }
}

/// The files that Apollo's search paths find, by their absolute paths. Those of patterns that begin with `!` are left out.
enum ApolloSearchPath {
  static func files(_ patterns: [String], in folder: String) throws(CommandError) -> [String] {
    var (included, excluded): (Set<String>, Set<String>) = ([], [])
    for pattern in patterns {
      if pattern.hasPrefix("!") {
        excluded.formUnion(try found(by: String(pattern.dropFirst()), in: folder))
      } else {
        included.formUnion(try found(by: pattern, in: folder))
      }
    }
    return included.subtracting(excluded).sorted()
  }

  private static func found(by pattern: String, in folder: String) throws(CommandError) -> [String] {
    let parts = FilePath.absolute(pattern, relativeTo: folder).split(separator: "/").map(String.init)
    let fixed = parts.prefix { !$0.contains("*") && !$0.contains("?") }
    let base = "/" + fixed.joined(separator: "/")
    if fixed.count == parts.count { return FileSystem.kind(base) == .file ? [base] : [] }
    let glob = Glob(parts.dropFirst(fixed.count).joined(separator: "/"))
    guard FileSystem.kind(base) == .directory else { return [] }
    return try Invocation.files(below: base, excluding: { $0.hasSuffix("/Pods/") || $0 == "Pods/" }, where: glob.matches)
  }
}
