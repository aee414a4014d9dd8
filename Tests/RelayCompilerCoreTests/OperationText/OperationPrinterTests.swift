import Testing

@testable import RelayCompilerCore

@Suite("OperationPrinter")
struct OperationPrinterTests {
  private func printed(_ document: String, isCompact: Bool = false) throws -> [String] {
    let program = try Program.lowered(from: document, schema: PassSchema.schema)
    var printer = OperationPrinter(program, isCompact: isCompact)
    return program.operations.map { printer.print($0) }
  }

  private let document = """
    query Q($size: Int = 3, $on: Boolean!, $text: String) @traced(by: "a") {
      me { ...Z ...A @include(if: $on) alias: name(times: 2, upper: true) ... on Actor @skip(if: $on) { picture(size: $size) { url } } }
      search(filter: {tags: ["x", $text], text: "y"}) { __typename }
    }
    query R { me { ...A } }
    fragment Z on User { id ...M }
    fragment M on User { address { city } }
    fragment A on User { name }
    fragment Unused on User { id }
    """

  @Test("The operation comes first, then each fragment that it reaches, sorted by name")
  func whole() throws {
    #expect(
      try printed(document) == [
        """
        query Q(
          $size: Int = 3
          $on: Boolean!
          $text: String
        ) @traced(by: "a") {
          me {
            ...Z
            ...A @include(if: $on)
            alias: name(times: 2, upper: true)
            ... on Actor @skip(if: $on) {
              picture(size: $size) {
                url
              }
            }
          }
          search(filter: {tags: ["x", $text], text: "y"}) {
            __typename
          }
        }

        fragment A on User {
          name
        }

        fragment M on User {
          address {
            city
          }
        }

        fragment Z on User {
          id
          ...M
        }

        """,
        """
        query R {
          me {
            ...A
          }
        }

        fragment A on User {
          name
        }

        """,
      ])
  }

  @Test("The compact form contains only the spaces that the grammar requires")
  func compact() throws {
    #expect(
      try printed(document, isCompact: true)[0]
        == #"query Q($size:Int=3,$on:Boolean!,$text:String)@traced(by:"a"){me{...Z,...A@include(if:$on),alias:name(times:2,upper:true),...on Actor@skip(if:$on){picture(size:$size){url}}},search(filter:{tags:["x",$text],text:"y"}){__typename}}fragment A on User{name}fragment M on User{address{city}}fragment Z on User{id,...M}"#
    )
  }

  @Test("Nested conditions of the same kind get an inline fragment, because a directive cannot be repeated")
  func nestedConditions() throws {
    let program = try Program.lowered(
      from: "query Q($a: Boolean!, $b: Boolean!) { me { ... @include(if: $a) { name @include(if: $b) id @skip(if: $b) } } }",
      schema: PassSchema.schema)
    var diagnostics: [Diagnostic] = []
    let flattened = flatten(program, for: .text, options: CompilerOptions(), diagnostics: &diagnostics)
    var printer = OperationPrinter(flattened, isCompact: false)
    #expect(
      printer.print(try #require(flattened.operations.first)) == """
        query Q(
          $a: Boolean!
          $b: Boolean!
        ) {
          me {
            ... @include(if: $a) {
              name @include(if: $b)
            }
            id @skip(if: $b) @include(if: $a)
          }
        }

        """)
  }

  @Test("Null members and items are removed from values with variables and kept in constants; strings are unchanged")
  func values() throws {
    let texts = try printed(
      #"query Q($t: String) { a: search(filter: {text: null, tags: ["\u00e4"]}) { __typename } b: search(filter: {text: null, tags: [$t, null]}) { __typename } }"#
    )
    #expect(
      texts == [
        #"""
        query Q(
          $t: String
        ) {
          a: search(filter: {text: null, tags: ["\u00e4"]}) {
            __typename
          }
          b: search(filter: {tags: [$t]}) {
            __typename
          }
        }

        """#
      ])
  }
}
