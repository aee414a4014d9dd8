/// The places where a reading has read each record, if tracked.
struct VisitLog: ~Copyable {
  private var visits = ReadStack<Reader.Visit>(capacity: 0)
  private var isOn: Bool
  /// The visit of the object being read, or -1.
  private(set) var current: Int32 = -1
  /// The slot and list index of the next object; a slot of -1 is a place that a visit cannot describe.
  var place: (slot: Int32, index: Int32) = (-1, -1)

  init(isOn: Bool) { self.isOn = isOn }

  var count: Int { visits.count }

  /// All visits; empty unless visits are tracked.
  var elements: ContiguousArray<Reader.Visit> { visits.array() }

  /// Begins the visit of the object at the current place.
  @inline(__always)
  mutating func enter(_ record: RecordID) {
    guard isOn else { return }
    visits.push(Reader.Visit(record: record, parent: current, slot: place.slot, index: place.index))
    current = Int32(truncatingIfNeeded: visits.count - 1)
  }

  /// Returns to the enclosing object.
  @inline(__always)
  mutating func leave(to outer: Int32) { current = outer }

  /// Removes the visits from index `count` on.
  mutating func shrink(to count: Int) { visits.shrink(to: min(count, visits.count)) }

  /// Ends the log, and forgets the visits: they cannot describe what is read.
  mutating func stop() {
    isOn = false
    visits.shrink(to: 0)
    current = -1
  }
}
