// As Apollo's code generation writes it, shortened.
import ApolloAPI

extension NotesAPI {
  struct NoteListQuery: GraphQLQuery {
    static let operationName: String = "NoteListQuery"
    static let operationDocument: ApolloAPI.OperationDocument = .init(
      definition: .init("query NoteListQuery { notes { __typename id title } }"))

    struct Data: NotesAPI.SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var notes: [Note] { __data.objects("notes") }

      struct Note: NotesAPI.SelectionSet {
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var id: NotesAPI.ID { __data.value("id") ?? "" }
        var title: String { __data.value("title") ?? "" }
      }
    }
  }

  typealias ID = String
}
