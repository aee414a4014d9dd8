import TestSupport
import Testing

@testable import RelayCompilerCore

@Suite("generateIDField")
struct GenerateIDFieldTests {
  @Test("Pass", .cases)
  func pass() {
    eachCase(of: [
      PassCase(
        "id comes last in every linked field whose type has one",
        """
        query Q { me { name best { name } address { city } friends { name } } }
        """,
        becomes: """
          query Q {
            me {
              name
              best {
                name
                ... on Node {
                  id
                }
              }
              address {
                city
              }
              friends {
                name
                id
              }
              id
            }
          }
          """),
      PassCase(
        "An id that is selected directly is enough, one under an alias or in a fragment is not",
        """
        query Q { me { id name } node(id: 1) { key: id ...F ... on User { id } } }
        fragment F on Node { id }
        """,
        becomes: """
          query Q {
            me {
              id
              name
            }
            node(id: 1) {
              key: id
              ...F
              ... on User {
                id
              }
              id
            }
          }

          fragment F on Node {
            id
          }
          """),
      PassCase(
        "Abstract types without an id get it from Node, and from each other object that has one",
        """
        query Q { actor { name } search { __typename } media { __typename } }
        """,
        becomes: """
          query Q {
            actor {
              name
              ... on Node {
                id
              }
            }
            search {
              __typename
              ... on Node {
                id
              }
              ... on Video {
                id
              }
            }
            media {
              __typename
              ... on Video {
                id
              }
            }
          }
          """),
      PassCase(
        "Fragments get ids below their fields, not at their roots",
        """
        fragment F on User { name friends { name } }
        """,
        becomes: """
          fragment F on User {
            name
            friends {
              name
              id
            }
          }
          """),
      PassCase(
        "What has all ids stays",
        unchanged: """
          query Q { me { id address { city } } }
          fragment F on Address { city }
          """),
    ]) { try pass($0) }
  }

  func pass(_ test: PassCase) throws {
    try test.check { generateIDField($0, options: CompilerOptions(), diagnostics: &$1) }
  }
}
