/// What all files of one emission share.
struct EmitterContext: Sendable {
  let schema: Schema
  let options: CompilerOptions
  let names: ModuleNames
  let scalars: ScalarTypes
  /// The operations that were generated for fragments.
  let refetchQueries: [Name: OperationArtifact]
  let reservedTypeNames: Set<SwiftText>

  /// `public `, `package ` or nothing, to stand before a declaration.
  var access: SwiftText {
    switch options.swift.accessLevel {
    case .public: "public "
    case .package: "package "
    case .internal: SwiftText()
    }
  }

  /// The Swift type of a variable or an input field.
  func inputType(_ type: TypeReference) -> SwiftText {
    let base = scalars.swiftName(of: type.named) ?? names.type(type.named)
    return ValueType(.json, in: type).swiftType(base)
  }
}
