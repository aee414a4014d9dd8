extension Generated {
  /// The slots of a row: the response keys of a selection set, in order, with their types.
  public final class RowShape: Sendable {
    /// The slots of a connection: that of its edges, and that of the node in an edge.
    struct Connection: Sendable {
      let edges: Int
      /// -1 if the list of edges contains the nodes themselves.
      let node: Int
    }

    /// A type condition whose marker has a slot.
    struct TypeCondition: Sendable {
      let marker: Int
      let type: String
      /// Whether the type is an interface or union.
      let isAbstract: Bool
      /// The slots that are filled under the condition.
      let slots: [Int]
    }

    /// A slot with a second row of the same object: an aliased fragment, or the data of an `@inline` fragment.
    struct SecondView: Sendable {
      let slot: Int
      /// The fragment's type condition; `nil` if it does not matter.
      let type: String?
      let isAbstract: Bool
    }

    let count: Int
    /// The size of a row in bytes.
    let rowSize: Int
    let names: [String]
    let types: [SlotType]
    let connection: Connection?
    /// For each slot, the index of the spread whose pointer it holds, or -1.
    let spreads: ContiguousArray<Int32>
    /// For each slot, the shape of the objects in it.
    let objects: [Generated.RowShape?]
    let typeConditions: [TypeCondition]
    /// Whether there is a list of objects in the rows or in rows below them.
    let reachesLists: Bool
    /// Whether a fragment is spread in the rows or in rows below them.
    let reachesSpreads: Bool
    /// Both together.
    var reach: RowReach {
      let lists: RowReach = reachesLists ? .lists : []
      return reachesSpreads ? lists.union(.spreads) : lists
    }
    let secondViews: [SecondView]

    /// An empty selection set.
    public static let empty = Generated.RowShape(names: [], types: [], connection: nil, spreads: [], objects: [])

    /// A connection made of nodes, without edges.
    static let nodes = Generated.RowShape(
      names: ["nodes"], types: [.list(.object(0))], connection: Connection(edges: 0, node: -1), spreads: [-1], objects: [nil])

    init(
      names: [String], types: [SlotType], connection: Connection?, spreads: ContiguousArray<Int32>, objects: [Generated.RowShape?],
      typeConditions: [TypeCondition] = [], secondViews: [SecondView] = []
    ) {
      // A selection set with more response keys than fit 16 bits is far beyond what servers accept.
      count = min(names.count, Int(UInt16.max))
      rowSize = RowLayout.size(slots: count)
      self.names = names
      self.types = types
      self.connection = connection
      self.spreads = spreads
      self.objects = objects
      self.typeConditions = typeConditions
      self.secondViews = secondViews
      reachesLists = types.contains(where: \.isListOfObjects) || objects.contains { $0?.reachesLists == true }
      reachesSpreads = spreads.contains { $0 >= 0 } || objects.contains { $0?.reachesSpreads == true }
    }

    /// The response keys of the slots that are filled from a response, without those of fragments and type conditions.
    var fieldNames: [String] {
      zip(names, types).compactMap { name, type in
        switch type.base {
        case .fragment, .marker: nil
        default: name
        }
      }
    }
  }
}
