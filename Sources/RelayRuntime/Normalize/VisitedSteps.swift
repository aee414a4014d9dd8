/// The records that a walk over an operation's records has visited, each with the selections with which it was visited.
///
/// Records may link to one another many times and in circles, and then there are many more paths than links. A walk that depends only on the
/// record and on the selections visits both together once.
struct VisitedSteps: Sendable {
  /// The number of visits from which on they are recorded. Most walks are shorter and pay nothing.
  private let threshold: Int
  /// The number of visits.
  private(set) var count = 0
  private var known: Set<UInt64> = []

  init(threshold: Int = 4096) { self.threshold = threshold }

  /// Forgets all visits.
  mutating func restart() { self = VisitedSteps(threshold: threshold) }

  /// Counts a visit.
  ///
  /// - Parameters:
  ///   - selections: those of a linked field, or of the whole plan.
  ///   - steps: the steps of the plan.
  /// - Returns: `false` if the record has been visited with these selections. Without a list below them, repeating a visit costs no more
  ///   than the link that leads to it, and it is not recorded.
  mutating func enter(_ record: RecordID, _ selections: Range<Int>, _ steps: ContiguousArray<NormalizationStep>) -> Bool {
    count &+= 1
    guard count > threshold, selections.lowerBound > 0, steps[selections.lowerBound - 1].reachesLists else { return true }
    return known.insert(UInt64(UInt32(bitPattern: record)) << 32 | UInt64(selections.lowerBound)).inserted
  }
}
