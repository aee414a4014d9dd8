extension Generated {
  /// The data of an `@updatable` document inside an updater. Reads see everything written so far; setting a property writes to the record.
  ///
  /// Nothing is fetched for such a document, so what the store lacks reads as `nil` or as the type's fallback. The data is valid only
  /// inside the updater that read it; afterwards it reads and writes nothing.
  public protocol UpdatableSelectionSet: Generated.UpdatableLinked {
    /// The record with its writable fields.
    var __record: Generated.UpdatableRecord { get }
    /// Makes a view of a record.
    init(__record: Generated.UpdatableRecord)
  }
}

extension Generated.UpdatableSelectionSet {
  /// The record's identity in the store.
  public var __id: String { __record.dataID }

  public static func __read(_ link: Generated.UpdatableLink) -> Self { Self(__record: link.record) }
}

extension Generated {
  /// The type of a property that links to objects: a view, an optional view, or a list of views.
  ///
  /// `SendableMetatype`, because updaters run on whichever thread publishes the change, while in a module with the main actor as default
  /// isolation a view would be isolated to the main actor.
  public protocol UpdatableLinked: SendableMetatype {
    /// The objects of a link. If there are none, a view that reads and writes nothing.
    static func __read(_ link: Generated.UpdatableLink) -> Self
  }
}

extension Optional: Generated.UpdatableLinked where Wrapped: Generated.UpdatableLinked {
  public static func __read(_ link: Generated.UpdatableLink) -> Wrapped? { link.isNull ? nil : Wrapped.__read(link) }
}

extension Array: Generated.UpdatableLinked where Element: Generated.UpdatableLinked {
  public static func __read(_ link: Generated.UpdatableLink) -> [Element] { link.items.map { Element.__read($0) } }
}

extension Generated {
  /// The target of a linked field.
  public struct UpdatableLink {
    let value: Value
    let context: UpdatableContext
    /// The steps of the plan that select on the target.
    let selections: [Range<Int>]

    var isNull: Bool {
      switch value {
      case .ref(let id): context.transaction.status(id) != .exists
      case .refs, .list: false
      default: true
      }
    }

    var items: [Generated.UpdatableLink] {
      switch value {
      case .refs(let ids): ids.map { item($0 >= 0 ? .ref($0) : .null) }
      case .list(let values): values.map(item)
      default: []
      }
    }

    var record: Generated.UpdatableRecord {
      if case .ref(let id) = value { return Generated.UpdatableRecord(context: context, id: id, selections: selections) }
      return Generated.UpdatableRecord(context: context, id: .missing, selections: selections)
    }

    private func item(_ value: Value) -> Generated.UpdatableLink {
      Generated.UpdatableLink(value: value, context: context, selections: selections)
    }
  }
}
