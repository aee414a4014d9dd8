/// The owner of arguments.
package enum ArgumentOwner: Hashable {
  case field(FieldID)
  case directive(Name)
}
