/// The names that the generated code of a module declares or refers to at module level.
///
/// Definitions keep their names. A schema type gets a suffix if its name clashes with one of them, or would shadow a name of Swift.
struct ModuleNames: Sendable {
  private var operations: [Name: SwiftText] = [:]
  private var fragments: [Name: SwiftText] = [:]
  private var keys: [Name: SwiftText] = [:]
  private var types: [TypeID: SwiftText] = [:]
  /// The property of `Fragments` for each fragment.
  private var fragmentProperties: [Name: SwiftText] = [:]
  private let fragmentModules: [Name: String]
  /// The module that declares the enums and input objects, if it is a different one.
  let schemaModule: String?
  private let schema: Schema
  /// Names that nested types must not shadow: modules, and types that nested types refer to without a module.
  private(set) var referredTo: Set<SwiftText> = []
  /// The names that are taken.
  private var taken: Set<Name>
  /// The executables and apps that this module tests. Many of them contain a type with the name of the module, which shadows the module.
  private let testableModules: Set<String>

  /// - Parameters:
  ///   - fragmentModules: the modules of fragments whose Swift is generated in other modules.
  ///   - usedTypes: the enums and input objects that are declared or referred to, in order.
  ///   - ownsTypes: whether the module declares all types of the schema.
  init(
    _ artifacts: [Artifact], fragmentModules: [Name: String], usedTypes: [TypeID], schema: Schema, options: CompilerOptions, ownsTypes: Bool
  ) {
    self.schema = schema
    self.fragmentModules = fragmentModules
    testableModules = options.swift.testableModules
    let ownsSharedTypes = options.swift.schemaModule != nil && ownsTypes
    schemaModule = ownsSharedTypes ? nil : options.swift.schemaModule
    taken = ModuleNames.reserved.union(ModuleNames.configured(options))

    // All modules that share the types must choose the same names for them, regardless of what else they declare.
    if options.swift.schemaModule != nil {
      let configured = taken
      claimTypes(usedTypes)
      if !ownsSharedTypes { taken = configured }
    }
    taken.formUnion(fragmentModules.values.map { Name($0) })
    referredTo.formUnion(taken.map { SwiftText($0) })
    claimDefinitions(artifacts)
    if options.swift.schemaModule == nil { claimTypes(usedTypes) }
    if schemaModule == nil { referredTo.formUnion(types.values) }
  }

  private mutating func claimTypes(_ usedTypes: [TypeID]) {
    taken.insert(ModuleNames.wrappedFragment)
    for type in usedTypes {
      types[type] = claim(schema[type].name, suffix: schema[type].kind == .enum ? "_Enum" : "_InputObject")
    }
  }

  private mutating func claimDefinitions(_ artifacts: [Artifact]) {
    // `Fragments` has this member itself.
    var properties: Set<Name> = ["parent"]
    for case .fragment(let artifact) in artifacts {
      let name = artifact.reader.name
      let isParameter = artifact.refetchQuery != nil && name == ModuleNames.wrappedFragment
      fragments[name] = claim(isParameter ? "F_Fragment" : ModuleNames.usual(fragment: name), suffix: "_Fragment")
      var property = SwiftIdentifier.lowerFirst(name)
      while !properties.insert(property).inserted { property = Name(property.string + "_") }
      fragmentProperties[name] = SwiftIdentifier.escaped(property)
    }
    // `query FooQuery` is `FooQuery`, even if there is a `query Foo`.
    for isExact in [true, false] {
      for case .operation(let artifact) in artifacts {
        let name = artifact.kind.typeName(of: artifact.name)
        if (name == artifact.name) == isExact { operations[artifact.name] = claim(name, suffix: "_Operation") }
      }
    }
    for case .fragment(let artifact) in artifacts {
      keys[artifact.reader.name] = claim(Name("\(artifact.reader.name)_Key"), suffix: "_Protocol")
    }
    referredTo.formUnion(keys.values)
    for case .fragment(let artifact) in artifacts where artifact.isInline {
      if let name = fragments[artifact.reader.name] { referredTo.insert(name) }
    }
  }

  private mutating func claim(_ name: Name, suffix: String) -> SwiftText {
    var name = name
    if taken.contains(name) { name = Name(name.string + suffix) }
    while !taken.insert(name).inserted { name = Name(name.string + "_") }
    return SwiftIdentifier.escaped(name)
  }

  /// The app's modules and types that the configuration names.
  private static func configured(_ options: CompilerOptions) -> Set<Name> {
    var names = options.swift.imports
    if let module = options.swift.schemaModule { names.append(module) }
    for type in options.customScalarTypes.values { names.append(ScalarTypes.module(type) ?? type.typeName) }
    return Set(names.map { Name($0) })
  }

  func operation(_ name: Name) -> SwiftText { operations[name] ?? SwiftText(name) }

  /// The type of an operation in this module or, if `module` is not nil, in that module.
  func operation(_ name: Name, _ kind: OperationKind, of module: String?) -> SwiftText {
    guard let module else { return operation(name) }
    return qualified(ModuleNames.usual(kind.typeName(of: name), suffix: "_Operation"), module)
  }

  /// The type of a fragment in this module or, if `module` is not nil, in that module.
  func fragment(_ name: Name, of module: String?) -> SwiftText {
    guard let module else { return fragment(name) }
    return qualified(ModuleNames.usual(fragment: name), module)
  }

  /// The name that a module uses for a definition if nothing else in it has that name.
  private static func usual(_ name: Name, suffix: String) -> Name {
    reserved.contains(name) ? Name(name.string + suffix) : name
  }

  /// As `usual(_:suffix:)`, for a fragment. The definitions of others list it in expressions, where their own members would hide it.
  private static func usual(fragment name: Name) -> Name {
    members.contains(name) ? Name("\(name)_Fragment") : usual(name, suffix: "_Fragment")
  }

  /// A name in another module: qualified with the module, unless the module may be shadowed and the name is not.
  private func qualified(_ name: Name, _ module: String) -> SwiftText {
    let escaped = SwiftIdentifier.escaped(name)
    return testableModules.contains(module) && !taken.contains(name) ? escaped : "\(module).\(escaped)"
  }

  /// The type of a fragment, qualified with its module if that is a different one.
  func fragment(_ name: Name) -> SwiftText {
    if let module = fragmentModules[name] { return fragment(name, of: module) }
    return fragments[name] ?? SwiftText(name)
  }

  /// The key protocol of a fragment, qualified with its module if that is a different one.
  func key(ofFragment name: Name) -> SwiftText {
    if let module = fragmentModules[name] { return qualified(Name("\(name)_Key"), module) }
    return keys[name] ?? "\(name)_Key"
  }

  /// The app's type that provides a variable: the last component of the provider's path, up to its first dot.
  func provider(_ path: String) -> SwiftText {
    let file = path.split(separator: "/").last ?? ""
    let words = file.prefix { $0 != "." }.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }
    var name = words.map { SwiftIdentifier.upperFirst(Name(String($0))).string }.joined()
    if name.first.map(\.isNumber) ?? true { name = "Provider\(name)" }
    if taken.contains(Name(name)) { name += "Provider" }
    return SwiftIdentifier.escaped(Name(name))
  }

  func property(ofFragment name: Name) -> SwiftText { fragmentProperties[name] ?? SwiftText(SwiftIdentifier.lowerFirst(name)) }

  func module(ofFragment name: Name) -> String? { fragmentModules[name] }

  var hasFragmentsOfOtherModules: Bool { !fragmentModules.isEmpty }

  /// An enum or input object, qualified with its module if that is a different one.
  func type(_ type: TypeID) -> SwiftText {
    let name = types[type] ?? SwiftText(schema[type].name)
    guard let schemaModule else { return name }
    return "\(schemaModule).\(name)"
  }

  /// An enum declared by this module or, if `module` is not nil, by that module.
  func type(_ type: TypeID, of module: String?) -> SwiftText {
    guard let module, schemaModule == nil else { return self.type(type) }
    return qualified(ModuleNames.usual(schema[type].name, suffix: "_Enum"), module)
  }

  /// The name under which an enum or input object is declared.
  func declaration(of type: TypeID) -> SwiftText { types[type] ?? SwiftText(schema[type].name) }

  /// The generic parameter of the property wrappers in whose extensions `refetch` is declared.
  private static let wrappedFragment: Name = "F"

  /// Names that generated code uses itself, or that apps need with their usual meaning.
  private static let reserved: Set<Name> = [
    "RelayRuntime", "Swift", "Foundation", "_Concurrency",
    // Swift
    "Any", "AnyObject", "Array", "Bool", "Character", "Codable", "Collection", "Decodable", "Dictionary", "Double", "Encodable",
    "Equatable", "Error", "Float", "Hashable", "Hasher", "ID", "Identifiable", "Int", "KeyPath", "MainActor", "Never", "Optional",
    "Protocol", "Range", "Result", "Self", "Sendable", "Sequence", "Set", "String", "Substring", "Task", "Type", "Void", "actor", "self",
    "_", "hash",
    // Foundation
    "Data", "Date", "Decimal", "URL", "UUID",
    // Types nested in generated ones, and their associated types
    "AllCases", "ArrayLiteralElement", "Edge", "Element", "Field", "Index", "Indices", "Iterator", "NodeValue", "Operation", "Parent",
    "Payload", "RawValue", "RefetchQuery", "SubSequence", "TypeCase", "Variables",
  ]

  /// The members of generated fragments and operations.
  private static let members: Set<Name> = [
    "data", "definition", "fragmentPointer", "hashValue", "isMissingData", "placeholder", "variables", "__id", "__link", "__rows",
  ]
}
