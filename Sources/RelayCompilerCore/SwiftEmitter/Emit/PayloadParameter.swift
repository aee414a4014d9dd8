/// A member of a payload's object, as a parameter of the function that creates the object.
struct PayloadParameter {
  let member: PayloadType.Member
  /// The parameter with its label, its type and its default.
  let declaration: SwiftText
  /// The parameter's name inside the body.
  let local: SwiftText

  /// - Parameter qualifier: the text before the name of the member's type.
  static func all(_ members: [PayloadType.Member], qualifiedBy qualifier: (PayloadType.Member) -> SwiftText) -> [PayloadParameter] {
    var names = ParameterNames(spellings: [:])
    return members.map { member in
      let parameter = names.parameter(member.swiftName)
      var qualified = member
      qualified.base = "\(qualifier(member))\(member.base)"
      let name: SwiftText = parameter.label == parameter.local ? parameter.label : "\(parameter.label) \(parameter.local)"
      return PayloadParameter(
        member: member, declaration: "\(name): \(qualified.swiftType)\(member.isOptional ? " = nil" : "")", local: parameter.local)
    }
  }

  /// Sets the member. If it is nil, a member that a response may lack is left out if null would be wrong.
  func assignment(_ value: SwiftText) -> SwiftText {
    let mayBeNull = !member.type.isNonNull || !member.isConditional
    return "__fields.\(mayBeNull ? "set" : "setIfPresent")(\"\(member.responseKey)\", \(value))"
  }
}
