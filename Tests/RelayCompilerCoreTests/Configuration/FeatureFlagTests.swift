import Testing

@testable import RelayCompilerCore

/// The forms of a feature flag. `ConfigurationKeyTests` has the list of flags, `ConfigurationEffectTests` their effects.
@Suite("Feature flags")
struct FeatureFlagTests {
  private static func parse(_ json: String) -> (RelayConfig, [Diagnostic]) {
    ConfigParser.parse(SourceFile(path: "relay.config.json", text: json), file: FileID(rawValue: 0))
  }

  private static func flag(_ json: String) -> FeatureFlag? {
    let (config, problems) = parse("{\"featureFlags\": {\"compact_query_text\": \(json)}}")
    return problems.isEmpty ? config.options.featureFlags.compactQueryText : nil
  }

  @Test("A flag is on, off, limited to definitions, or rolled out")
  func forms() {
    #expect(Self.flag("true") == .enabled)
    #expect(Self.flag("{\"kind\": \"enabled\"}") == .enabled)
    #expect(Self.flag("{\"kind\": \"disabled\"}") == .disabled)
    #expect(Self.flag("{\"kind\": \"limited\", \"allowlist\": [\"AQuery\"]}") == .limited(to: ["AQuery"]))
    #expect(Self.flag("{\"kind\": \"rollout\"}") == .enabled)
    #expect(Self.flag("{\"kind\": \"rollout\", \"rollout\": 0}") == .disabled)
    #expect(Self.flag("{\"kind\": \"rollout\", \"rollout\": 30}") == .rollout(0...29))
    #expect(Self.flag("{\"kind\": \"rolloutrange\", \"rollout\": {\"start\": 10, \"end\": 20}}") == .rollout(10...20))
    #expect(Self.flag("{\"kind\": \"rollout\", \"rollout\": 255}") == .rollout(0...254))
    #expect(Self.flag("{\"kind\": \"rollout\", \"rollout\": 256}") == nil)
    #expect(Self.flag("{\"kind\": \"limited\"}") == nil)
    #expect(Self.flag("{\"kind\": \"rolloutrange\", \"rollout\": {\"start\": 20, \"end\": 10}}") == nil)
    #expect(Self.flag("{\"kind\": \"on\"}") == nil)
    #expect(Self.flag("1") == nil)
  }

  /// md5("AQuery") begins with 86 df: 0xdf86 is 57222, and that is 22 percent.
  @Test("A rollout depends on the name of the definition")
  func rolloutGoesByName() {
    #expect(MD5.hexadecimalDigest(of: "AQuery".utf8).hasPrefix("86df"))
    #expect(FeatureFlag.rollout(22...22).isEnabled(for: "AQuery"))
    #expect(!FeatureFlag.rollout(0...21).isEnabled(for: "AQuery"))
    #expect(!FeatureFlag.rollout(0...99).isFullyEnabled)
  }

  @Test("An unknown flag is reported")
  func unknownFlag() {
    #expect(Self.parse("{\"featureFlags\": {\"compact_query_txt\": true}}").1.map { "\($0.id)" } == ["unknown-configuration-key"])
  }
}
