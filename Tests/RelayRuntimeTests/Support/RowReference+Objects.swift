@testable import RelayRuntime

// Handwritten selection sets use `value` for objects, too; generated ones use a specific accessor.
extension RowReference {
  func value<T: SelectionSet>(_ index: Int) -> T { object(index) }
  func value<T: SelectionSet>(_ index: Int) -> T? { optionalObject(index) }
  func value<T: SelectionSet>(_ index: Int) -> [T] { objects(index) }
  func value<T: SelectionSet>(_ index: Int) -> [T]? { optionalObjects(index) }
  func value<T: SelectionSet>(_ index: Int) -> [T?] { nullableObjects(index) }
  func value<T: SelectionSet>(_ index: Int) -> [T?]? { optionalNullableObjects(index) }
}

// Tests of the reader read the slots of a row as generated properties do.
extension Row {
  func string(_ index: Int) -> String { RowReference(self).string(index) }
  func int(_ index: Int) -> Int { RowReference(self).int(index) }
  func scalar<T: CustomScalar>(_ index: Int) -> T { RowReference(self).scalar(index) }
  func optionalScalar<T: CustomScalar>(_ index: Int) -> T? { RowReference(self).optionalScalar(index) }
  func value<T: RowValue>(_ index: Int) -> T { RowReference(self).value(index) }
  func matches(_ index: Int) -> Bool { RowReference(self).matches(index) }
}
