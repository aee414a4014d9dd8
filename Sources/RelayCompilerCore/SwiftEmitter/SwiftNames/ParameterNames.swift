/// The names of the variables of an operation, or of the fields of an input object, as parameters and as properties.
struct ParameterNames {
  typealias Parameter = (label: SwiftText, argument: SwiftText, local: SwiftText)

  private var properties: MemberNames
  private let spellings: [Name: Name]
  private var labels = PositionTable<SwiftText>()
  private var locals = PositionTable<SwiftText>()

  /// - Parameters:
  ///   - reserved: names of other members of the type with the properties.
  ///   - spellings: the Swift names of variables and fields that are not written as in GraphQL.
  init(reserving reserved: [SwiftText] = [], spellings: [Name: Name]) {
    self.spellings = spellings
    properties = MemberNames(reserving: reserved, spellings: spellings)
    // Names of parameters that generated functions use themselves.
    locals.append("__operation")
    locals.append("__variables")
  }

  mutating func property(_ name: Name) -> SwiftText { properties.field(name) }

  /// A parameter: its label in the declaration, its label in a call, and its name in the body. No two parameters have the same one.
  mutating func parameter(_ name: Name) -> Parameter {
    var parameter = SwiftIdentifier.parameter(spellings[name] ?? name)
    while !labels.insert(parameter.label) {
      parameter.label += "_"
      parameter.argument = parameter.label
    }
    while !locals.insert(parameter.local) { parameter.local += "_" }
    return parameter
  }
}
