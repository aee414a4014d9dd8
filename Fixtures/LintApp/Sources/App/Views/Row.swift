import RelayRuntime

/// A view that reads its fragment through a property wrapper's dynamic members.
struct Row {
  @Fragment<Row_thing> var thing

  @MainActor var text: String { thing?.text ?? "" }
}

@MainActor func rows(_ data: RowsQuery.Data) -> [String] {
  data.things.map { Row(thing: $0.asFragment()).text + ($0.thing?.inner ?? "") }
}
