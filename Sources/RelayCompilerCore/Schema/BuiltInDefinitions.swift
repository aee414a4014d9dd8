/// The definitions that every schema has without declaring them, as SDL: scalars and directives (specification, sections 3.5 and 3.13), the
/// types of introspection (section 4), and Relay's own directives and ours, which are a client extension of every schema.
enum BuiltInDefinitions {
  static let specification = """
    scalar Int
    scalar Float
    scalar String
    scalar Boolean
    scalar ID
    directive @skip(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @include(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @deprecated(reason: String! = "No longer supported")
      on FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
    directive @specifiedBy(url: String!) on SCALAR
    directive @oneOf on INPUT_OBJECT
    """

  static let introspection = """
    type __Schema {
      description: String
      types: [__Type!]!
      queryType: __Type!
      mutationType: __Type
      subscriptionType: __Type
      directives: [__Directive!]!
    }
    type __Type {
      kind: __TypeKind!
      name: String
      description: String
      specifiedByURL: String
      fields(includeDeprecated: Boolean! = false): [__Field!]
      interfaces: [__Type!]
      possibleTypes: [__Type!]
      enumValues(includeDeprecated: Boolean! = false): [__EnumValue!]
      inputFields(includeDeprecated: Boolean! = false): [__InputValue!]
      ofType: __Type
      isOneOf: Boolean
    }
    enum __TypeKind { SCALAR OBJECT INTERFACE UNION ENUM INPUT_OBJECT LIST NON_NULL }
    type __Field {
      name: String!
      description: String
      args(includeDeprecated: Boolean! = false): [__InputValue!]!
      type: __Type!
      isDeprecated: Boolean!
      deprecationReason: String
    }
    type __InputValue {
      name: String!
      description: String
      type: __Type!
      defaultValue: String
      isDeprecated: Boolean!
      deprecationReason: String
    }
    type __EnumValue {
      name: String!
      description: String
      isDeprecated: Boolean!
      deprecationReason: String
    }
    type __Directive {
      name: String!
      description: String
      isRepeatable: Boolean!
      locations: [__DirectiveLocation!]!
      args(includeDeprecated: Boolean! = false): [__InputValue!]!
    }
    enum __DirectiveLocation {
      QUERY MUTATION SUBSCRIPTION FIELD FRAGMENT_DEFINITION FRAGMENT_SPREAD INLINE_FRAGMENT VARIABLE_DEFINITION SCHEMA SCALAR OBJECT
      FIELD_DEFINITION ARGUMENT_DEFINITION INTERFACE UNION ENUM ENUM_VALUE INPUT_OBJECT INPUT_FIELD_DEFINITION
    }
    """

  /// Relay's directives, with the locations and arguments of Relay's documentation.
  static let relay = """
    directive @relay_test_operation(DO_NOT_USE_use_in_production: Boolean = false @static, emitRawText: Boolean = false @static)
      on QUERY | MUTATION | SUBSCRIPTION
    directive @inline on FRAGMENT_DEFINITION
    directive @no_inline(raw_response_type: Boolean) on FRAGMENT_DEFINITION
    directive @throwOnFieldError on QUERY | FRAGMENT_DEFINITION
    directive @raw_response_type on QUERY | MUTATION | SUBSCRIPTION
    directive @DEPRECATED__relay_ignore_unused_variables_error on QUERY | MUTATION | SUBSCRIPTION
    directive @refetchable(queryName: String!, directives: [String!], preferFetchable: Boolean) on FRAGMENT_DEFINITION
    directive @preloadable(hackPreloader: Boolean = false @static) on QUERY
    directive @relay(mask: Boolean, plural: Boolean) on FRAGMENT_DEFINITION | FRAGMENT_SPREAD
    directive @__clientField(filters: [String!], handle: String!, key: String) repeatable on FIELD
    directive @match(key: String @static) on FIELD
    directive @module(name: String!) on FRAGMENT_SPREAD
    directive @connection(
      key: String!, filters: [String], handler: String, dynamicKey_UNSTABLE: String, prefetchable_pagination: Boolean = false
    ) on FIELD
    directive @stream_connection(
      key: String!, filters: [String], handler: String, label: String, initial_count: Int!, if: Boolean = true,
      use_customized_batch: Boolean = false, dynamicKey_UNSTABLE: String, prefetchable_pagination: Boolean = false
    ) on FIELD
    enum RequiredFieldAction { NONE LOG THROW DANGEROUSLY_THROW_ON_SEMANTICALLY_NULLABLE_FIELD }
    enum CatchFieldTo { NULL RESULT }
    directive @required(action: RequiredFieldAction! @static) on FIELD
    directive @catch(to: CatchFieldTo! = RESULT @static) on FIELD | FRAGMENT_DEFINITION | QUERY | MUTATION | INLINE_FRAGMENT
    directive @deleteRecord on FIELD
    directive @deleteEdge(connections: [ID!]!) on FIELD
    directive @appendEdge(connections: [ID!]!) on FIELD
    directive @prependEdge(connections: [ID!]!) on FIELD
    directive @appendNode(connections: [ID!]!, edgeTypeName: String!) on FIELD
    directive @prependNode(connections: [ID!]!, edgeTypeName: String!) on FIELD
    directive @relay_resolver(fragment_name: String!, import_path: String!, live: Boolean) on FIELD_DEFINITION
    directive @waterfall on FIELD
    scalar RelayResolverValue
    directive @RelayOutputType on OBJECT
    directive @updatable on QUERY | FRAGMENT_DEFINITION
    directive @assignable on FRAGMENT_DEFINITION
    directive @alias(as: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @dangerously_unaliased_fixme on FRAGMENT_SPREAD
    directive @static on ARGUMENT_DEFINITION
    directive @__debug on QUERY | MUTATION | SUBSCRIPTION | FRAGMENT_DEFINITION
    directive @exec_time_resolvers(
      enabledProvider: String, useExperimentalProvider: String, useNetworkNormalizationProvider: String
    ) on QUERY
    directive @semanticNonNull(levels: [Int]) on FIELD_DEFINITION
    """

  /// Our own directives, which are never sent (`Lowering+Freshness.swift`). A server's directives of these names cannot be used.
  static let own = """
    directive @maxAge(seconds: Int! @static, staleWhileRevalidate: Int @static) on QUERY | FIELD
    directive @invalidates(types: [String!] @static, fields: [String!] @static) on FIELD
    """

  static func parse(_ text: String) -> Document {
    Parser.parse(SourceFile(path: "built-in", text: text), file: .generated).0
  }
}
