/// Writes an enum: a case for each value, and `unknown` for values of newer servers.
struct EnumEmitter {
  let context: EmitterContext
  let type: TypeID

  func emit(to writer: inout SwiftWriter) {
    let definition = context.schema[type]
    let name = context.names.declaration(of: type)
    let access = context.access
    let reserved: Set<Name> = [
      "unknown", "rawValue", "RawValue", "hash", "hashValue", "encode", "description", "allCases", "AllCases", "none", "some",
    ]
    let cases = EnumCaseNames.names(of: definition.values.map(\.name), acronyms: context.acronyms, reserving: reserved)
    let hasDeprecations = definition.values.contains { $0.deprecation != nil }

    Documentation.emit(definition.description, to: &writer)
    let conformance: SwiftText = hasDeprecations ? "Generated.EnumWithDeprecations" : "GraphQLEnum"
    writer.block("\(access)enum \(name): RelayRuntime.\(conformance), Swift.CaseIterable") { writer in
      for (value, name) in zip(definition.values, cases) {
        Documentation.emit(value.description, deprecation: value.deprecation, to: &writer)
        writer.line("case \(name)")
      }
      writer.line("/// A value that the schema did not have when this was compiled.")
      writer.line("case unknown(String)")
      writer.blank()

      // Used only through the protocol, where the use of deprecated cases is not diagnosed.
      let deprecation: SwiftText = hasDeprecations ? "@available(*, deprecated) " : ""
      let initializer: SwiftText = hasDeprecations ? "init(__value rawValue: String)" : "init(rawValue: String)"
      writer.block("\(deprecation)\(access)\(initializer)") { writer in
        writer.line("switch rawValue {")
        for (value, name) in zip(definition.values, cases) { writer.line("case \"\(value.name)\": self = .\(name)") }
        writer.line("default: self = .unknown(rawValue)")
        writer.line("}")
      }
      writer.blank()
      writer.block("\(deprecation)\(access)var \(hasDeprecations ? "__value" : "rawValue"): String") { writer in
        writer.line("switch self {")
        for (value, name) in zip(definition.values, cases) { writer.line("case .\(name): return \"\(value.name)\"") }
        writer.line("case .unknown(let value): return value")
        writer.line("}")
      }
      writer.blank()
      writer.line("/// The values that the schema has\(hasDeprecations ? ", without those that are deprecated" : "").")
      let current = zip(definition.values, cases).filter { $0.0.deprecation == nil }.map { ".\($0.1)" as SwiftText }
      writer.line("\(access)static var allCases: [\(name)] { [\(current.joined(separator: ", "))] }")
    }
  }
}
