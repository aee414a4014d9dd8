import Testing

@testable import RelayCompilerCore

@Suite("skipUpdatableQueries and replaceUpdatableSpreads")
struct UpdatableTests {
  @Test(
    "Queries",
    arguments: [
      PassCase(
        "@updatable queries go",
        """
        query Q @updatable { me { name } } query R { me { id } }
        """,
        becomes: """
          query R {
            me {
              id
            }
          }
          """),
      PassCase(
        "Others stay",
        unchanged: """
          query R { me { id } } fragment F on User @updatable { name }
          """),
    ])
  func queries(_ test: PassCase) throws {
    try test.check { program, _ in skipUpdatableQueries(program) }
  }

  @Test(
    "Spreads",
    arguments: [
      PassCase(
        "A spread of an @updatable fragment becomes __typename, and the fragment goes",
        """
        query Q { me { ...F address { city } friends { ...G } } }
        fragment F on User @updatable { name }
        fragment G on User { name ...F }
        """,
        becomes: """
          query Q {
            me {
              __typename
              address {
                city
              }
              friends {
                ...G
              }
            }
          }

          fragment G on User {
            name
            __typename
          }
          """),
      PassCase(
        "Others stay",
        unchanged: """
          query Q { me { ...F } } fragment F on User { name }
          """),
    ])
  func spreads(_ test: PassCase) throws {
    try test.check { program, _ in replaceUpdatableSpreads(program) }
  }
}
