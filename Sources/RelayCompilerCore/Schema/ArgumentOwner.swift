/// The owner of arguments.
enum ArgumentOwner {
  case field(FieldID)
  case directive(Name)
}
