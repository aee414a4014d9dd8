internal import Foundation
internal import RelayCompilerCore

/// A small query that needs no knowledge of the schema: one field of the root type, and some leaves below it.
struct FirstQuery {
  let name: String
  let text: String

  /// The most telling queries first: of objects and lists before those of single values.
  static func candidates(for schema: Schema) -> [FirstQuery] {
    guard let root = schema.queryType else { return [] }
    var found: [(rank: Int, query: FirstQuery)] = []
    for id in schema[root].fieldList {
      let field = schema[id]
      guard field.arguments.allSatisfy({ !$0.isRequired }), field.deprecation == nil else { continue }
      var selection = Selection(schema: schema)
      guard let text = selection.text(of: field, indentation: "  ", depth: 3) else { continue }
      found.append((-selection.leaves, FirstQuery(name: "FirstQuery", text: "query FirstQuery {\n\(text)}")))
    }
    return found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .prefix(maximumCandidates).map(\.element.query)
  }

  private static let maximumCandidates = 8

  static func hasErrors(_ body: [UInt8]) -> Bool {
    let json = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
    return json?["errors"] != nil
  }

  private struct Selection {
    let schema: Schema
    private(set) var leaves = 0
    private static let leavesOfType = 4
    /// How many items of a list are asked for.
    private static let items = 5

    init(schema: Schema) { self.schema = schema }

    /// The field with what is selected of it; nil if nothing can be.
    mutating func text(of field: FieldDefinition, indentation: String, depth: Int) -> String? {
      let type = field.type.named
      let arguments = arguments(of: field)
      guard schema.isComposite(type) else {
        leaves += 1
        return "\(indentation)\(field.name)\(arguments)\n"
      }
      guard depth > 0, schema[type].kind != .union else { return nil }
      let fields = schema[type].fieldList.map { schema[$0] }.filter { field in
        field.arguments.allSatisfy { !$0.isRequired } && field.deprecation == nil
      }
      var body = ""
      var chosen = fields.filter { !schema.isComposite($0.type.named) }.sorted { Self.rank($0) < Self.rank($1) }
      chosen = Array(chosen.prefix(Self.leavesOfType))
      // A connection's data is in its edges.
      let deeper = fields.filter { ["edges", "node", "nodes"].contains($0.name.string) }.prefix(1)
      if !deeper.isEmpty { chosen = chosen.filter { $0.name.string != "cursor" && $0.name.string != "totalCount" } }
      for field in chosen { body += text(of: field, indentation: indentation + "  ", depth: depth - 1) ?? "" }
      for field in deeper { body += text(of: field, indentation: indentation + "  ", depth: depth) ?? "" }
      if body.isEmpty {
        for field in fields where schema.isComposite(field.type.named) {
          guard let text = text(of: field, indentation: indentation + "  ", depth: depth - 1) else { continue }
          body = text
          break
        }
      }
      return body.isEmpty ? nil : "\(indentation)\(field.name)\(arguments) {\n\(body)\(indentation)}\n"
    }

    /// A number of items, if the field takes one.
    private func arguments(of field: FieldDefinition) -> String {
      for name in ["first", "limit"] {
        guard let argument = field.arguments.named(Name(name)), schema.description(of: argument.type.nullable) == "Int" else { continue }
        return "(\(name): \(Self.items))"
      }
      return ""
    }

    /// `id` and what has a name come first.
    private static func rank(_ field: FieldDefinition) -> Int {
      ["id", "name", "title", "text"].firstIndex(of: field.name.string) ?? 10
    }
  }
}
