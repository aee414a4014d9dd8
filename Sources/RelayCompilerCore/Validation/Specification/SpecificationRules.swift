/// A rule of the specification's section 5: what it checks at each kind of place. Each has its own file.
struct ValidationRule: Sendable {
  typealias Check<Subject> = @Sendable (inout DefinitionWalker, Subject) -> Void

  /// The sections of the specification that the rule follows.
  let sections: [String]
  var operation: Check<(syntax: OperationDefinitionSyntax, type: TypeID?)>?
  /// A type condition, and the type that it names.
  var typeCondition: Check<(name: NameSyntax, type: TypeID?)>?
  /// Directives at one location, if there are several.
  var directives: Check<[DirectiveSyntax]>?
  var directive: Check<(syntax: DirectiveSyntax, definition: DirectiveDefinition?, location: Name)>?
  var field: Check<(syntax: FieldSyntax, resolved: DefinitionWalker.ResolvedField, type: TypeReference?, parent: TypeID?)>?
  var arguments: Check<DefinitionWalker.ArgumentList>?
  var spread: Check<(syntax: FragmentSpreadSyntax, fragment: ExecutableDefinition?, scope: DefinitionWalker.Scope)>?
  var inlineFragment: Check<(condition: NameSyntax, type: TypeID, scope: DefinitionWalker.Scope)>?
  /// Null for a non-null type, or a literal for what is not a list or an input object.
  var literal: Check<(value: ValueSyntax, type: TypeReference)>?
  /// The fields of an object, and the input object that is expected.
  var object: Check<(fields: [ArgumentSyntax], unknown: [ArgumentSyntax], type: TypeID?, range: SourceRange)>?
  /// What concerns several definitions.
  var definitions: (@Sendable (ValidationContext, FragmentGraph) -> [Diagnostic])?
  /// What concerns a definition and the fragments that it reaches.
  var definition: (@Sendable (_ index: Int, ValidationContext, FragmentGraph, [DefinitionFacts]) -> [Diagnostic])?
  /// What concerns the merged selections of definitions.
  var mergeRoots: (@Sendable (ArraySlice<Int>, ValidationContext) -> [Diagnostic])?
}

/// The rules of the specification. `DefinitionWalker` applies those for single positions, and `Validator` those across definitions.
enum SpecificationRules {
  /// In the order of execution at one place.
  static let all: [ValidationRule] = [
    .operationTypeExistence, .variableDefinitions, .singleRootField, .fragmentTypeConditions, .directivesAreUnique, .directivesAreDefined,
    .directivesAreInValidLocations, .fieldSelections, .argumentUniqueness, .requiredArguments, .values, .inputObjects,
    .leafFieldSelections, .fragmentSpreadTargetDefined, .fragmentSpreadIsPossible, .operationNameUniqueness, .loneAnonymousOperation,
    .fragmentCycles, .fragmentsMustBeUsed, .variableUsages, .fieldSelectionMerging,
  ]

  /// The checks of all rules, by place.
  final class Checks: Sendable {
    let operation = all.compactMap(\.operation)
    let typeCondition = all.compactMap(\.typeCondition)
    let directives = all.compactMap(\.directives)
    let directive = all.compactMap(\.directive)
    let field = all.compactMap(\.field)
    let arguments = all.compactMap(\.arguments)
    let spread = all.compactMap(\.spread)
    let inlineFragment = all.compactMap(\.inlineFragment)
    let literal = all.compactMap(\.literal)
    let object = all.compactMap(\.object)
  }

  static let checks = Checks()
}
