/// The rules of the specification's section 5.
enum SpecificationRules {
  /// The rules for single positions, in the order in which `DefinitionWalker` first applies them.
  static let ofPositions: [ValidationRule] = [
    ValidationRule("OperationTypeExistence", "5.2.1.1"),
    ValidationRule("VariableDefinitions", "5.8.1", "5.8.2"),
    ValidationRule("SingleRootField", "5.2.4.1"),
    ValidationRule("FragmentTypeConditions", "5.5.1.2", "5.5.1.3"),
    ValidationRule("DirectivesAreUniquePerLocation", "5.7.3"),
    ValidationRule("DirectivesAreDefined", "5.7.1"),
    ValidationRule("DirectivesAreInValidLocations", "5.7.2"),
    ValidationRule("FieldSelections", "5.3.1"),
    ValidationRule("ArgumentUniqueness", "5.4.2"),
    ValidationRule("Values", "5.6.1"),
    ValidationRule("InputObjects", "5.6.2", "5.6.4"),
    ValidationRule("RequiredArguments", "5.4.3"),
    ValidationRule("LeafFieldSelections", "5.3.3"),
    ValidationRule("FragmentSpreadTargetDefined", "5.5.2.1"),
    ValidationRule("FragmentSpreadIsPossible", "5.5.2.3"),
  ]

  /// The rules across definitions, in the order in which `Validator` applies them.
  static let ofDefinitions: [ValidationRule] = [
    ValidationRule("OperationNameUniqueness", "5.2.2.1"),
    ValidationRule("LoneAnonymousOperation", "5.2.3.1"),
    ValidationRule("FragmentSpreadsMustNotFormCycles", "5.5.2.2"),
    ValidationRule("FragmentsMustBeUsed", "5.5.1.4"),
    ValidationRule("VariableUsages", "5.8.3", "5.8.5"),
    ValidationRule("FieldSelectionMerging", "5.3.2"),
  ]
}
