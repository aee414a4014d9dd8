// Sorting in few places. The compiler makes a copy of the whole sort, of some 3 kB, for each kind of collection and each closure that is
// handed to it; these functions share a few. What sorts in an inner loop has its own.

extension Sequence<Int> {
  func ascending() -> [Int] { Ascending.numbers(Array(self)) }
}

extension Sequence<Int32> {
  func ascending() -> [Int32] { Ascending.numbers(Array(self)) }
}

extension Sequence<String> {
  /// In the order of Swift's strings.
  func ascending() -> [String] { Ascending.names(Array(self)) }

  /// In the order of their UTF-8 bytes, which is the same on every system.
  func ascendingByBytes() -> [String] { Ascending.byBytes(Array(self)) }
}

extension Array {
  /// The elements in ascending order of a number; those with the same number stay in their order.
  func ascending(by number: (Element) -> Int) -> [Element] {
    count < 2 ? self : Ascending.order(of: map(number)).map { self[$0] }
  }
}

private enum Ascending {
  @inline(never) static func numbers(_ numbers: [Int]) -> [Int] { numbers.sorted() }

  @inline(never) static func numbers(_ numbers: [Int32]) -> [Int32] { numbers.sorted() }

  @inline(never) static func names(_ names: [String]) -> [String] { names.sorted() }

  @inline(never) static func byBytes(_ names: [String]) -> [String] { names.sorted { $0.precedesByBytes($1) } }

  @inline(never) static func order(of numbers: [Int]) -> [Int] { numbers.indices.sorted { numbers[$0] < numbers[$1] } }
}
