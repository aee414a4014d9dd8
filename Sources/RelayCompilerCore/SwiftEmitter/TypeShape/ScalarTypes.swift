/// The Swift types of a schema's leaf types. It is a class because many objects refer to it.
final class ScalarTypes: Sendable {
  let schema: Schema
  let customScalars: [Name: CustomScalarType]
  /// The base of each type; nil for a custom scalar with a Swift type.
  private let bases: [ValueType.Base?]

  init(schema: Schema, customScalars: [Name: CustomScalarType]) {
    self.schema = schema
    self.customScalars = customScalars
    bases = schema.types.indices.map { index in
      switch schema.types[index].kind {
      case .scalar: customScalars[schema.types[index].name] == nil ? ScalarTypes.builtIn(schema.types[index].name) : nil
      case .enum: .enumeration(TypeID(rawValue: UInt32(index)))
      case .object, .interface, .union, .inputObject: .json
      }
    }
  }

  /// The base of a field of a leaf type; custom scalars are numbered in `table`.
  func base(of type: TypeID, numberedIn table: inout ScalarTable) -> ValueType.Base {
    if let base = bases[Int(type.rawValue)] { return base }
    guard let custom = customScalars[schema[type].name] else { return .json }
    return .scalar(table.index(of: custom))
  }

  /// The type named in the configuration or built in; nil for an enum or input object.
  func swiftName(of type: TypeID) -> SwiftText? {
    guard schema[type].kind == .scalar else { return nil }
    let name = schema[type].name
    if let custom = customScalars[name] { return ScalarTypes.swiftName(custom) }
    return ScalarTypes.swiftName(ScalarTypes.builtIn(name))
  }

  /// Whether the type is the scalar of files, as servers name it (GraphQL multipart request specification), without a Swift type of the
  /// configuration. Only variables and input fields can have it.
  func isUpload(_ type: TypeID) -> Bool {
    schema[type].kind == .scalar && schema[type].name == .upload && customScalars[.upload] == nil
  }

  /// The Swift type of a built-in scalar; nil for other types, and if the configuration names another Swift type.
  func builtIn(_ type: TypeID) -> ValueType.Base? {
    guard schema[type].kind == .scalar else { return nil }
    let name = schema[type].name
    guard customScalars[name] == nil else { return nil }
    let base = ScalarTypes.builtIn(name)
    return base == .json ? nil : base
  }

  static func swiftName(_ custom: CustomScalarType) -> SwiftText {
    guard let module = ScalarTypes.module(custom) else { return "\(custom.typeName)" }
    return "\(module).\(custom.typeName)"
  }

  /// The module of a custom scalar's type; nil for types of Foundation.
  static func module(_ custom: CustomScalarType) -> String? {
    if let module = custom.module { return module }
    return foundationTypes.contains(custom.typeName) ? "Foundation" : standardTypes.contains(custom.typeName) ? "Swift" : nil
  }

  static func swiftName(_ base: ValueType.Base) -> SwiftText {
    switch base {
    case .string: "String"
    case .int: "Int"
    case .double: "Double"
    case .bool: "Bool"
    default: "RelayRuntime.JSON"
    }
  }

  private static func builtIn(_ name: Name) -> ValueType.Base {
    if name == .stringType || name == .idType { return .string }
    if name == .int { return .int }
    if name == .float { return .double }
    if name == .boolean { return .bool }
    return .json
  }

  private static let foundationTypes: Set<String> = ["Date", "URL", "UUID", "Decimal", "Data"]
  private static let standardTypes: Set<String> = ["String", "Int", "Int64", "Double", "Bool"]
}

/// The custom scalars of a definition in the order of their first use: the `scalars:` of its definition in Swift.
struct ScalarTable: Sendable {
  private(set) var types: [CustomScalarType] = []

  mutating func index(of type: CustomScalarType) -> Int {
    if let index = types.firstIndex(of: type) { return index }
    types.append(type)
    return types.count - 1
  }
}
