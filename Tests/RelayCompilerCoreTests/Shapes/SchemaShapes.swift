extension Shape {
  /// A growing schema, or growing use of one large part of it.
  static let schemas: [Shape] = [
    Shape("many object types") { size in
      ShapeProject("type Query { a0: T0 }" + times(size) { "type T\($0) { a: T\(($0 + 1) % size) b: Int }" }, "query Q { a0 { a { b } } }")
    },
    Shape("a type of many fields, all selected") { size in
      ShapeProject(
        "type Query { a: T } type T { " + times(size) { "f\($0): Int" } + " }", "query Q { a { " + times(size) { "f\($0)" } + " } }")
    },
    Shape("a type of many fields, selected as objects") { size in
      ShapeProject(
        "type Query { a: T } type T { id: ID b: Int " + times(size) { "f\($0): T" } + " }",
        "query Q { a { " + times(size) { "f\($0) { b }" } + " } }")
    },
    Shape("a field of many arguments, all given") { size in
      ShapeProject(
        "type Query { a(" + times(size) { "x\($0): Int" } + "): Int }", "query Q { a(" + times(size) { "x\($0): \($0)" } + ") }")
    },
    Shape("a field of many required arguments, none given") { size in
      ShapeProject("type Query { a(" + times(size) { "x\($0): Int!" } + "): Int }", "query Q { a }")
    },
    Shape("a field of many arguments, implemented") { size in
      let arguments = times(size) { "x\($0): Int" }
      return ShapeProject(
        "type Query implements I { a(\(arguments)): Int } interface I { a(\(arguments)): Int }", "query Q { a }")
    },
    Shape("a directive of many arguments, all given") { size in
      ShapeProject(
        "type Query { a: Int } directive @d(" + times(size) { "x\($0): Int" } + ") on FIELD",
        "query Q { a @d(" + times(size) { "x\($0): \($0)" } + ") }")
    },
    Shape("many directives on one field") { size in
      ShapeProject(
        "type Query { a: Int } " + times(size) { "directive @d\($0)(x: Int) on FIELD" },
        "query Q { a " + times(size) { "@d\($0)(x: 1)" }
          + " }")
    },
    Shape("a repeatable directive many times") { size in
      ShapeProject(
        "type Query { a: Int } directive @d(x: Int) repeatable on FIELD | OBJECT extend type Query " + times(size) { "@d(x: \($0))" },
        "query Q { a " + times(size) { "@d(x: \($0))" } + " b: a " + times(size) { "@d(x: \($0))" } + "}")
    },
    Shape("many directives in the schema") { size in
      ShapeProject(
        times(size) { "directive @d\($0)(x: Int @d\(($0 + 1) % size)) repeatable on FIELD_DEFINITION" } + " type Query { a: Int "
          + times(size) { "@d\($0)" } + " }", "query Q { a }")
    },
    Shape("a directive of many locations") { size in
      ShapeProject("type Query { a: Int } directive @d on " + times(size, separator: "|") { _ in "FIELD" }, "query Q { a @d }")
    },
    Shape("a directive at the wrong place, many times") { size in
      ShapeProject(
        "type Query { a: Int } directive @d on QUERY", "query Q {" + times(size) { "f\($0): a @d" } + "}")
    },
    Shape("an enum of many values") { size in
      ShapeProject(
        "type Query { a(e: [E]): E } enum E { " + times(size) { "V\($0)" } + " }",
        "query Q($e: E) { a(e: [$e, " + times(size) { "V\($0)" } + "]) }")
    },
    Shape("a value that no enum has, many times") { size in
      ShapeProject(
        "type Query { a(e: E): E } enum E { " + times(size) { "V\($0)" } + " }",
        "query Q { " + times(size) { "f\($0): a(e: W\($0))" }
          + " }")
    },
    Shape("an input object of many fields, all given") { size in
      ShapeProject(
        "type Query { a(i: I): Int } input I { " + times(size) { "f\($0): Int" } + " }",
        "query Q($i: I) { a(i: {" + times(size) { "f\($0): \($0)" } + "}) b: a(i: $i) }")
    },
    Shape("an input object of many required fields, none given") { size in
      ShapeProject("type Query { a(i: I): Int } input I { " + times(size) { "f\($0): Int!" } + " }", "query Q { a(i: {}) }")
    },
    Shape("input objects that contain one another") { size in
      ShapeProject(
        "type Query { a(i: I0): Int } " + times(size) { "input I\($0) { a: I\(($0 + 1) % size) b: I\(($0 * 7) % size) c: [I0!]! }" },
        "query Q($i: I0) { a(i: $i) }")
    },
    Shape("input objects that require one another") { size in
      ShapeProject(
        "type Query { a(i: I0): Int } " + times(size) { "input I\($0) { a: I\($0 + 1)! b: I\($0 + 1)! c: Int = 1 }" }
          + "input I\(size) { a: Int }",
        "query Q($i: I0!) { a(i: $i) }")
    },
    Shape("input objects that require one another, around a scalar without a type") { size in
      var project = ShapeProject(
        "scalar Date type Query { a(i: I0): Int } " + times(size) { "input I\($0) { a: I\($0 + 1)! b: I\($0 + 1)! }" }
          + "input I\(size) { a: Date }",
        "query Q($i: I0!) { a(i: $i) }")
      project.requiresCustomScalarTypes = true
      return project
    },
    Shape("input objects that require one another in a circle") { size in
      ShapeProject(
        "type Query { a(i: I0): Int } " + times(size) { "input I\($0) { a: I\(($0 + 1) % size)! b: I\(($0 + 2) % size)! }" },
        "query Q($i: I0!) { a(i: $i) }")
    },
    Shape("default values that contain one another") { size in
      ShapeProject(
        "type Query { a(i: I0): Int } " + times(size) { "input I\($0) { a: I\($0 + 1) = {} b: I\($0 + 1) = {} c: Int = 1 }" }
          + "input I\(size) { a: Int }", "query Q($i: I0) { a(i: $i) }")
    },
    Shape("an input object used by many arguments") { size in
      ShapeProject(
        "type Query { a(i: I): Int } input I { x: Int y: [I] }",
        "query Q { " + times(size) { "f\($0): a(i: {x: \($0), y: [{x: 1}]})" }
          + " }")
    },
    Shape("many types extended once each") { size in
      ShapeProject(
        "type Query { a: Int } " + times(size) { "type T\($0) { a: Int } extend type T\($0) { b: Int }" },
        schemaExtensions: times(size) { "extend type T\($0) { c: Int }" }, "query Q { a }")
    },
    Shape("one type extended many times") { size in
      ShapeProject(
        "type Query { a: Int } enum E { A } union U = Query input I { a: Int } interface N { a: Int } "
          + times(size) { "extend type Query { f\($0): Int } extend enum E { V\($0) } extend input I { f\($0): Int }" },
        schemaExtensions: times(size) { "extend type Query { g\($0): Int }" }, "query Q { a f0 g0 }")
    },
    Shape("an interface extended and implemented many times") { size in
      ShapeProject(
        "type Query { a: N } interface N { a: Int } "
          + times(size) { "interface M\($0) { a: Int } type T\($0) { a: Int } extend type T\($0) implements N & M\($0)" },
        "query Q { a { a ... on T0 { b: a } } }")
    },
    Shape("a type that implements many interfaces") { size in
      ShapeProject(
        "type Query implements " + times(size, separator: "&") { "I\($0)" } + " { a: Int } "
          + times(size) { "interface I\($0) { a: Int }" },
        "query Q { a " + times(size) { "... on I\($0) { a }" } + " }")
    },
    Shape("an interface of many types, each of them selected") { size in
      ShapeProject(
        "type Query { n: N } interface N { id: ID a: Int } " + times(size) { "type T\($0) implements N { id: ID a: Int }" },
        "query Q { n { a " + times(size) { "... on T\($0) { b: a }" } + " } }")
    },
    Shape("an interface of many types, implemented without its fields") { size in
      ShapeProject(
        "type Query { n: N } interface N { id: ID a: Int } " + times(size) { "type T\($0) implements N { b: Int }" }, "query Q { n { a } }")
    },
    Shape("an interface with many fields missing") { size in
      ShapeProject(
        "type Query implements N { b: Int } interface N { " + times(size) { "f\($0): Int" } + "}", "query Q { b }")
    },
    Shape("interfaces that implement interfaces", maximumSize: 2048) { size in
      ShapeProject(
        "type Query { n: I0 } "
          + times(size) { level in
            "interface I\(level) " + (level > 0 ? "implements " + times(level, separator: "&") { "I\($0)" } : "") + " { a: Int }"
          } + " type T implements " + times(size, separator: "&") { "I\($0)" } + " { a: Int }",
        "query Q { n { " + times(size) { "... on I\($0) { b\($0): a }" } + " } }")
    },
    Shape("interfaces that imply interfaces and do not say so") { size in
      ShapeProject(
        "type Query { n: I0 } interface I0 { a: Int } " + times(size) { "interface I\($0 + 1) implements I\($0) { a: Int }" }
          + " type T implements I\(size) { a: Int }", "query Q { n { a } }")
    },
    Shape("a union of many types") { size in
      ShapeProject(
        "type Query { u: U } union U = " + times(size, separator: "|") { "T\($0)" } + " " + times(size) { "type T\($0) { a: Int }" },
        "query Q { u { ... on T0 { a } } }")
    },
    Shape("a union of many types, all of them selected") { size in
      ShapeProject(
        "type Query { u: U } union U = " + times(size, separator: "|") { "T\($0)" } + " " + times(size) { "type T\($0) { a: Int }" },
        "query Q { u { " + times(size) { "... on T\($0) { a\($0): a }" } + " } }")
    },
    Shape("a union of many types with ids, each of them spread") { size in
      ShapeProject(
        "type Query { u: U } interface Node { id: ID! } union U = " + times(size, separator: "|") { "T\($0)" } + " "
          + times(size) { "type T\($0) implements Node { id: ID! a: Int }" },
        "query Q { u { " + times(size) { "...F\($0)" } + " } } " + times(size) { "fragment F\($0) on T\($0) { a }" })
    },
    Shape("a union of many types, the same one many times") { size in
      ShapeProject(
        "type Query { u: U } union U = " + times(size, separator: "|") { "T\($0)" } + " " + times(size) { "type T\($0) { a: Int }" },
        "query Q { u { " + times(size) { "... on T\(size - 1) { a\($0): a }" } + " } }")
    },
    Shape("a union within itself many times") { size in
      ShapeProject(
        "type Query { u: U } union U = " + times(size, separator: "|") { "T\($0)" } + " " + times(size) { "type T\($0) { a: Int }" },
        "query Q { u { " + times(size) { "... on U { ... on T\($0) { a } }" } + " } }")
    },
    Shape("a union with members twice") { size in
      ShapeProject(
        "type Query { u: U } union U = " + times(size, separator: "|") { "T\($0 / 2)" } + " " + times(size) { "type T\($0) { a: Int }" },
        "query Q { u { ... on T0 { a } } }")
    },
    Shape("fields of unions with many types and ids") { size in
      ShapeProject(
        "type Query { " + times(size) { "u\($0): U" } + " } union U = " + times(size, separator: "|") { "T\($0)" } + " "
          + times(size) { "type T\($0) { id: ID a: Int }" },
        "query Q { u0 { ... on T0 { a } } }")
    },
    Shape("an object where an interface has a union's field") { size in
      ShapeProject(
        "type Query { n: N } interface N { u: U } union U = " + times(size, separator: "|") { "T\($0)" } + " "
          + times(size) { "type T\($0) implements N { u: T\($0) }" }, "query Q { n { u { __typename } } }")
    },
    Shape("two interfaces with many types, disjoint and not") { size in
      ShapeProject(
        "type Query { a: A b: B } interface A { x: Int } interface B { x: Int } interface C { x: Int }"
          + times(size) { "type T\($0) implements A & C { x: Int } type S\($0) implements B & C { x: Int }" },
        "query Q { a { " + times(size) { "c\($0): x ... on C { c\($0): x }" } + " } b { " + times(size) { "...on C { d\($0): x }" } + "} }")
    },
    Shape("spreads of a type that can never be, many times") { size in
      ShapeProject(
        "type Query { a: A } interface A { x: Int } interface B { x: Int }"
          + times(size) { "type T\($0) implements A { x: Int } type S\($0) implements B { x: Int }" },
        "query Q { a { " + times(size) { "... on B { c\($0): x }" } + " } }")
    },
    Shape("keys of many types") { size in
      ShapeProject(
        "type Query { u: U v: T0 } union U = " + times(size, separator: "|") { "T\($0)" } + " "
          + times(size) { "type T\($0) { a: Int k: ID! }" },
        schemaExtensions: times(size) { "extend type T\($0) @key(fields: \"k\")" },
        "query Q { u { ... on T0 { a } } v { a } " + times(size) { "v\($0): v { a }" } + " }")
    },
    Shape("long descriptions and comments") { size in
      ShapeProject(
        "\"\"\"" + times(size) { "line \($0)\n" } + "\"\"\" type Query { \"\(times(size) { "text\($0)" })\" a(x: String): Int } "
          + times(size) { "# comment \($0)\n" },
        "# \(times(size) { "comment \($0)" })\nquery Q { a(x: \"\(times(size) { "\\u0041\\n\($0)" })\") }")
    },
    Shape("a block string of many indented lines") { size in
      ShapeProject(
        "type Query { a(x: String): Int }", "query Q { a(x: \"\"\"" + times(size) { "\n   line \($0) \\\"\"\" " } + "\"\"\") }")
    },
    Shape("one long name") { size in
      let name = String(repeating: "a", count: size)
      return ShapeProject("type Query { \(name): Int }", "query Q\(name) { \(name) b\(name): \(name) }")
    },
    Shape("duplicate type definitions") { size in
      ShapeProject("type Query { a: Int }" + times(size) { _ in "type A { a: Int }" }, "query Q { a }")
    },
    Shape("duplicate fields, values, arguments and members") { size in
      ShapeProject(
        "type Query { " + times(size) { _ in "a: Int" } + "} enum E { " + times(size) { _ in "A" } + " } input I { "
          + times(size) { _ in "a: Int" }
          + " } union U = " + times(size, separator: "|") { _ in "Query" } + " type A { a(" + times(size) { _ in "a: Int" } + "): Int }",
        "query Q { a }")
    },
    Shape("unknown types among many") { size in
      ShapeProject("type Query { a: Int }" + times(size) { "type Type\($0) { a: Tipe\($0) }" }, "query Q { a }")
    },
    Shape("unknown directives among many") { size in
      ShapeProject(
        times(size) { "directive @dir\($0) on FIELD" } + " type Query { a: Int }",
        "query Q { " + times(size) { "f\($0): a @dirr\($0)" }
          + " }")
    },
    Shape("unknown fields among many") { size in
      ShapeProject("type Query { " + times(size) { "field\($0): Int" } + " }", "query Q { " + times(size) { "feild\($0)" } + " }")
    },
    Shape("unknown fields of an interface of many types") { size in
      ShapeProject(
        "type Query { n: N } interface N { a: Int } " + times(size) { "type T\($0) implements N { a: Int b\($0): Int }" },
        "query Q { n { " + times(size) { "b\($0)" } + " } }")
    },
    Shape("unknown arguments among many") { size in
      ShapeProject(
        "type Query { a(" + times(size) { "argument\($0): Int" } + "): Int }", "query Q { a(" + times(size) { "arguemnt\($0): 1" } + ") }")
    },
    Shape("unknown input fields among many") { size in
      ShapeProject(
        "type Query { a(i: I): Int } input I { " + times(size) { "field\($0): Int" } + " }",
        "query Q { a(i: {" + times(size) { "feild\($0): 1" } + "}) }")
    },
    Shape("unknown type conditions and variable types among many") { size in
      ShapeProject(
        "type Query { a: Int }" + times(size) { "type Type\($0) { a: Int }" },
        "query Q(" + times(size) { "$v\($0): Tipe\($0)" } + ") { a " + times(size) { "... on Tyep\($0) { a }" } + " }")
    },
    Shape("introspection") { size in
      let type = #"{"kind":"SCALAR","name":"Int","ofType":null}"#
      let object = #""kind":"OBJECT","interfaces":[],"name":"#
      let fields = times(size, separator: ",") {
        let argument = #"{"name":"a","type":\#(type),"defaultValue":"\#($0)"}"#
        return #"{"name":"f\#($0)","description":"x\ny","args":[\#(argument)],"type":\#(type),"isDeprecated":false}"#
      }
      let types = times(size, separator: ",") {
        #"{\#(object)"T\#($0)","fields":[{"name":"a","args":[],"type":\#(type),"isDeprecated":false}]}"#
      }
      let members = times(size, separator: ",") { #"{"kind":"OBJECT","name":"T\#($0)"}"# }
      let values = times(size, separator: ",") { #"{"name":"V\#($0)","isDeprecated":true,"deprecationReason":"no"}"# }
      let all = [
        #"{"kind":"SCALAR","name":"Int"}"#, #"{"kind":"SCALAR","name":"String"}"#, #"{\#(object)"Query","fields":[\#(fields)]}"#,
        #"{"kind":"UNION","name":"U","possibleTypes":[\#(members)]}"#, #"{"kind":"ENUM","name":"E","enumValues":[\#(values)]}"#, types,
      ]
      return ShapeProject(
        #"{"data":{"__schema":{"queryType":{"name":"Query"},"types":[\#(all.joined(separator: ","))],"directives":[]}}}"#,
        "query Q { f0 }")
    },
    Shape("introspection with nothing but brackets") { size in
      ShapeProject(#"{"data":{"__schema":"# + String(repeating: "[", count: size), "query Q { f0 }")
    },
  ]
}
