/// What arguments are given to.
enum ArgumentOwner {
  case field(FieldID)
  case directive(Name)
}
