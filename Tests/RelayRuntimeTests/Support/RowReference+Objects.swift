import RelayRuntime

// Handwritten selection sets use `value` for objects, too; generated ones use a specific accessor.
extension Generated.RowReference {
  func value<T: SelectionSet>(_ index: Int) -> T { object(index) }
  func value<T: SelectionSet>(_ index: Int) -> T? { optionalObject(index) }
  func value<T: SelectionSet>(_ index: Int) -> [T] { objects(index) }
  func value<T: SelectionSet>(_ index: Int) -> [T]? { optionalObjects(index) }
  func value<T: SelectionSet>(_ index: Int) -> [T?] { nullableObjects(index) }
  func value<T: SelectionSet>(_ index: Int) -> [T?]? { optionalNullableObjects(index) }
}
