// The accessors that generated properties use to read a row, one for each type of property.

extension Generated.RowReference {
  /// The identity of the record that was read; empty for a row that belongs to no store.
  public var dataID: String { row.dataID }

  // MARK: Non-null scalars

  /// The string in a slot, or `""`.
  public func string(_ index: Int) -> String { row.optionalString(index) ?? row.fallback("", index) }

  /// The integer in a slot, or 0.
  public func int(_ index: Int) -> Int { row.optionalInt(index) ?? row.fallback(0, index) }

  /// The number in a slot, or 0.
  public func double(_ index: Int) -> Double { row.optionalDouble(index) ?? row.fallback(0, index) }

  /// The boolean in a slot, or `false`.
  public func bool(_ index: Int) -> Bool { row.bool(index) }

  // MARK: Nullable scalars

  /// The string in a slot, if there is one.
  public func optionalString(_ index: Int) -> String? { row.optionalString(index) }

  /// The integer in a slot, if there is one.
  public func optionalInt(_ index: Int) -> Int? { row.optionalInt(index) }

  /// The number in a slot, if there is one.
  public func optionalDouble(_ index: Int) -> Double? { row.optionalDouble(index) }

  /// The boolean in a slot, if there is one.
  public func optionalBool(_ index: Int) -> Bool? { row.optionalBool(index) }

  // MARK: Lists of strings

  /// The list of strings in a slot, or `[]`.
  public func strings(_ index: Int) -> [String] { optionalStrings(index) ?? row.fallback([], index) }

  /// The list of strings in a slot, if there is one.
  public func optionalStrings(_ index: Int) -> [String]? {
    if case .strings(let items)? = row.fieldValue(index) { return items }
    switch row.slot(index) {
    case .missing, .null, .errors: return nil
    case let other: return [String].__read(Generated.Slot(other))
    }
  }

  // MARK: Objects
  //
  // Generic accessors are inlined for each type of object, so they are minimal: an app may have thousands of them.

  /// The object in a slot; an empty object if there is none.
  @inlinable
  public func object<T: SelectionSet>(_ index: Int) -> T { T(__row: inner(index)) }

  /// The object in a slot, if there is one.
  @inlinable
  public func optionalObject<T: SelectionSet>(_ index: Int) -> T? {
    guard let row = optionalInner(index) else { return nil }
    return T(__row: row)
  }

  /// The list in a slot, with an empty object for each null item; `[]` if there is no list.
  @inlinable
  public func objects<T: SelectionSet>(_ index: Int) -> [T] { optionalObjects(index) ?? noObjects(index) }

  /// The list in a slot, if there is one, with an empty object for each null item.
  @inlinable
  public func optionalObjects<T: SelectionSet>(_ index: Int) -> [T]? { rows(index)?.map { T(__row: $0) } }

  /// The list in a slot including nulls; `[]` if there is no list.
  @inlinable
  public func nullableObjects<T: SelectionSet>(_ index: Int) -> [T?] { optionalNullableObjects(index) ?? noObjects(index) }

  /// The list in a slot including nulls, if there is one.
  @inlinable
  public func optionalNullableObjects<T: SelectionSet>(_ index: Int) -> [T?]? {
    nullableRows(index)?.map { row in
      guard let row else { return nil }
      return T(__row: row)
    }
  }

  @usableFromInline
  func inner(_ index: Int) -> Generated.RowReference { optionalInner(index) ?? row.fallback(.missing, index) }

  @usableFromInline
  func optionalInner(_ index: Int) -> Generated.RowReference? { row.row(index).map { Generated.RowReference($0) } }

  @usableFromInline
  func rows(_ index: Int) -> [Generated.RowReference]? {
    row.rows(index).map { rows in (0..<rows.count).map { rows.row(at: $0).map { Generated.RowReference($0) } ?? .missing } }
  }

  @usableFromInline
  func nullableRows(_ index: Int) -> [Generated.RowReference?]? {
    row.rows(index).map { rows in (0..<rows.count).map { rows.row(at: $0).map { Generated.RowReference($0) } } }
  }

  @usableFromInline
  func noObjects<T>(_ index: Int) -> [T] { row.fallback([], index) }

  // MARK: Fragments

  /// The pointer to the fragment spread in a slot; a pointer to no record if the spread was skipped.
  public func fragmentPointer(_ index: Int) -> FragmentPointer { row.fragmentPointer(index) }

  /// Whether the object satisfies the type condition whose marker is in a slot.
  public func matches(_ index: Int) -> Bool { row.bool(index) }

  // MARK: Everything else

  /// The value in a slot as the property's type.
  public func value<T: Generated.RowValue>(_ index: Int) -> T { T.__read(Generated.Slot(checked(index))) }

  /// The custom scalar in a slot, or its placeholder.
  public func scalar<T: CustomScalar>(_ index: Int) -> T {
    T.__readIfPresent(Generated.Slot(checked(index))) ?? row.fallback(T.placeholder, index)
  }

  /// The custom scalar in a slot, if there is one.
  public func optionalScalar<T: CustomScalar>(_ index: Int) -> T? { T?.__read(Generated.Slot(row.slot(index))) }

  /// The value in a slot, of which a warning is logged if it is missing or null.
  private func checked(_ index: Int) -> SlotValue {
    let value = row.slot(index)
    switch value {
    case .missing, .null: return row.fallback(value, index)
    default: return value
    }
  }
}
