import RelayRuntime

/// Short ways to definitions for tests that need no Swift types.
enum Plans {
  /// - Parameter names: what the plan says of the schema's names, such as `,"id":"nodeID"`.
  static func operation(
    _ name: String, kind: OperationDefinition.Kind = .query, arguments: String = "[]", normalization: String, type: String = "Query",
    readerArguments: String? = nil, shapes: String, reader: String, names: String = ""
  ) -> OperationDefinition {
    OperationDefinition(
      name: name, kind: kind, id: nil, cacheID: name, text: "…",
      normalization: #"{"version":1,"name":"\#(name)","arguments":\#(arguments)\#(names),"selections":\#(normalization)}"#,
      reader: #"""
        {"version":1,"name":"\#(name)","type":"\#(type)","arguments":\#(readerArguments ?? "[]"),"shapes":\#(shapes),"selections":\#(reader)}
        """#, scalars: [], metadata: "{}")
  }

  static func fragment(
    _ name: String, on type: String, abstractKey: String? = nil, arguments: String = "[]", metadata: String = "null", shapes: String,
    reader: String, scalars: [any CustomScalar.Type] = []
  ) -> FragmentDefinition {
    let key = abstractKey.map { #","abstractKey":"\#($0)""# } ?? ""
    return FragmentDefinition(
      plan: #"""
        {"version":1,"name":"\#(name)","type":"\#(type)"\#(key),"arguments":\#(arguments),"metadata":\#(metadata),"shapes":\#(shapes),"selections":\#(reader)}
        """#, scalars: scalars)
  }
}
