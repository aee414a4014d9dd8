// As Apollo's code generation writes it, shortened.
import ApolloAPI

extension NotesAPI {
  struct RenameNoteMutation: GraphQLMutation {
    static let operationName: String = "RenameNoteMutation"
    static let operationDocument: ApolloAPI.OperationDocument = .init(
      definition: .init(
        "mutation RenameNoteMutation($id: ID!, $title: String!) { renameNote(id: $id, title: $title) { __typename id title } }"))

    var id: ID
    var title: String
    var __variables: [String: String] { ["id": id, "title": title] }

    struct Data: NotesAPI.SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var renameNote: RenameNote? { __data.object("renameNote") }

      struct RenameNote: NotesAPI.SelectionSet {
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var id: ID { __data.value("id") ?? "" }
        var title: String { __data.value("title") ?? "" }
      }
    }
  }
}
