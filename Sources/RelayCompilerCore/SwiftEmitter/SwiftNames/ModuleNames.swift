/// The names that the generated code of one module declares or refers to at module level.
///
/// Definitions keep their names; a schema type that would clash with one, or a name that must not be taken from Swift, gets a suffix.
struct ModuleNames: Sendable {
  private var operations: [Name: SwiftText] = [:]
  private var fragments: [Name: SwiftText] = [:]
  private var keys: [Name: SwiftText] = [:]
  private var types: [TypeID: SwiftText] = [:]
  /// The property of `Fragments` for each fragment.
  private var fragmentProperties: [Name: SwiftText] = [:]
  private let fragmentModules: [Name: String]
  private let schemaModule: String?
  private let schema: Schema

  /// - Parameter usedTypes: the enums and input objects that are declared or referred to, in order.
  init(_ artifacts: [Artifact], usedTypes: [TypeID], schema: Schema, schemaModule: String?, fragmentModules: [Name: String]) {
    self.schema = schema
    self.schemaModule = schemaModule
    self.fragmentModules = fragmentModules
    var taken = ModuleNames.reserved
    func claim(_ name: Name, suffix: String) -> SwiftText {
      var name = name
      if taken.contains(name) { name = Name(name.string + suffix) }
      while !taken.insert(name).inserted { name = Name(name.string + "_") }
      return SwiftIdentifier.member(name)
    }
    var properties: Set<Name> = []
    for case .fragment(let artifact) in artifacts {
      let name = artifact.reader.name
      fragments[name] = claim(name, suffix: "_Fragment")
      var property = SwiftIdentifier.lowerFirst(name)
      while !properties.insert(property).inserted { property = Name(property.string + "_") }
      fragmentProperties[name] = SwiftIdentifier.member(property)
    }
    for case .operation(let artifact) in artifacts {
      operations[artifact.name] = claim(ModuleNames.typeName(of: artifact), suffix: "_Operation")
    }
    for case .fragment(let artifact) in artifacts {
      keys[artifact.reader.name] = claim(Name("\(artifact.reader.name)_Key"), suffix: "_Protocol")
    }
    if schemaModule != nil { taken = ModuleNames.reserved }
    for type in usedTypes {
      let suffix = schema[type].kind == .enum ? "_Enum" : "_InputObject"
      types[type] = claim(schema[type].name, suffix: suffix)
    }
  }

  func operation(_ name: Name) -> SwiftText { operations[name] ?? SwiftText(name) }

  /// The type of a fragment, with its module where that is another.
  func fragment(_ name: Name) -> SwiftText {
    if let module = fragmentModules[name] { return "\(module).\(name)" }
    return fragments[name] ?? SwiftText(name)
  }

  /// The key protocol of a fragment, with its module where that is another.
  func key(ofFragment name: Name) -> SwiftText {
    if let module = fragmentModules[name] { return "\(module).\(name)_Key" }
    return keys[name] ?? "\(name)_Key"
  }

  func property(ofFragment name: Name) -> SwiftText { fragmentProperties[name] ?? SwiftText(SwiftIdentifier.lowerFirst(name)) }

  func module(ofFragment name: Name) -> String? { fragmentModules[name] }

  /// An enum or input object, with its module where that is another.
  func type(_ type: TypeID) -> SwiftText {
    let name = types[type] ?? SwiftText(schema[type].name)
    guard let schemaModule else { return name }
    return "\(schemaModule).\(name)"
  }

  /// The name under which an enum or input object is declared.
  func declaration(of type: TypeID) -> SwiftText { types[type] ?? SwiftText(schema[type].name) }

  /// Names that nested types must not shadow: those that are referred to from inside of them without a module.
  var referredTo: Set<SwiftText> {
    var names: Set<SwiftText> = ["RelayRuntime", "Swift", "Foundation"]
    // Sets: the order does not matter.
    for case let name? in fragments.keys.map({ keys[$0] }) { names.insert(name) }
    if schemaModule == nil { for name in types.values { names.insert(name) } }
    return names
  }

  /// The operation's name, with what it is unless it says so itself.
  static func typeName(of artifact: OperationArtifact) -> Name {
    let kind: String
    switch artifact.kind {
    case .query: kind = "Query"
    case .mutation: kind = "Mutation"
    case .subscription: kind = "Subscription"
    }
    let name = artifact.name.string
    return name.hasSuffix(kind) ? artifact.name : Name(name + kind)
  }

  /// Names that generated code uses itself, or that an app could hardly do without in their usual meaning.
  private static let reserved: Set<Name> = [
    "RelayRuntime", "Swift", "Foundation",
    // Swift
    "Any", "AnyObject", "Array", "Bool", "Character", "Codable", "Collection", "Decodable", "Dictionary", "Double", "Encodable", "Equatable",
    "Error", "Float", "Hashable", "Hasher", "ID", "Identifiable", "Int", "KeyPath", "MainActor", "Never", "Optional", "Protocol", "Range",
    "Result", "Self", "Sendable", "Sequence", "Set", "String", "Substring", "Task", "Type", "Void", "actor", "self", "_",
    // Foundation
    "Data", "Date", "Decimal", "URL", "UUID",
    // Types nested in generated ones, and their associated types
    "AllCases", "ArrayLiteralElement", "Edge", "Element", "Field", "Index", "Indices", "Iterator", "NodeValue", "Operation", "RawValue",
    "RefetchQuery", "SubSequence", "TypeCase", "Variables",
  ]
}
