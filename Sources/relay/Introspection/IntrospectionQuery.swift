/// The introspection query (specification, section 4), with as much as a server knows.
struct IntrospectionQuery: Equatable {
  /// What newer editions of the specification added.
  struct Features: OptionSet, Hashable {
    let rawValue: Int

    /// `isRepeatable` of directives (October 2021).
    static let repeatableDirectives = Features(rawValue: 1 << 0)
    /// The description of the schema (October 2021).
    static let schemaDescription = Features(rawValue: 1 << 1)
    /// `specifiedByURL` of scalars (October 2021).
    static let specifiedByURL = Features(rawValue: 1 << 2)
    /// Deprecation of arguments and input fields (September 2025).
    static let inputDeprecation = Features(rawValue: 1 << 3)
    /// `isOneOf` of input objects (September 2025).
    static let oneOf = Features(rawValue: 1 << 4)
    /// Deprecated arguments of directives (September 2025).
    static let directiveInputDeprecation = Features(rawValue: 1 << 5)
    /// `subscriptionType`, and `locations` of directives (April 2016).
    static let subscriptions = Features(rawValue: 1 << 6)

    static let all: Features = [
      .repeatableDirectives, .schemaDescription, .specifiedByURL, .inputDeprecation, .oneOf, .directiveInputDeprecation, .subscriptions,
    ]
  }

  var features: Features

  /// The number of wrappers around a type that are asked for. Types of real schemas have up to five.
  private static let typeDepth = 9

  var text: String {
    func when(_ feature: Features, _ text: String) -> String { features.contains(feature) ? text : "" }
    let inputValue =
      "fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue"
      + when(.inputDeprecation, " isDeprecated deprecationReason") + " }"
    let deprecated = when(.inputDeprecation, "(includeDeprecated: true)")
    let typeReference = (0..<Self.typeDepth).reduce("kind name") { inner, _ in "kind name ofType { \(inner) }" }
    return """
      query IntrospectionQuery { __schema {\(when(.schemaDescription, " description"))
        queryType { name } mutationType { name }\(when(.subscriptions, " subscriptionType { name }"))
        types { ...FullType }
        directives { name description\(when(.repeatableDirectives, " isRepeatable"))\(when(.subscriptions, " locations"))
          args\(when(.directiveInputDeprecation, "(includeDeprecated: true)")) { ...InputValue } } } }
      fragment FullType on __Type { kind name description\(when(.specifiedByURL, " specifiedByURL"))\(when(.oneOf, " isOneOf"))
        fields(includeDeprecated: true) { name description args\(deprecated) { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason }
        inputFields\(deprecated) { ...InputValue } interfaces { ...TypeRef }
        enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason } possibleTypes { ...TypeRef } }
      \(inputValue)
      fragment TypeRef on __Type { \(typeReference) }
      """
  }

  /// Asks for the fields of the introspection system itself, which a server of any age answers.
  static let probe = """
    query IntrospectionProbe {
      type: __type(name: "__Type") { ...Members } schema: __type(name: "__Schema") { ...Members }
      field: __type(name: "__Field") { ...Members }
      directive: __type(name: "__Directive") { ...Members } inputValue: __type(name: "__InputValue") { ...Members }
    }
    fragment Members on __Type { fields { name args { name } } }
    """
}

extension IntrospectionQuery.Features {
  /// What the answer to `IntrospectionQuery.probe` says that the server knows; nil if it is none.
  init?(probed data: [String: Any]) {
    func fields(_ key: String) -> [String: Set<String>]? {
      guard let type = data[key] as? [String: Any], let fields = type["fields"] as? [[String: Any]] else { return nil }
      var result: [String: Set<String>] = [:]
      for field in fields {
        guard let name = field["name"] as? String else { continue }
        result[name] = Set((field["args"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String })
      }
      return result
    }
    guard let type = fields("type") else { return nil }
    let (schema, field) = (fields("schema") ?? [:], fields("field") ?? [:])
    let (directive, value) = (fields("directive") ?? [:], fields("inputValue") ?? [:])
    self = []
    if directive["isRepeatable"] != nil { insert(.repeatableDirectives) }
    if schema["description"] != nil { insert(.schemaDescription) }
    if type["specifiedByURL"] != nil { insert(.specifiedByURL) }
    if type["isOneOf"] != nil { insert(.oneOf) }
    if value["isDeprecated"] != nil, field["args"]?.contains("includeDeprecated") == true,
      type["inputFields"]?.contains("includeDeprecated") == true
    {
      insert(.inputDeprecation)
    }
    if directive["args"]?.contains("includeDeprecated") == true { insert(.directiveInputDeprecation) }
    if schema["subscriptionType"] != nil, directive["locations"] != nil { insert(.subscriptions) }
  }
}
