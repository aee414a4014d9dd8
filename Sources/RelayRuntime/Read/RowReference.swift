extension Generated {
  /// A row as generated types have it: in one reference.
  ///
  /// A row itself takes two words. Each type that stored them would need functions of its own to copy and destroy its values; types that store
  /// one reference share the standard library's, and an app has thousands of them. The cost is an allocation for each object that is handed
  /// out. The runtime itself uses rows.
  public final class RowReference: Sendable {
    let row: Row

    init(_ row: Row) { self.row = row }

    /// The fallback for a missing object of non-null type.
    static let missing = Generated.RowReference(.empty(.empty))

    /// Whether the rows have equal data.
    func isEqual(to other: Generated.RowReference) -> Bool { self === other || row == other.row }
  }
}
