import RelayRuntime

let relay = environment(
  FetchNetwork { _ in NetworkPayload(["data": answer]) }, RelayStore())
try await RelayEnvironment.withCurrent(relay) {
  _ = try await relay.fetch(TodosQuery())
  let (list, other) = (TodoList().texts, OtherList().texts)
  print("Namesakes: \(list) \(other)")
}
