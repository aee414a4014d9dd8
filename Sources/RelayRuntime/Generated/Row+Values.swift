// What generated properties read of a row, by the type that a property has.

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
  // What is generic is inlined, for each type of object its own, and no more than that: the compiler of an app has thousands of them.

  /// The object in a slot; one in which everything is missing where there is none.
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

  /// The list in a slot, with an empty object for an item that is null; `[]` if there is no list.
  @inlinable
  public func objects<T: SelectionSet>(_ index: Int) -> [T] { optionalObjects(index) ?? noObjects(index) }

  @usableFromInline
  func noObjects<T>(_ index: Int) -> [T] { fallback([], index) }

  /// The list in a slot, if there is one, with an empty object for an item that is null.
  @inlinable
  public func optionalObjects<T: SelectionSet>(_ index: Int) -> [T]? { rows(index)?.map { T(__row: $0 ?? .missing) } }

  /// The list in a slot with its nulls; `[]` if there is no list.
  @inlinable
  public func nullableObjects<T: SelectionSet>(_ index: Int) -> [T?] { optionalNullableObjects(index) ?? noObjects(index) }

  /// The list in a slot with its nulls, if there is one.
  @inlinable
  public func optionalNullableObjects<T: SelectionSet>(_ index: Int) -> [T?]? {
    rows(index)?.map { row in
      guard let row else { return nil }
      return T(__row: row)
    }
  }

  // MARK: Everything else

  /// The value in a slot as the type that the property has.
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
