@testable import RelayRuntime

// Tests of the reader read the slots of a row as generated properties do.
extension Row {
  func string(_ index: Int) -> String { Generated.RowReference(self).string(index) }
  func int(_ index: Int) -> Int { Generated.RowReference(self).int(index) }
  func scalar<T: CustomScalar>(_ index: Int) -> T { Generated.RowReference(self).scalar(index) }
  func optionalScalar<T: CustomScalar>(_ index: Int) -> T? { Generated.RowReference(self).optionalScalar(index) }
  func value<T: Generated.RowValue>(_ index: Int) -> T { Generated.RowReference(self).value(index) }
  func matches(_ index: Int) -> Bool { Generated.RowReference(self).matches(index) }
}
