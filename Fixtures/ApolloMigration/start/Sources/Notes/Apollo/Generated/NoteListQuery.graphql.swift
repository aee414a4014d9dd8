// As Apollo's code generation writes it, shortened.
import ApolloAPI

extension NotesAPI {
  struct NoteListQuery: GraphQLQuery {
    static let operationName: String = "NoteListQuery"
    static let operationDocument: ApolloAPI.OperationDocument = .init(
      definition: .init("query NoteListQuery { notes { __typename id ...NoteRow } }", fragments: [NoteRow.self]))

    struct Data: NotesAPI.SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var notes: [Note] { __data.objects("notes") }

      struct Note: NotesAPI.SelectionSet {
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var id: ID { __data.value("id") ?? "" }
        var title: String { __data.value("title") ?? "" }
        var priority: GraphQLEnum<NotesAPI.Priority> { GraphQLEnum(__data.value("priority") ?? "") }

        struct Fragments {
          let noteRow: NoteRow
        }
        var fragments: Fragments { Fragments(noteRow: NoteRow(_dataDict: __data)) }
      }
    }
  }

  struct NoteRow: NotesAPI.SelectionSet, Fragment {
    static var fragmentDefinition: StaticString { "fragment NoteRow on Note { __typename title priority }" }
    let __data: DataDict
    init(_dataDict: DataDict) { __data = _dataDict }
    var title: String { __data.value("title") ?? "" }
    var priority: GraphQLEnum<NotesAPI.Priority> { GraphQLEnum(__data.value("priority") ?? "") }
  }
}
