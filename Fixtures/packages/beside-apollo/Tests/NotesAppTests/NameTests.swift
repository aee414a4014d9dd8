import Apollo
import ApolloAPI
import RelayRuntime
import Testing

@testable import NotesApp

// Every name that both libraries declare, in a file that imports both: the module before it says which one is meant. Property wrappers
// also have alternative names.

private enum OfApollo {
  typealias Fragment = ApolloAPI.Fragment
  typealias GraphQLEnum = ApolloAPI.GraphQLEnum<NotesAPI.Priority>
  typealias GraphQLError = Apollo.GraphQLError
  typealias GraphQLMutation = ApolloAPI.GraphQLMutation
  typealias GraphQLOperation = ApolloAPI.GraphQLOperation
  typealias GraphQLQuery = ApolloAPI.GraphQLQuery
  typealias GraphQLSubscription = ApolloAPI.GraphQLSubscription
  typealias InputObject = ApolloAPI.InputObject
  typealias OperationDefinition = ApolloAPI.OperationDefinition
  typealias SelectionSet = ApolloAPI.SelectionSet
}

private enum OfRelay {
  typealias Fragment = RelayRuntime.Fragment<NoteRow_note>
  typealias GraphQLEnum = RelayRuntime.GraphQLEnum
  typealias GraphQLError = RelayRuntime.GraphQLError
  typealias GraphQLMutation = RelayRuntime.GraphQLMutation
  typealias GraphQLOperation = RelayRuntime.GraphQLOperation
  typealias GraphQLQuery = RelayRuntime.GraphQLQuery
  typealias GraphQLSubscription = RelayRuntime.GraphQLSubscription
  typealias InputObject = RelayRuntime.InputObject
  typealias OperationDefinition = RelayRuntime.OperationDefinition
  typealias SelectionSet = RelayRuntime.SelectionSet
}

/// A view in a file that imports both.
@MainActor private struct Row {
  @RelayFragment<NoteRow_note> var note
  @RelayRuntime.Query<NoteListQuery> var query
}

@MainActor @Suite("Names that both libraries have")
struct NameTests {
  @Test("Operations, enums and errors with the same name coexist")
  func sideBySide() {
    let queries: (any OfApollo.GraphQLQuery.Type, any OfRelay.GraphQLQuery.Type) = (NotesAPI.NoteListQuery.self, NoteListQuery.self)
    #expect(String(describing: queries.0) == String(describing: queries.1))
    let priorities: (NotesAPI.Priority, Priority) = (.high, .high)
    #expect(priorities.0.rawValue == priorities.1.rawValue)
    #expect(OfApollo.GraphQLEnum("HIGH") == .case(.high))
    #expect(ObjectIdentifier(OfApollo.GraphQLError.self) != ObjectIdentifier(OfRelay.GraphQLError.self))
    #expect(Row(note: OfRelay.Fragment()).note == nil)
  }
}
