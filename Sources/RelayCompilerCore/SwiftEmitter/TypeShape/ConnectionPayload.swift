/// A connection whose payload can be made from its nodes alone: everything else that its edges and page information require follows from
/// them.
struct ConnectionPayload {
  /// The members of the connection, in order.
  let members: [PayloadType.Member]
  let edges: PayloadType.Member
  let edge: PayloadType
  let node: PayloadType.Member
  /// `node: __node, cursor: __cursor`
  let edgeArguments: SwiftText
  /// The page information, if it follows from the nodes, and the arguments for creating it.
  let page: (member: PayloadType.Member, arguments: SwiftText)?
  /// The flags of the page information that are parameters with `false` as default.
  let flags: [SwiftText]
  /// The members of the connection that do not follow from the nodes.
  let parameters: [PayloadType.Member]

  /// - Returns: nil if the type is not such a connection.
  init?(_ type: PayloadType, names: ConnectionInterface) {
    guard let connection = type.only, let edges = connection.first(where: { $0.responseKey == names.edges && $0.name == names.edges }),
      edges.isObject, edges.type.listDepth == 1, let edge = type.type(of: edges), let edgeMembers = edge.only,
      let node = edgeMembers.first(where: { $0.responseKey == names.node && $0.name == names.node }), node.isObject,
      node.type.listDepth == 0
    else { return nil }

    var edgeArguments: [SwiftText] = []
    for member in edgeMembers {
      let label = SwiftIdentifier.parameter(member.swiftName).argument
      if member == node {
        edgeArguments.append("\(label): __node")
      } else if member.responseKey == names.cursor, let cursor = member.cursor("__cursor") {
        edgeArguments.append("\(label): \(cursor)")
      } else if !member.isOptional {
        return nil
      }
    }
    (members, self.edges, self.edge, self.node) = (connection, edges, edge, node)
    self.edgeArguments = edgeArguments.joined(separator: ", ")

    let keys = connection.map(\.swiftName)
    var flags: [SwiftText] = []
    page = connection.first { $0.responseKey == names.pageInfo }.flatMap { member in
      guard member.isObject, member.type.listDepth == 0, let members = type.type(of: member)?.only else { return nil }
      var arguments: [SwiftText] = []
      for part in members {
        let label = SwiftIdentifier.parameter(part.swiftName).argument
        let isFlag = part.responseKey == names.hasNextPage || part.responseKey == names.hasPreviousPage
        if isFlag, part.base == "Bool", part.type.listDepth == 0, !keys.contains(part.swiftName) {
          let parameter = SwiftIdentifier.parameter(part.swiftName)
          flags.append(parameter.label)
          arguments.append("\(label): \(parameter.local)")
        } else if part.responseKey == names.startCursor, let cursor = part.cursor(ofNode: "1") {
          arguments.append("\(label): \(cursor)")
        } else if part.responseKey == names.endCursor, let cursor = part.cursor(ofNode: "__nodes.count") {
          arguments.append("\(label): \(cursor)")
        } else if !part.isOptional {
          return nil
        }
      }
      return (member, arguments.joined(separator: ", "))
    }
    self.flags = page == nil ? [] : flags
    let pageMember = page?.member
    parameters = connection.filter { $0 != edges && $0 != pageMember }
  }
}

extension PayloadType {
  /// The members of a type that is created by an initializer; nil for one with several cases, and if the initializer requires the type's
  /// name.
  fileprivate var only: [Member]? {
    guard cases.count == 1, cases[0].function == nil, cases[0].typename != .parameter || cases[0].typenameKeys.isEmpty else { return nil }
    return cases[0].members
  }

  fileprivate func type(of member: Member) -> PayloadType? {
    (nested + cases.flatMap(\.nested)).first { $0.name == member.base }
  }
}

extension PayloadType.Member {
  /// A cursor whose text is `text`; nil if the field's type is neither a string nor JSON.
  fileprivate func cursor(_ text: SwiftText) -> SwiftText? {
    guard !isObject, type.listDepth == 0 else { return nil }
    if base == "String" { return text }
    return base == "RelayRuntime.JSON" ? ".string(\(text))" : nil
  }

  /// The cursor of a node, given its number, starting at 1; null if the connection is empty and the field is nullable.
  fileprivate func cursor(ofNode number: SwiftText) -> SwiftText? {
    guard let cursor = cursor("Self.__cursor(\(number))") else { return nil }
    return isOptional ? "__nodes.isEmpty ? nil : \(cursor)" : cursor
  }
}
