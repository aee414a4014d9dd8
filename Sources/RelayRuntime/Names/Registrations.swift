/// Values in the order in which they were added, each with a number by which it is found and removed.
///
/// Adding takes constant time on average, and finding and removing logarithmic time.
struct Registrations<Value> {
  fileprivate struct Entry {
    let number: Int
    var value: Value?
  }

  /// With ascending numbers. A removed value leaves a gap, until there are more gaps than values.
  private var entries: ContiguousArray<Entry> = []
  private var lastNumber = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// In the order in which they were added.
  var values: [Value] { entries.compactMap(\.value) }

  /// The numbers of the values, in the same order.
  var numbers: [Int] { entries.compactMap { $0.value == nil ? nil : $0.number } }

  /// - Returns: its number, which no other value has had.
  mutating func add(_ value: Value) -> Int {
    lastNumber += 1
    count += 1
    entries.append(Entry(number: lastNumber, value: value))
    return lastNumber
  }

  /// The value with a number; `nil` if there is none, and then nothing is changed.
  subscript(number: Int) -> Value? {
    get { place(of: number).flatMap { entries[$0].value } }
    set {
      guard let place = place(of: number), entries[place].value != nil else { return }
      entries[place].value = newValue
      guard newValue == nil else { return }
      count -= 1
      // Not for a few, so that coming and going of one value moves no others.
      if entries.count > 2 * count + 8 { entries.removeAll { $0.value == nil } }
    }
  }

  /// By halves.
  private func place(of number: Int) -> Int? {
    var places = entries.indices
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      if entries[middle].number == number { return middle }
      places = entries[middle].number < number ? middle + 1..<places.upperBound : places.lowerBound..<middle
    }
    return nil
  }
}

extension Registrations: Sendable where Value: Sendable {}
extension Registrations.Entry: Sendable where Value: Sendable {}
