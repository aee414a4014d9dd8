import TestSupport
import Testing

@testable import RelayCompilerCore

/// Every rule of the specification's section 3 (September 2025) for type systems, in the order of the specification.
@Suite("Rules of the specification, section 3")
struct TypeRuleTests {
  /// The diagnostics for a schema. A query type is added unless the schema declares one.
  static func build(_ text: String, profile: ValidationProfile) -> [Diagnostic] {
    let needsQuery = !text.contains("Query") && !text.contains("schema")
    let parsed = Parsed(text + (needsQuery ? " type Query { q: Int }" : ""))
    let (_, diagnostics) = SchemaBuilder.build(
      server: [parsed.document], clientExtensions: [], options: CompilerOptions(), profile: profile)
    return parsed.diagnostics + diagnostics
  }

  @Test("Both profiles", .cases)
  func both() {
    eachCase(
      of: pairs(
        [
          // MARK: 3.3 Schema
          RuleCase(
            "3.3", "Types and directives have names of their own",
            broken: [
              ("scalar A type ⟦A⟧ { a: Int }", "duplicate-type"), ("directive @a on FIELD directive ⟦@a⟧ on QUERY", "duplicate-directive"),
              ("type ⟦Int⟧ { a: String }", "duplicate-type"),
            ], kept: ["type A { a: Int } directive @A on FIELD"]),
          RuleCase(
            "3.3", "Reserved names",
            broken: [
              ("type ⟦__A⟧ { a: Int }", "reserved-name"), ("type A { ⟦__a⟧: Int }", "reserved-name"),
              ("type A { a(⟦__x⟧: Int): Int }", "reserved-name"),
              ("enum E { ⟦__A⟧ }", "reserved-name"), ("input I { ⟦__a⟧: Int }", "reserved-name"),
              ("directive ⟦@__a⟧ on FIELD", "reserved-name"),
              ("directive @a(⟦__x⟧: Int) on FIELD", "reserved-name"),
            ], kept: ["type _A { _a(_x: Int): Int }"]),
          RuleCase(
            "3.3", "One schema definition",
            broken: [("schema { query: A } ⟦schema { query: A }⟧ type A { a: Int }", "duplicate-schema-definition")],
            kept: ["schema { query: A } extend schema { mutation: B } type A { a: Int } type B { a: Int }"]),
          RuleCase(
            "3.3.1", "Root Operation Types",
            broken: [
              ("⟦schema { mutation: A }⟧ type A { a: Int }", "missing-query-type"), ("schema { query: A } enum ⟦A⟧ { B }", "root-type"),
              ("schema { query: A mutation: ⟦A⟧ } type A { a: Int }", "root-type"),
              ("schema { query: ⟦B⟧ } type A { a: Int }", "unknown-type"),
              ("schema { query: A ⟦query⟧: A } type A { a: Int }", "duplicate-operation-type"),
            ],
            kept: [
              "schema { query: A subscription: B } type A { a: Int } type B { a: Int }", "type Query { a: Int } type Mutation { a: Int }",
            ]),
          RuleCase(
            "3.3.2", "Schema Extension",
            broken: [("schema { query: A } extend schema { ⟦query⟧: A } type A { a: Int }", "duplicate-operation-type")],
            kept: ["schema { query: A } extend schema { mutation: B } type A { a: Int } type B { a: Int }"]),
          // MARK: 3.4 Types
          RuleCase(
            "3.4.3", "Type Extensions",
            broken: [
              ("extend type ⟦A⟧ { a: Int }", "extension-of-unknown-type"),
              ("scalar A extend type ⟦A⟧ { a: Int }", "extension-of-wrong-kind"),
              ("type A { a: Int } extend interface ⟦A⟧ { b: Int }", "extension-of-wrong-kind"),
              ("enum A { B } extend union ⟦A⟧ = Query type Query { a: Int }", "extension-of-wrong-kind"),
              ("input A { a: Int } extend enum ⟦A⟧ { B }", "extension-of-wrong-kind"),
              ("enum A { B } extend input ⟦A⟧ { b: Int }", "extension-of-wrong-kind"),
              ("enum A { B } extend scalar ⟦A⟧ @a directive @a on SCALAR | ENUM", "extension-of-wrong-kind"),
            ],
            kept: [
              "type A { a: Int } extend type A { b: Int }", "enum A { B } extend enum A { C }",
              "input A { a: Int } extend input A { b: Int }",
              "interface A { a: Int } extend interface A { b: Int }",
              "union A = Query extend union A = B type B { a: Int } type Query { a: Int }",
              "scalar A extend scalar A @specifiedBy(url: \"https://example.com\")",
            ]),
          // MARK: 3.6 Objects
          RuleCase(
            "3.6", "Objects have fields", broken: [("type ⟦A⟧", "empty-type")], kept: ["type A { a: Int }"]),
          RuleCase(
            "3.6", "Fields have names of their own",
            broken: [
              ("type A { a: Int ⟦a⟧: Int }", "duplicate-field"), ("type A { a: Int } extend type A { ⟦a⟧: Int }", "duplicate-field"),
            ],
            kept: ["type A { a: Int b: Int }"]),
          RuleCase(
            "3.6", "Fields have output types",
            broken: [("type A { a: ⟦I⟧ } input I { a: Int }", "not-an-output-type"), ("type A { a: [⟦B⟧!] }", "unknown-type")],
            kept: ["type A { a: A b: E c: U d: [F!]! e: ID } enum E { X } union U = A interface F { a: Int }"]),
          RuleCase(
            "3.6.1", "Arguments have names of their own", broken: [("type A { a(x: Int, ⟦x⟧: Int): Int }", "duplicate-argument")],
            kept: ["type A { a(x: Int, y: Int): Int }"]),
          RuleCase(
            "3.6.1", "Arguments have input types",
            broken: [("type A { a(x: ⟦A⟧): Int }", "not-an-input-type"), ("type A { a(x: ⟦B⟧): Int }", "unknown-type")],
            kept: ["type A { a(x: I, y: [E!]): Int } input I { a: Int } enum E { X }"]),
          RuleCase(
            "3.6", "Interfaces are interfaces, each once",
            broken: [
              ("type A implements ⟦B⟧ { a: Int } type B { a: Int }", "not-an-interface"),
              ("type A implements ⟦B⟧ { a: Int }", "unknown-type"),
              ("type A implements B & ⟦B⟧ { a: Int } interface B { a: Int }", "duplicate-interface"),
              ("type A implements B { a: Int } extend type A implements ⟦B⟧ interface B { a: Int }", "duplicate-interface"),
            ], kept: ["type A implements B & C { a: Int } interface B { a: Int } interface C { a: Int }"]),
          RuleCase(
            "3.6", "Implied interfaces are declared",
            broken: [
              ("type ⟦A⟧ implements B { a: Int } interface B implements C { a: Int } interface C { a: Int }", "missing-implied-interface")
            ],
            kept: ["type A implements B & C { a: Int } interface B implements C { a: Int } interface C { a: Int }"]),
          RuleCase(
            "3.6", "An implementation has the interface's fields",
            broken: [("type ⟦A⟧ implements B { a: Int } interface B { b: Int c: Int }", "missing-interface-field")],
            kept: ["type A implements B { b: Int c: Int d: Int } interface B { b: Int c: Int }"]),
          RuleCase(
            "3.6", "with types as narrow",
            broken: [
              ("type A implements B { ⟦a⟧: ID } interface B { a: Int }", "wrong-interface-field-type"),
              ("type A implements B { ⟦a⟧: Int } interface B { a: Int! }", "wrong-interface-field-type"),
              ("type A implements B { ⟦a⟧: Int } interface B { a: [Int] }", "wrong-interface-field-type"),
              ("type A implements B { ⟦a⟧: [Int] } interface B { a: [Int!] }", "wrong-interface-field-type"),
              ("type A implements B { ⟦a⟧: C } interface B { a: A } type C { a: Int }", "wrong-interface-field-type"),
            ],
            kept: [
              "type A implements B { a: Int! } interface B { a: Int }", "type A implements B { a: [A!]! } interface B { a: [B] }",
              "type A implements B { a: A } interface B { a: U } union U = A",
            ]),
          RuleCase(
            "3.6", "and with the same arguments",
            broken: [
              ("type A implements B { ⟦a⟧: Int } interface B { a(x: Int): Int }", "missing-interface-argument"),
              ("type A implements B { a(⟦x⟧: ID): Int } interface B { a(x: Int): Int }", "wrong-interface-argument-type"),
              ("type A implements B { a(⟦x⟧: Int!): Int } interface B { a(x: Int): Int }", "wrong-interface-argument-type"),
              ("type A implements B { a(⟦y⟧: Int!): Int } interface B { a: Int }", "additional-required-argument"),
            ], kept: ["type A implements B { a(x: Int, y: Int, z: Int! = 1): Int } interface B { a(x: Int): Int }"]),
          // MARK: 3.7 Interfaces
          RuleCase("3.7", "Interfaces have fields", broken: [("interface ⟦A⟧", "empty-type")], kept: ["interface A { a: Int }"]),
          RuleCase(
            "3.7", "No interface implements itself",
            broken: [
              ("interface ⟦A⟧ implements A { a: Int }", "interface-cycle"),
              ("interface ⟦A⟧ implements B { a: Int } interface ⟦B⟧ implements A { a: Int }", "interface-cycle"),
            ], kept: ["interface A implements B { a: Int } interface B { a: Int }"]),
          RuleCase(
            "3.7", "Interfaces implement interfaces as objects do",
            broken: [
              ("interface ⟦A⟧ implements B { a: Int } interface B { b: Int }", "missing-interface-field"),
              ("interface A implements B { ⟦a⟧: ID } interface B { a: Int }", "wrong-interface-field-type"),
            ], kept: ["interface A implements B { a: Int! } interface B { a: Int }"]),
          // MARK: 3.8 Unions
          RuleCase("3.8", "Unions have members", broken: [("union ⟦A⟧", "empty-type")], kept: ["union A = B type B { a: Int }"]),
          RuleCase(
            "3.8", "Members are objects",
            broken: [
              ("union A = ⟦Int⟧", "union-member-not-an-object"), ("union A = ⟦B⟧ interface B { a: Int }", "union-member-not-an-object"),
              ("union A = B | ⟦C⟧ union C = B type B { a: Int }", "union-member-not-an-object"), ("union A = ⟦B⟧", "unknown-type"),
            ], kept: ["union A = | B | C type B { a: Int } type C { a: Int }"]),
          RuleCase(
            "3.8", "Members stand once",
            broken: [
              ("union A = B | ⟦B⟧ type B { a: Int }", "duplicate-union-member"),
              ("union A = B extend union A = ⟦B⟧ type B { a: Int }", "duplicate-union-member"),
            ], kept: ["union A = B | C type B { a: Int } type C { a: Int }"]),
          // MARK: 3.9 Enums
          RuleCase("3.9", "Enums have values", broken: [("enum ⟦A⟧", "empty-type")], kept: ["enum A { B }"]),
          RuleCase(
            "3.9", "Values stand once",
            broken: [("enum A { B ⟦B⟧ }", "duplicate-enum-value"), ("enum A { B } extend enum A { ⟦B⟧ }", "duplicate-enum-value")],
            kept: ["enum A { B C }"]),
          // MARK: 3.10 Input objects
          RuleCase("3.10", "Input objects have fields", broken: [("input ⟦A⟧", "empty-type")], kept: ["input A { a: Int }"]),
          RuleCase(
            "3.10", "Input fields have names of their own",
            broken: [
              ("input A { a: Int ⟦a⟧: Int }", "duplicate-field"), ("input A { a: Int } extend input A { ⟦a⟧: Int }", "duplicate-field"),
            ],
            kept: ["input A { a: Int b: Int }"]),
          RuleCase(
            "3.10", "Input fields have input types",
            broken: [("input A { a: ⟦Query⟧ } type Query { a: Int }", "not-an-input-type"), ("input A { a: ⟦B⟧ }", "unknown-type")],
            kept: ["input A { a: A b: [E!] } enum E { X }"]),
          RuleCase(
            "3.10", "No input object contains itself without end",
            broken: [
              ("input A { ⟦a⟧: A! }", "input-object-cycle"),
              ("input A { ⟦b⟧: B! } input B { a: A! }", "input-object-cycle"),
            ], kept: ["input A { a: A b: [A!]! c: B! } input B { a: A }"]),
          RuleCase(
            "3.10.1", "OneOf Input Objects",
            broken: [("input A @oneOf { ⟦a⟧: Int! }", "one-of-input"), ("input A @oneOf { ⟦a⟧: Int = 1 }", "one-of-input")],
            kept: ["input A @oneOf { a: Int b: A }"]),
          // MARK: 3.13 Directives
          RuleCase(
            "3.13", "Directives have arguments of input types, each of its own name",
            broken: [
              ("directive @a(x: Int, ⟦x⟧: Int) on FIELD", "duplicate-argument"),
              ("directive @a(x: ⟦Query⟧) on FIELD type Query { a: Int }", "not-an-input-type"),
            ], kept: ["directive @a(x: Int, y: [E!]) repeatable on FIELD enum E { X }"]),
          RuleCase(
            "3.13", "No directive uses itself",
            broken: [
              ("directive ⟦@a⟧(x: Int @a) on ARGUMENT_DEFINITION", "directive-cycle"),
              ("directive ⟦@a⟧(x: Int @b) on ARGUMENT_DEFINITION directive ⟦@b⟧(x: Int @a) on ARGUMENT_DEFINITION", "directive-cycle"),
              ("directive ⟦@a⟧(x: E) on ENUM enum E @a { X }", "directive-cycle"),
              ("directive ⟦@a⟧(x: I) on INPUT_FIELD_DEFINITION input I { x: Int @a }", "directive-cycle"),
            ], kept: ["directive @a(x: Int @b) on ARGUMENT_DEFINITION directive @b on ARGUMENT_DEFINITION"]),
        ] as [RuleCase], [ValidationProfile.relay, .specification])
    ) { both($0.0, $0.1) }
  }

  func both(_ rule: RuleCase, _ profile: ValidationProfile) { rule.check { Self.build($0, profile: profile) } }

  @Test("Specification only", .cases)
  func specificationAlone() {
    eachCase(of: [
      RuleCase(
        "3.6", "A field of an interface is deprecated before those that implement it",
        broken: [("type A implements B { ⟦a⟧: Int @deprecated } interface B { a: Int }", "deprecated-interface-field")],
        kept: ["type A implements B { a: Int @deprecated } interface B { a: Int @deprecated }"]),
      RuleCase(
        "3.6, 3.10, 3.13", "What must be given is not deprecated",
        broken: [
          ("type A { a(⟦x⟧: Int! @deprecated): Int }", "deprecated-required-value"),
          ("input A { ⟦a⟧: Int! @deprecated }", "deprecated-required-value"),
          ("directive @a(⟦x⟧: Int! @deprecated) on FIELD", "deprecated-required-value"),
        ],
        kept: [
          "type A { a(x: Int! = 1 @deprecated, y: Int @deprecated): Int @deprecated }",
          "input A { a: Int @deprecated b: Int! = 1 @deprecated }",
        ]),
      RuleCase(
        "3.6, 3.10, 3.13", "Default values are of their types",
        broken: [
          ("type A { a(⟦x⟧: Int = \"1\"): Int }", "wrong-default-value"),
          ("type A { a(⟦x⟧: E = B): Int } enum E { C }", "wrong-default-value"),
          ("input A { ⟦a⟧: Int! = null }", "wrong-default-value"), ("input A { ⟦a⟧: B = {} } input B { b: Int! }", "wrong-default-value"),
          ("directive @a(⟦x⟧: [Int!] = [null]) on FIELD", "wrong-default-value"),
        ], kept: ["type A { a(x: Int = 1, y: [E] = B, z: B = {b: 1}, f: Float = 1, i: ID = 1): Int } enum E { B } input B { b: Int! }"]),
      RuleCase(
        "3.10", "No default value contains itself without end",
        broken: [
          ("input A { ⟦a⟧: A = {} }", "default-value-cycle"), ("input A { ⟦b⟧: B = {} } input B { a: A = {} }", "default-value-cycle"),
          ("input A { ⟦b⟧: B = {a: {}} } input B { a: A }", "default-value-cycle"),
          ("input A { ⟦a⟧: [A] = [{}] }", "default-value-cycle"),
          ("input A { x: Int ⟦b⟧: B = {c: {}} } input B { c: C } input C { a: A = {x: 1} }", "default-value-cycle"),
        ],
        kept: [
          "input A { a: A = null }", "input A { a: A = {a: null} }", "input A { b: B = {} } input B { a: A = {b: {a: null}} }",
          "input A { a: [A] = [] }",
        ]),
      RuleCase(
        "3.10.2", "No extension makes a OneOf Input Object",
        broken: [("input A { a: Int } extend input A ⟦@oneOf⟧ { b: Int }", "one-of-input")],
        kept: ["input A @oneOf { a: Int } extend input A { b: Int }"]),
      RuleCase(
        "5.7, 5.4, 3.13", "Directives in the schema are used as they are defined",
        broken: [
          ("type A ⟦@a⟧ { a: Int }", "unknown-directive"), ("type A { a: Int ⟦@oneOf⟧ }", "misplaced-directive"),
          ("type A @a ⟦@a⟧ { a: Int } directive @a on OBJECT", "repeated-directive"), ("scalar A ⟦@specifiedBy⟧", "missing-argument"),
          ("type A { a: Int @deprecated(reason: ⟦1⟧) }", "wrong-value"), ("type A { a: Int @deprecated(⟦why⟧: \"\") }", "unknown-argument"),
        ], kept: ["type A @a @a { a: Int @deprecated(reason: \"old\") } directive @a repeatable on OBJECT"]),
    ]) { specificationAlone($0) }
  }

  func specificationAlone(_ rule: RuleCase) { rule.check { Self.build($0, profile: .specification) } }
}
