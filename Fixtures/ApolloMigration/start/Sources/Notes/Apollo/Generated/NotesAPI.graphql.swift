// As Apollo's code generation writes it with "schemaTypes": "embeddedInTarget", shortened.
import ApolloAPI

enum NotesAPI {}

extension NotesAPI {
  protocol SelectionSet: ApolloAPI.SelectionSet & ApolloAPI.RootSelectionSet {}

  enum SchemaMetadata: ApolloAPI.SchemaMetadata {}

  enum Priority: String, EnumType {
    case low = "LOW"
    case high = "HIGH"
  }
}
