/// One of Relay's directives, and how it is treated. A rule reports uses that are rejected or have no effect (`UnsupportedDirectives`,
/// `Resolvers`). A test compares the documentation of features with this table.
struct RelayDirective: Sendable {
  let name: Name
  let outcome: FeatureOutcome

  private init(_ name: Name, _ outcome: FeatureOutcome = .works) {
    self.name = name
    self.outcome = outcome
  }

  // MARK: - The table

  /// Every directive that Relay 21 knows, including those of the specification.
  static let all: [RelayDirective] = ofTheSpecification + ofFragments + ofFields + ofStores + ofOperations + ofModules + ofSchemas

  private static let ofTheSpecification: [RelayDirective] = [
    RelayDirective(.skip), RelayDirective(.include),
    RelayDirective(.deprecated), RelayDirective("oneOf"),
    RelayDirective("specifiedBy", .worksDifferently(how: "it is read and not used; 'customScalarTypes' says which type a scalar has")),
    RelayDirective(.defer), RelayDirective(.stream),
  ]

  private static let ofFragments: [RelayDirective] = [
    RelayDirective(.argumentDefinitions), RelayDirective(.arguments), RelayDirective(.uncheckedArguments),
    RelayDirective(.refetchable), RelayDirective(.relay), RelayDirective(.inline), RelayDirective(.alias),
    RelayDirective(.unaliasedFixme), RelayDirective(.assignable),
    RelayDirective(
      .noInline, .worksDifferently(how: "an error without the flag 'no_inline', as in Relay; with it the fragment is inlined all the same")),
    RelayDirective(
      .module, .refused(instead: "it asks the server which code to load. Spread the fragment with '@alias' in an inline fragment")),
  ]

  private static let ofFields: [RelayDirective] = [
    RelayDirective(.required), RelayDirective(.catch), RelayDirective(.throwOnFieldError), RelayDirective(.connection),
    RelayDirective(.streamConnection), RelayDirective(.clientField),
    RelayDirective(
      .match,
      .refused(
        instead: "it asks the server which code to load. Use an inline fragment for each type. On a field without the argument 'supported' "
          + "it has no effect, with a warning; without a key that begins with the document's name it is an error, as in Relay")),
    RelayDirective(
      .waterfall, .refused(instead: "it is for fields of resolvers that lead back to the server, and there are none. Remove it")),
  ]

  private static let ofStores: [RelayDirective] = [
    RelayDirective(.appendEdge), RelayDirective(.prependEdge), RelayDirective(.appendNode), RelayDirective(.prependNode),
    RelayDirective(.deleteEdge), RelayDirective(.deleteRecord), RelayDirective(.updatable),
  ]

  private static let ofOperations: [RelayDirective] = [
    RelayDirective(
      .preloadable, .worksDifferently(how: "an error without 'persistConfig', as in Relay; every query can be fetched before it is shown")),
    RelayDirective(.rawResponseType, .worksDifferently(how: "the operation gets a type to make responses of by hand, `Payload`")),
    RelayDirective(
      .testOperation,
      .worksDifferently(
        how: "it is accepted everywhere; mocks know the types of all fields without it, and with it the values of enums and the names of "
          + "interfaces as well")),
    RelayDirective(.ignoreUnusedVariables),
    RelayDirective(.liveQuery, .withoutMeaning(because: "Relay reads it and does nothing either; 'poll' asks again")),
    RelayDirective(.execTimeResolvers, .withoutMeaning(because: "there are no Relay Resolvers")),
    RelayDirective(.debug, .withoutMeaning(because: "it is for those who work on Relay's compiler")),
  ]

  private static let ofModules: [RelayDirective] = [
    RelayDirective(
      .relayResolver,
      .refused(instead: "a resolver is a function in JavaScript. Write a computed property in an extension of a fragment's type")),
    RelayDirective(.relayOutputType, .refused(instead: "it is the type of what a resolver makes. Write a type in Swift")),
  ]

  private static let ofSchemas: [RelayDirective] = [
    RelayDirective(.semanticNonNull),
    RelayDirective("static", .worksDifferently(how: "it marks arguments of Relay's own directives, and has no effect on others")),
    RelayDirective(.fetchable),
  ]
}
