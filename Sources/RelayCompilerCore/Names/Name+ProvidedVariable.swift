/// The names of provided variables: variables of operations whose values come from the app rather than the caller
/// (`provider` in `@argumentDefinitions`).
extension Name {
  /// The prefix of Relay's own variables.
  static let relayInternalPrefix: StaticString = "__relay_internal"
  static let providedVariablePrefix = "\(relayInternalPrefix)__pv__"

  /// The name of the operation's variable whose value `module` provides.
  static func providedVariable(_ module: String) -> Name {
    let kept = module.utf8.filter { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return Name(providedVariablePrefix + String(decoding: kept, as: UTF8.self))
  }
}
