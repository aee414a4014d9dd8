/// The data of an `@updatable` document as an updater sees it: reads see everything written so far, setting a property writes to the
/// record.
///
/// Nothing is fetched for such a document, so whatever the store lacks reads as `nil` or as its type's fallback. Valid inside the updater
/// that read it; kept longer, it reads nothing and writes nothing.
public protocol UpdatableSelectionSet: UpdatableLinked {
  /// The record with the fields that may be written.
  var __record: UpdatableRecord { get }
  /// Makes a view over a record.
  init(__record: UpdatableRecord)
}

extension UpdatableSelectionSet {
  /// The record's identity in the store.
  public var __id: String { __record.dataID }

  public static func __read(_ link: UpdatableLink) -> Self { Self(__record: link.record) }
}

/// A type that the objects of a field can be read as: a view, or optional ones and lists of them.
///
/// `SendableMetatype`, because updaters run wherever a change is published: in a module that is on the main actor by default, a view is
/// not.
public protocol UpdatableLinked: SendableMetatype {
  /// The objects behind a link; where there is none, a view that reads nothing and writes nothing.
  static func __read(_ link: UpdatableLink) -> Self
}

extension Optional: UpdatableLinked where Wrapped: UpdatableLinked {
  public static func __read(_ link: UpdatableLink) -> Wrapped? { link.isNull ? nil : Wrapped.__read(link) }
}

extension Array: UpdatableLinked where Element: UpdatableLinked {
  public static func __read(_ link: UpdatableLink) -> [Element] { link.items.map { Element.__read($0) } }
}

/// What a field links to.
public struct UpdatableLink {
  let value: Value
  let context: UpdatableContext
  /// The steps of the plan that select on what is linked.
  let selections: [Range<Int>]

  var isNull: Bool {
    switch value {
    case .ref(let id): context.transaction.status(id) != .exists
    case .refs, .list: false
    default: true
    }
  }

  var items: [UpdatableLink] {
    switch value {
    case .refs(let ids): ids.map { item($0 >= 0 ? .ref($0) : .null) }
    case .list(let values): values.map(item)
    default: []
    }
  }

  var record: UpdatableRecord {
    if case .ref(let id) = value { return UpdatableRecord(context: context, id: id, selections: selections) }
    return UpdatableRecord(context: context, id: .missing, selections: selections)
  }

  private func item(_ value: Value) -> UpdatableLink { UpdatableLink(value: value, context: context, selections: selections) }
}
