import Testing

@testable import RelayCompilerCore

/// The input and output of one pass, both as GraphQL text (`Program.text`).
struct PassCase: Sendable, CustomTestStringConvertible {
  /// A pass, or a sequence of passes of which the last one is under test.
  typealias Pass = (Program, inout [Diagnostic]) -> Program

  var name: String
  var before: MarkedText
  /// nil if every definition must stay the same object.
  var after: String?
  /// The id of the diagnostic at each `⟦…⟧` mark of the document.
  var diagnostic: String?

  init(_ name: String, _ before: String, becomes after: String, reporting diagnostic: String? = nil) {
    self.name = name
    self.before = MarkedText(before)
    self.after = after
    self.diagnostic = diagnostic
  }

  init(_ name: String, unchanged before: String, reporting diagnostic: String? = nil) {
    self.name = name
    self.before = MarkedText(before)
    self.diagnostic = diagnostic
  }

  var testDescription: String { name }

  /// Runs the pass on the document and compares the result: text, locations of diagnostics, and identity if nothing changes.
  ///
  /// - Parameter preparation: passes that must have run before.
  func check(
    schema: Schema? = nil, after preparation: Pass? = nil, sourceLocation: SourceLocation = #_sourceLocation, _ pass: Pass
  ) throws {
    var ignored: [Diagnostic] = []
    var program = try Program.lowered(from: before.text, schema: schema ?? PassSchema.schema)
    if let preparation { program = preparation(program, &ignored) }
    var diagnostics: [Diagnostic] = []
    let result = pass(program, &diagnostics)
    if let after {
      #expect(result.text == after + "\n", sourceLocation: sourceLocation)
    } else {
      #expect(result.text == program.text, sourceLocation: sourceLocation)
      #expect(
        result.operations.map { ObjectIdentifier($0) } == program.operations.map { ObjectIdentifier($0) }, sourceLocation: sourceLocation)
      #expect(
        result.fragments.map { ObjectIdentifier($0) } == program.fragments.map { ObjectIdentifier($0) }, sourceLocation: sourceLocation)
    }
    let index = LineIndex(Array(before.text.utf8))
    #expect(
      diagnostics.map { "\(index.place(of: $0.range)) \($0.id)" }
        == before.ranges.map { "\(index.place(of: $0)) \(diagnostic ?? "unexpected")" },
      sourceLocation: sourceLocation)
  }
}

/// The schema of the passes' tests.
enum PassSchema {
  static var schema: Schema { get throws { try built.get() } }
  private static let built = Result { try Schema.built(from: server, clientExtension: client) }

  private static let server = """
    directive @defer(label: String, if: Boolean = true) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @stream(label: String, initialCount: Int!, if: Boolean = true, useCustomizedBatch: Boolean) on FIELD
    directive @fetchable(field_name: String!) on OBJECT
    directive @traced(by: String) on QUERY | FRAGMENT_DEFINITION | FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
    type Query {
      me: User
      node(id: ID!): Node
      actor: Actor
      viewer: Viewer
      media: Media
      search(text: String, filter: Filter): [Match]
      fetch__Ticket(id: ID!): Ticket
    }
    type Mutation { addStory(text: String): AddStoryPayload deleteStory(id: ID!): DeleteStoryPayload }
    type AddStoryPayload { story: Story edge: StoryEdge }
    type DeleteStoryPayload { deleted: ID story: Story }
    input Filter { text: String tags: [String!] near: Filter }
    interface Node { id: ID! }
    interface Actor { name(upper: Boolean, times: Int): String picture(size: Int): Image best: Actor }
    type Viewer { user: User }
    type User implements Node & Actor {
      id: ID!
      name(upper: Boolean, times: Int): String
      picture(size: Int): Image
      best: Actor
      address: Address
      nicknames: [String]
      friends: [User]
      stories(first: Int, after: String, last: Int, before: String, order: String): StoryConnection
      media(supported: [String]): Media
    }
    type Page implements Node & Actor {
      id: ID!
      name(upper: Boolean, times: Int): String
      picture(size: Int): Image
      best: Actor
    }
    type Image { url: String width: Int }
    type Address { city: String street: String }
    type Video { id: ID! length: Int }
    union Media = Image | Video
    union Match = User | Page | Image | Video
    type Story implements Node { id: ID! title: String author: Actor }
    type StoryConnection { edges: [StoryEdge] pageInfo: PageInfo! }
    type StoryEdge { cursor: String node: Story }
    type PageInfo { endCursor: String hasNextPage: Boolean hasPreviousPage: Boolean startCursor: String }
    type Ticket @fetchable(field_name: "number") { number: ID! title: String }
    """

  private static let client = """
    extend type User { isSelected: Boolean draft: Draft latest: Noted }
    type Draft implements Noted & Node { id: ID! text: String note: String }
    interface Noted { note: String }
    """
}
