import RelayRuntime
import TestSupport

@testable import RelayCompilerCore

/// Generates random documents: fragments with arguments and conditions that spread one another, and a query that uses them.
///
/// Most of them are valid. Response keys distinguish fields with different arguments, but a fragment may be spread twice with different
/// arguments in one place, which is an error in the document.
struct RandomDocuments {
  private let schema: Schema
  /// The types of fragments.
  private let composites: [TypeID]
  private var random: SplitMix
  /// The fragments so far; each spreads only earlier ones.
  private var fragments: [Fragment] = []

  private enum Kind: String {
    case flag = "Boolean!"
    case text = "String"
    case count = "Int"

    /// The query's variables of this type.
    var globals: [String] {
      switch self {
      case .flag: ["a", "b", "c"]
      case .text: ["text"]
      case .count: ["count"]
      }
    }
  }

  private struct Argument {
    let name: String
    let kind: Kind
    let defaultValue: String?
  }

  private struct Fragment {
    let name: String
    let type: TypeID
    var arguments: [Argument] = []
    var spreads: Set<String> = []
  }

  private static let globals = """
    $a: Boolean!, $b: Boolean = true, $c: Boolean!, $text: String, $count: Int = 2, $id: ID!, $kinds: [Kind!]
    """
  private static let ids = ["Book:1", "Reader:0", "Reader:3", "Film:2", "Author:4", "Loan:1"]

  init(schema: Schema, seed: UInt64) {
    self.schema = schema
    composites = schema.types.indices.map { TypeID(rawValue: UInt32($0)) }.filter {
      schema.isComposite($0) && !schema[$0].name.string.hasPrefix("__") && $0 != schema.mutationType && $0 != schema.subscriptionType
    }
    random = SplitMix(seed: seed)
  }

  /// One document of several fragments and the query `Q`.
  mutating func document() -> String {
    fragments = []
    var text = ""
    for index in 0..<number(6) {
      var fragment = Fragment(name: "F\(index)", type: composites[number(composites.count)])
      let body = selectionSet(on: fragment.type, depth: 1, &fragment)
      let arguments = fragment.arguments.map { argument in
        "\(argument.name): {type: \"\(argument.kind.rawValue)\"\(argument.defaultValue.map { ", defaultValue: \($0)" } ?? "")}"
      }
      let declared = arguments.isEmpty ? "" : " @argumentDefinitions(\(arguments.joined(separator: ", ")))"
      text += "fragment \(fragment.name) on \(schema[fragment.type].name)\(declared) \(body)\n"
      fragments.append(fragment)
    }
    guard let root = schema.queryType else { return text }
    var query = Fragment(name: "Q", type: root)
    let body = selectionSet(on: root, depth: 0, &query)
    return text + "query Q(\(RandomDocuments.globals)) @DEPRECATED__relay_ignore_unused_variables_error \(body)\n"
  }

  /// Values for the query's variables.
  mutating func variables() -> [String: JSON] {
    var variables: [String: JSON] = [
      "a": .bool(chance(50)), "c": .bool(chance(50)), "id": .string(RandomDocuments.ids[number(RandomDocuments.ids.count)]),
    ]
    if chance(60) { variables["b"] = .bool(chance(50)) }
    if chance(60) { variables["text"] = chance(20) ? .null : "fr" }
    if chance(60) { variables["count"] = .int(number(3)) }
    if chance(60) { variables["kinds"] = ["BOOK"] }
    return variables
  }

  // MARK: Selections

  private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { number(100) < percent }

  /// - Parameter around: the type conditions around these selections since the last field.
  private mutating func selectionSet(on type: TypeID, around: [TypeID] = [], depth: Int, _ owner: inout Fragment) -> String {
    let around = around + [type]
    var selections = (0..<1 + number(5)).compactMap { _ in selection(on: type, around: around, depth: depth, &owner) }
    // At least one selection without a condition: if constants remove everything, nothing is fetched and nothing can be read.
    selections.insert(typename(of: type), at: number(selections.count + 1))
    return "{\n" + selections.joined(separator: "\n") + "\n}"
  }

  private mutating func selection(on type: TypeID, around: [TypeID], depth: Int, _ owner: inout Fragment) -> String? {
    switch number(20) {
    case 0...1 where depth < 6: return inlineFragment(on: type, around: around, depth: depth, &owner)
    case 2...5: return spread(on: type, around: around, &owner)
    case 6: return typename(of: type)
    default: return field(on: type, depth: depth, &owner)
    }
  }

  /// `__typename`, which Relay does not have at the root.
  private func typename(of type: TypeID) -> String { type == schema.queryType ? "viewer { __typename }" : "__typename" }

  private mutating func field(on type: TypeID, depth: Int, _ owner: inout Fragment) -> String? {
    let fields = schema[type].fieldList
    guard !fields.isEmpty else { return nil }
    let field = schema[fields[number(fields.count)]]
    let isComposite = schema.isComposite(field.type.named)
    if isComposite, depth >= 5 { return nil }
    var arguments: [String] = []
    for argument in field.arguments where argument.isRequired || chance(40) {
      guard let value = value(for: argument.type, &owner) else { continue }
      arguments.append("\(argument.name): \(value)")
    }
    let edges = schema.field("edges", on: field.type.named)
    let isConnection = edges != nil && arguments.contains { $0.hasPrefix("first:") || $0.hasPrefix("last:") } && chance(60)
    // Another page would be merged with the existing one.
    if isConnection { arguments.removeAll { $0.hasPrefix("after:") || $0.hasPrefix("before:") } }
    let isRequired = !field.type.isNonNull && schema[type].kind == .object && chance(4)
    var key = field.name.string
    if !arguments.isEmpty { key += "_" + arguments.joined(separator: "_").filter { $0.isLetter || $0.isNumber || $0 == "_" } }
    if isRequired { key += "_required" }
    if isConnection { key += "_connection" }
    var text = key == field.name.string ? key : "\(key): \(field.name)"
    if !arguments.isEmpty { text += "(\(arguments.joined(separator: ", ")))" }
    if isRequired { text += chance(50) ? " @required(action: LOG)" : " @required(action: NONE)" }
    if isConnection { text += " @connection(key: \"\(owner.name)_\(key)\")" }
    text += conditions(&owner)
    if isConnection, let edges {
      return text + " {\nedges " + selectionSet(on: schema[edges].type.named, depth: depth + 2, &owner) + "\npageInfo { hasNextPage }\n}"
    }
    return isComposite ? text + " " + selectionSet(on: field.type.named, depth: depth + 1, &owner) : text
  }

  private mutating func inlineFragment(on type: TypeID, around: [TypeID], depth: Int, _ owner: inout Fragment) -> String {
    let types = composites.filter { canBe($0, in: around) } + [type]
    let inner = types[number(types.count)]
    var text = chance(20) && inner == type ? "..." : "... on \(schema[inner].name)"
    if chance(20) { text += " @alias(as: \"as\(number(1000))\")" }
    return text + conditions(&owner) + " " + selectionSet(on: inner, around: around, depth: depth + 1, &owner)
  }

  /// Whether Relay allows a fragment on `type` there: some object must have it and all enclosing types.
  private func canBe(_ type: TypeID, in around: [TypeID]) -> Bool { around.allSatisfy { schema.doTypesOverlap(type, $0) } }

  private mutating func spread(on type: TypeID, around: [TypeID], _ owner: inout Fragment) -> String? {
    let candidates = fragments.filter { canBe($0.type, in: around) && !owner.spreads.contains($0.name) }
    guard !candidates.isEmpty else { return nil }
    let fragment = candidates[number(candidates.count)]
    owner.spreads.insert(fragment.name)
    var text = "...\(fragment.name)"
    var passed: [String] = []
    for argument in fragment.arguments where argument.defaultValue == nil || chance(50) {
      let value = argument.defaultValue != nil && chance(10) ? "null" : value(of: argument.kind, &owner)
      passed.append("\(argument.name): \(value)")
    }
    if !passed.isEmpty { text += " @arguments(\(passed.joined(separator: ", ")))" }
    let alwaysMatches = schema.possibleTypes(of: type).allSatisfy { schema.isSubtype($0, of: fragment.type) }
    if alwaysMatches, chance(15) {
      text += " @defer(label: \"later\(number(1000))\")"
      return text + (chance(30) ? " @alias" : "")
    }
    if !alwaysMatches || chance(15) {
      text += " @alias(as: \"\(fragment.name)_\(number(1000))\")"
    } else if passed.isEmpty, fragment.arguments.isEmpty, chance(25) {
      return text + " @relay(mask: false)"
    } else if chance(70) {
      return text
    }
    return text + (text.contains("@alias") ? conditions(&owner) : "")
  }

  private mutating func conditions(_ owner: inout Fragment) -> String {
    guard chance(20) else { return "" }
    var text = " @\(chance(50) ? "include" : "skip")(if: \(value(of: .flag, &owner)))"
    if chance(15) { text = " @include(if: \(value(of: .flag, &owner))) @skip(if: \(value(of: .flag, &owner)))" }
    return text
  }

  // MARK: Values

  private mutating func value(for type: TypeReference, _ owner: inout Fragment) -> String? {
    switch schema.description(of: type) {
    case "ID!": return chance(50) ? "$id" : "\"\(RandomDocuments.ids[number(RandomDocuments.ids.count)])\""
    case "String", "String!": return type.isNonNull ? "\"x\"" : value(of: .text, &owner)
    case "Int": return value(of: .count, &owner)
    case "Boolean": return value(of: .flag, &owner)
    case "ShelfOrder": return chance(50) ? "TITLE" : "NEWEST"
    case "[Kind!]": return chance(50) ? "[BOOK, FILM]" : "$kinds"
    case "[Int]": return chance(50) ? "[1, 2]" : "[1, \(value(of: .count, &owner))]"
    case "BookFilter": return chance(50) ? "{author: \"x\", years: [1]}" : "{author: \(value(of: .text, &owner)), not: {years: [2]}}"
    default: return nil
    }
  }

  private mutating func value(of kind: Kind, _ owner: inout Fragment) -> String {
    let literal: String
    switch kind {
    case .flag: literal = chance(50) ? "true" : "false"
    case .text: literal = chance(50) ? "\"en\"" : "\"fr\""
    case .count: literal = "\(number(3))"
    }
    switch number(10) {
    case 0...1: return literal
    case 2...5:
      return "$\(kind.globals[number(kind.globals.count)])"
    default:
      guard owner.name != "Q" else { return literal }
      // Occasionally the name of a global variable, which it shadows only in this fragment.
      let name = chance(15) ? kind.globals[0] : "\(owner.name)_\(kind)\(number(2))"
      if !owner.arguments.contains(where: { $0.name == name }) {
        owner.arguments.append(Argument(name: name, kind: kind, defaultValue: kind == .flag && chance(50) ? nil : literal))
      }
      return "$\(name)"
    }
  }
}
