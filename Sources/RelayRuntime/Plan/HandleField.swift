/// A field that a handler processes after a response has been normalized.
struct HandleField: Sendable {
  let name: String
  let alias: String?
  let handle: String
  let key: String
  let filters: [String]?
  let arguments: [Argument]
  let dynamicKey: ArgumentValue?
  let handleArguments: [Argument]

  init(_ node: PlanNode, name: String) {
    self.name = name
    handle = node.text(2) ?? ""
    key = node.text(3) ?? ""
    filters = node[4].arrayValue?.compactMap(\.stringValue)
    alias = node.text(5)
    arguments = node.arguments(6)
    dynamicKey = node.value(7)
    handleArguments = node.arguments(8)
  }
}
