/// The text under which a record stores a field: its name, followed by the arguments that have a value.
enum StorageKey {
  /// `name`, or `name(a:1,b:"x")` with the arguments in the given order. Nulls are left out, and so are the parentheses if no argument
  /// remains.
  static func make(_ name: String, _ arguments: [(name: String, value: JSON?)]) -> String {
    var writer = JSONWriter()
    writer.write(raw: name)
    var isFirst = true
    for (name, value) in arguments {
      guard let value, !value.isNull else { continue }
      writer.write(raw: isFirst ? "(" : ",")
      isFirst = false
      writer.write(raw: name)
      writer.write(raw: ":")
      writer.write(value)
    }
    if !isFirst { writer.write(raw: ")") }
    return writer.string
  }

  static func make(_ name: String, _ arguments: [Argument], _ variables: [String: JSON]) -> String {
    arguments.isEmpty ? name : make(name, arguments.map { ($0.name, $0.value.evaluate(variables)) })
  }

  /// The key of a field with arguments given by the caller, sorted by name.
  static func make(_ name: String, _ arguments: [String: JSON]) -> String {
    arguments.isEmpty ? name : make(name, JSONWriter.sorted(arguments.map { ($0.key, $0.value) }))
  }

  /// The key of the client-side field that a handler maintains: `__key_handle`, with the arguments named by the filters.
  static func handle(_ handle: HandleField, _ variables: [String: JSON]) -> String {
    var name = handle.key.isEmpty ? "__\(handle.name)_\(handle.handle)" : "__\(handle.key)_\(handle.handle)"
    if let dynamicKey = handle.dynamicKey {
      // The dynamic key is written first, as a separate argument.
      let value = dynamicKey.evaluate(variables)
      let filtered = handle.filters.map { filters in handle.arguments.filter { filters.contains($0.name) } } ?? []
      return make(name, [("__dynamicKey", value)] + filtered.map { ($0.name, $0.value.evaluate(variables)) })
    }
    guard let filters = handle.filters, !filters.isEmpty, !handle.arguments.isEmpty else { return name }
    name = make(name, handle.arguments.filter { filters.contains($0.name) }, variables)
    return name
  }
}
