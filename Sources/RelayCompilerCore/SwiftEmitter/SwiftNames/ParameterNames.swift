/// The names of the variables of one operation, or of the fields of one input object, as parameters and as properties.
struct ParameterNames {
  typealias Parameter = (label: SwiftText, argument: SwiftText, local: SwiftText)

  private var properties: MemberNames
  private var labels: Set<SwiftText> = []
  /// Those that generated functions have themselves are taken.
  private var locals: Set<SwiftText> = ["__operation", "__variables"]

  /// - Parameter reserved: names of other members of the type that has the properties.
  init(reserving reserved: [SwiftText] = []) { properties = MemberNames(reserving: reserved) }

  mutating func property(_ name: Name) -> SwiftText { properties.field(name) }

  /// A parameter: its label in the declaration, its label in a call, and its name inside the body; no two have one in common.
  mutating func parameter(_ name: Name) -> Parameter {
    var parameter = SwiftIdentifier.parameter(name)
    while !labels.insert(parameter.label).inserted {
      parameter.label += "_"
      parameter.argument = parameter.label
    }
    while !locals.insert(parameter.local).inserted { parameter.local += "_" }
    return parameter
  }
}
