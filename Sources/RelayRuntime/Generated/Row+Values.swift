// The accessors that generated properties use to read a row, one for each type of property.

extension Row {
  // MARK: Lists of strings

  /// The list of strings in a slot, or `[]`.
  public func strings(_ index: Int) -> [String] { optionalStrings(index) ?? fallback([], index) }

  /// The list of strings in a slot, if there is one.
  public func optionalStrings(_ index: Int) -> [String]? {
    let field = field(index)
    if field >= 0, case .strings(let items) = pointer.field(at: field).value { return items }
    switch slot(index) {
    case .missing, .null, .errors: return nil
    case let other: return [String].__read(Slot(other))
    }
  }

  // MARK: Objects
  //
  // Generic accessors are inlined for each type of object, so they are minimal: an app may have thousands of them.

  /// The object in a slot; an empty object if there is none.
  @inlinable
  public func object<T: SelectionSet>(_ index: Int) -> T { T(__row: row(index) ?? missingRow(index)) }

  @usableFromInline
  func missingRow(_ index: Int) -> Row { fallback(.missing, index) }

  /// The object in a slot, if there is one.
  @inlinable
  public func optionalObject<T: SelectionSet>(_ index: Int) -> T? {
    guard let row = row(index) else { return nil }
    return T(__row: row)
  }

  /// The list in a slot, with an empty object for each null item; `[]` if there is no list.
  @inlinable
  public func objects<T: SelectionSet>(_ index: Int) -> [T] { optionalObjects(index) ?? noObjects(index) }

  @usableFromInline
  func noObjects<T>(_ index: Int) -> [T] { fallback([], index) }

  /// The list in a slot, if there is one, with an empty object for each null item.
  @inlinable
  public func optionalObjects<T: SelectionSet>(_ index: Int) -> [T]? { rows(index)?.map { T(__row: $0 ?? .missing) } }

  /// The list in a slot including nulls; `[]` if there is no list.
  @inlinable
  public func nullableObjects<T: SelectionSet>(_ index: Int) -> [T?] { optionalNullableObjects(index) ?? noObjects(index) }

  /// The list in a slot including nulls, if there is one.
  @inlinable
  public func optionalNullableObjects<T: SelectionSet>(_ index: Int) -> [T?]? {
    rows(index)?.map { row in
      guard let row else { return nil }
      return T(__row: row)
    }
  }

  // MARK: Everything else

  /// The value in a slot as the property's type.
  public func value<T: RowValue>(_ index: Int) -> T { T.__read(Slot(checked(slot(index), index))) }

  /// The custom scalar in a slot, or its placeholder.
  public func scalar<T: CustomScalar>(_ index: Int) -> T {
    let slot = Slot(checked(slot(index), index))
    return T.__readIfPresent(slot) ?? fallback(T.placeholder, index)
  }

  private func checked(_ value: SlotValue, _ index: Int) -> SlotValue {
    switch value {
    case .missing, .null: fallback(value, index)
    default: value
    }
  }

  /// The custom scalar in a slot, if there is one.
  public func optionalScalar<T: CustomScalar>(_ index: Int) -> T? { T?.__read(Slot(slot(index))) }
}
