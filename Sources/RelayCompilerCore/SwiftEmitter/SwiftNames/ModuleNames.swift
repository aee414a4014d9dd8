/// The names that the generated code of a module declares or refers to at module level.
///
/// Definitions keep their names. A schema type gets a suffix if its name clashes with one of them, or would shadow a name of Swift.
struct ModuleNames: Sendable {
  /// What the names of a fragment depend on.
  struct Fragment {
    var name: Name
    var isRefetchable: Bool
    var isInline = false
  }

  private var operations: [Name: Name] = [:]
  private var fragments: [Name: Name] = [:]
  private var keys: [Name: Name] = [:]
  private var types: [TypeID: Name] = [:]
  /// The property of `Fragments` for each fragment.
  private var fragmentProperties: [Name: SwiftText] = [:]
  private let fragmentModules: [Name: String]
  /// The names in other modules.
  private let others: [String: ModuleNames]
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
  ///   - others: the names in the modules of these fragments, and in those with payloads or enums to which this module refers.
  ///   - usedTypes: the enums and input objects that are declared or referred to, in order.
  ///   - ownsTypes: whether the module declares all types of the schema.
  init(
    _ artifacts: [Artifact], fragmentModules: [Name: String], others: [String: ModuleNames] = [:], usedTypes: [TypeID], schema: Schema,
    options: CompilerOptions, ownsTypes: Bool
  ) {
    var fragments: [Fragment] = []
    var operations: [(name: Name, kind: OperationKind)] = []
    for artifact in artifacts {
      switch artifact {
      case .fragment(let artifact):
        fragments.append(
          Fragment(name: artifact.reader.name, isRefetchable: artifact.refetchQuery != nil, isInline: artifact.isInline))
      case .operation(let artifact): operations.append((artifact.name, artifact.kind))
      }
    }
    self.init(
      fragments, operations, fragmentModules: fragmentModules, others: others, usedTypes: usedTypes, schema: schema, options: options,
      ownsTypes: ownsTypes)
  }

  /// - Parameter definedFragments: the fragments of the module, sorted by name. Their names do not depend on the operations.
  init(
    _ definedFragments: [Fragment], _ definedOperations: [(name: Name, kind: OperationKind)] = [], fragmentModules: [Name: String] = [:],
    others: [String: ModuleNames] = [:], usedTypes: [TypeID], schema: Schema, options: CompilerOptions, ownsTypes: Bool
  ) {
    self.schema = schema
    self.fragmentModules = fragmentModules
    self.others = others
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
    claim(definedFragments, definedOperations)
    if options.swift.schemaModule == nil { claimTypes(usedTypes) }
    if schemaModule == nil { referredTo.formUnion(types.values.map(SwiftIdentifier.escaped)) }
  }

  private mutating func claimTypes(_ usedTypes: [TypeID]) {
    taken.insert(ModuleNames.wrappedFragment)
    for type in usedTypes { types[type] = claim(schema[type].name, suffix: suffix(of: type)) }
  }

  private func suffix(of type: TypeID) -> String { schema[type].kind == .enum ? "_Enum" : "_InputObject" }

  private mutating func claim(_ definedFragments: [Fragment], _ definedOperations: [(name: Name, kind: OperationKind)]) {
    // `Fragments` has this member itself.
    var properties: Set<Name> = ["parent"]
    for fragment in definedFragments {
      let name = fragment.name
      let isHidden = ModuleNames.members.contains(name) || (fragment.isRefetchable && name == ModuleNames.wrappedFragment)
      fragments[name] = claim(isHidden ? Name("\(name)_Fragment") : name, suffix: "_Fragment")
      var property = SwiftIdentifier.lowerFirst(name)
      while !properties.insert(property).inserted { property = Name(property.string + "_") }
      fragmentProperties[name] = SwiftIdentifier.escaped(property)
    }
    // `query FooQuery` is `FooQuery`, even if there is a `query Foo`.
    for isExact in [true, false] {
      for operation in definedOperations {
        let name = operation.kind.typeName(of: operation.name)
        if (name == operation.name) == isExact { operations[operation.name] = claim(name, suffix: "_Operation") }
      }
    }
    for fragment in definedFragments {
      let key = claim(Name("\(fragment.name)_Key"), suffix: "_Protocol")
      keys[fragment.name] = key
      referredTo.insert(SwiftIdentifier.escaped(key))
    }
    for fragment in definedFragments where fragment.isInline {
      if let name = fragments[fragment.name] { referredTo.insert(SwiftIdentifier.escaped(name)) }
    }
  }

  private mutating func claim(_ name: Name, suffix: String) -> Name {
    let name = free(name, suffix: suffix)
    taken.insert(name)
    return name
  }

  /// The name, with the suffix if it is taken.
  private func free(_ name: Name, suffix: String) -> Name {
    var name = name
    if taken.contains(name) { name = Name(name.string + suffix) }
    while taken.contains(name) { name = Name(name.string + "_") }
    return name
  }

  /// The app's modules and types that the configuration names.
  private static func configured(_ options: CompilerOptions) -> Set<Name> {
    var names = options.swift.imports
    if let module = options.swift.schemaModule { names.append(module) }
    for type in options.customScalarTypes.values { names.append(ScalarTypes.module(type) ?? type.typeName) }
    return Set(names.map { Name($0) })
  }

  func operation(_ name: Name) -> SwiftText { SwiftIdentifier.escaped(operations[name] ?? name) }

  /// The type of an operation in this module or, if `module` is not nil, in that module.
  func operation(_ name: Name, _ kind: OperationKind, of module: String?) -> SwiftText {
    guard let module else { return operation(name) }
    return qualified(others[module]?.operations[name] ?? kind.typeName(of: name), module)
  }

  /// The type of a fragment in this module or, if `module` is not nil, in that module.
  func fragment(_ name: Name, of module: String?) -> SwiftText {
    guard let module else { return fragment(name) }
    return qualified(others[module]?.fragments[name] ?? name, module)
  }

  /// A name in another module: qualified with the module, unless the module may be shadowed and the name is not.
  private func qualified(_ name: Name, _ module: String) -> SwiftText {
    let escaped = SwiftIdentifier.escaped(name)
    return testableModules.contains(module) && !taken.contains(name) ? escaped : "\(module).\(escaped)"
  }

  /// The type of a fragment, qualified with its module if that is a different one.
  func fragment(_ name: Name) -> SwiftText {
    if let module = fragmentModules[name] { return fragment(name, of: module) }
    return SwiftIdentifier.escaped(fragments[name] ?? name)
  }

  /// The key protocol of a fragment, qualified with its module if that is a different one.
  func key(ofFragment name: Name) -> SwiftText {
    if let module = fragmentModules[name] { return qualified(others[module]?.keys[name] ?? Name("\(name)_Key"), module) }
    return SwiftIdentifier.escaped(keys[name] ?? Name("\(name)_Key"))
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
    let name = declaration(of: type)
    guard let schemaModule else { return name }
    return "\(schemaModule).\(name)"
  }

  /// An enum declared by this module or, if `module` is not nil, by that module.
  func type(_ type: TypeID, of module: String?) -> SwiftText {
    guard let module, schemaModule == nil else { return self.type(type) }
    return qualified(others[module]?.name(of: type) ?? schema[type].name, module)
  }

  /// The name under which an enum or input object is declared.
  func declaration(of type: TypeID) -> SwiftText { SwiftIdentifier.escaped(types[type] ?? schema[type].name) }

  /// The name of a type that the module declares, even if its use there is not known.
  private func name(of type: TypeID) -> Name { types[type] ?? free(schema[type].name, suffix: suffix(of: type)) }

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

  /// The members of generated fragments and operations. They would hide a fragment in the expressions in which definitions list it.
  private static let members: Set<Name> = [
    "data", "definition", "fragmentPointer", "hashValue", "isMissingData", "placeholder", "variables", "__id", "__link", "__rows",
  ]
}
