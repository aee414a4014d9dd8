/// One of Relay's feature flags: its key in `featureFlags`, how it is treated, and the option it sets.
struct FeatureFlagKey: Sendable {
  /// The key of the object that holds them.
  static let object = "featureFlags"

  let name: String
  let outcome: FeatureOutcome
  /// nil if nothing reads the flag.
  let option: (any WritableKeyPath<FeatureFlags, FeatureFlag> & Sendable)?
  /// Whether Relay 21 has the flag, rather than an earlier version only.
  let isOfRelay21: Bool

  private init(
    _ name: String, _ outcome: FeatureOutcome, _ option: any WritableKeyPath<FeatureFlags, FeatureFlag> & Sendable
  ) {
    self.name = name
    self.outcome = outcome
    self.option = option
    isOfRelay21 = true
  }

  private init(_ name: String, _ outcome: FeatureOutcome, isOfRelay21: Bool = true) {
    self.name = name
    self.outcome = outcome
    option = nil
    self.isOfRelay21 = isOfRelay21
  }

  static func named(_ name: String) -> FeatureFlagKey? { byName[name] }

  private static let byName: [String: FeatureFlagKey] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  // MARK: - The table

  /// Every flag of Relay 21, followed by those of earlier versions.
  static let all: [FeatureFlagKey] = working + ofJavaScript + ofResolvers + ofOtherArtifacts + ofEarlierVersions

  private static let working: [FeatureFlagKey] = [
    FeatureFlagKey("enforce_fragment_alias_where_ambiguous", .works, \.enforceFragmentAliasWhereAmbiguous),
    FeatureFlagKey("compact_query_text", .works, \.compactQueryText),
    FeatureFlagKey(
      "disallow_required_action_throw_on_semantically_nullable_fields", .works,
      \.disallowRequiredActionThrowOnSemanticallyNullableFields),
    FeatureFlagKey("allow_required_in_mutation_response", .works, \.allowRequiredInMutationResponse),
    FeatureFlagKey("disable_full_argument_type_validation", .works, \.disableFullArgumentTypeValidation),
    FeatureFlagKey("disable_schema_validation", .works, \.disableSchemaValidation),
    FeatureFlagKey("enable_strict_custom_scalars", .works, \.enableStrictCustomScalars),
    FeatureFlagKey("prefer_fetchable_in_refetch_queries", .works, \.preferFetchableInRefetchQueries),
    FeatureFlagKey("enforce_module_name_prefix_for_non_haste", .works, \.enforceModuleNamePrefix),
    FeatureFlagKey(
      "disable_edge_type_name_validation_on_declerative_connection_directives", .works, \.disableEdgeTypeNameValidation),
    FeatureFlagKey("enable_fragment_argument_transform", .works, \.enableFragmentArgumentTransform),
    FeatureFlagKey(
      "no_inline", .worksDifferently(how: "it allows '@no_inline', and the fragment is inlined all the same"), \.noInline),
    FeatureFlagKey("skip_printing_nulls", .worksDifferently(how: "in Relay's artifacts, '--artifacts-json'"), \.skipPrintingNulls),
  ]

  private static let ofJavaScript: [FeatureFlagKey] = [
    "disable_deduping_common_structures_in_artifacts", "emit_nogrep_annotation", "flow_modern_syntax",
    "legacy_include_path_in_required_reader_nodes", "omit_resolver_type_assertions_for_confirmed_types", "shard_extra_artifacts",
  ].map { FeatureFlagKey($0, .silent) }

  private static let ofResolvers: [FeatureFlagKey] = [
    "allow_legacy_relay_resolver_tag", "allow_output_type_resolvers", "allow_resolver_non_nullable_return_type",
    "allow_resolvers_in_mutation_response", "disable_resolver_reader_ast", "enable_exec_time_resolvers_directive",
    "enable_relay_resolver_mutations", "enable_resolver_normalization_ast", "enable_shadow_resolvers",
    "relay_resolver_enable_interface_output_type",
  ].map { FeatureFlagKey($0, .withoutMeaning(because: "there are no Relay Resolvers")) }

  private static let ofOtherArtifacts: [FeatureFlagKey] = [
    FeatureFlagKey(
      "disable_more_precise_abstract_selection_raw_response_type",
      .withoutMeaning(because: "payloads have a case for each type that is selected on")),
    FeatureFlagKey("enable_3d_branch_arg_generation", .withoutMeaning(because: "'@module' is about modules of JavaScript")),
    FeatureFlagKey("use_reader_module_imports", .withoutMeaning(because: "'@module' is about modules of JavaScript")),
    FeatureFlagKey(
      "text_artifacts", .withoutMeaning(because: "the text stands in the operation; 'persistConfig' collects texts in a file")),
  ]

  private static let ofEarlierVersions: [FeatureFlagKey] = [
    "actor_change_support", "disallow_required_on_non_null_fields", "enable_catch_directive_transform", "enable_client_edges",
    "enable_custom_type_gen_field_directives", "enable_relay_resolver_transform", "enable_schema_resolvers", "node_interface_id_field",
    "relay_resolver_enable_output_type", "relay_resolver_model_syntax_enabled", "relay_resolvers_enable_strict_resolver_flavors",
  ].map { FeatureFlagKey($0, .withoutMeaning(because: "Relay 21 does not have it any more"), isOfRelay21: false) }
}
