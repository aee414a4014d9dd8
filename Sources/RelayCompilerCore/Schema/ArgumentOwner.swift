/// What arguments belong to.
enum ArgumentOwner {
  case field(FieldID)
  case directive(Name)
}
