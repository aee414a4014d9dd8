import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Values with numbers")
struct RegistrationsTests {
  @Test("they are those of a dictionary, in the order in which they were added, whatever comes and goes")
  func model() {
    var numbers = SplitMix(seed: SplitMix.seedOfThisRun)
    var registrations = Registrations<Int>()
    var model: [Int: Int] = [:]
    for step in 0..<5_000 {
      // Times in which more come and times in which more go.
      switch Int.random(in: 0..<(step / 500 % 2 == 0 ? 4 : 8), using: &numbers) {
      case 0, 1, 2:
        let number = registrations.add(step)
        #expect(model.updateValue(step, forKey: number) == nil)
      case 3:
        guard let number = model.keys.randomElement(using: &numbers) else { continue }
        registrations[number] = -step
        model[number] = -step
      default:
        let number = model.keys.randomElement(using: &numbers) ?? 0
        registrations[number] = nil
        model[number] = nil
      }
      guard step % 100 == 0 else { continue }
      let inOrder = model.keys.sorted()
      #expect(registrations.numbers == inOrder)
      #expect(registrations.values == inOrder.compactMap { model[$0] })
      #expect(registrations.count == model.count && registrations.isEmpty == model.isEmpty)
      #expect(inOrder.allSatisfy { registrations[$0] == model[$0] })
    }
    let last = registrations.numbers
    for number in last { registrations[number] = nil }
    #expect(registrations.isEmpty && registrations.numbers.isEmpty)
    // Numbers go on, so that an earlier one finds nothing.
    let next = registrations.add(1)
    #expect(last.allSatisfy { $0 < next && registrations[$0] == nil })
    registrations[0] = 7
    #expect(registrations.values == [1])
  }

  @Test("sorting by a number keeps the order of equal ones, and names are in the order that is asked for")
  func ascending() {
    var numbers = SplitMix(seed: SplitMix.seedOfThisRun &+ 1)
    let pairs = (0..<200).map { (number: Int.random(in: 0..<20, using: &numbers), index: $0) }
    let sorted = pairs.ascending { $0.number }
    #expect(zip(sorted, sorted.dropFirst()).allSatisfy { ($0.number, $0.index) < ($1.number, $1.index) })
    #expect(Set([3, 1, 2]).ascending() == [1, 2, 3])
    #expect(["b", "\u{E9}", "a", "e\u{301}x"].ascendingByBytes() == ["a", "b", "e\u{301}x", "\u{E9}"])
    #expect(["b", "a"].ascending() == ["a", "b"])
  }
}
