// As Apollo's code generation writes it, shortened.
import ApolloAPI

extension NotesAPI {
  struct NoteDetailsQuery: GraphQLQuery {
    static let operationName: String = "NoteDetailsQuery"
    static let operationDocument: ApolloAPI.OperationDocument = .init(
      definition: .init("query NoteDetailsQuery($id: ID!) { note(id: $id) { __typename ...NoteDetails } }", fragments: [NoteDetails.self]))

    var id: ID
    var __variables: [String: String] { ["id": id] }

    struct Data: NotesAPI.SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var note: NoteDetails? { __data.object("note") }
    }
  }

  struct NoteDetails: NotesAPI.SelectionSet, Fragment {
    static var fragmentDefinition: StaticString { "fragment NoteDetails on Note { __typename id title text priority }" }
    let __data: DataDict
    init(_dataDict: DataDict) { __data = _dataDict }
    var id: NotesAPI.ID { __data.value("id") ?? "" }
    var title: String { __data.value("title") ?? "" }
    var text: String { __data.value("text") ?? "" }
    var priority: GraphQLEnum<NotesAPI.Priority> { GraphQLEnum(__data.value("priority") ?? "") }
  }
}
