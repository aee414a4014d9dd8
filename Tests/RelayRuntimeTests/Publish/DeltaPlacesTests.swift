import TestSupport
import Testing

@testable import RelayRuntime

@Suite("Places of changes")
struct DeltaPlacesTests {
  @Test("random insertions and removals agree with a dictionary")
  func dictionary() {
    for seed in 0..<UInt64(20) {
      var random = SplitMix(seed: seed)
      var (places, expected): (DeltaPlaces, [RecordID: Int]) = (DeltaPlaces(), [:])
      // Ids of few values are inserted and removed again and again; ids of many make the table grow.
      let range = seed % 2 == 0 ? 0..<RecordID(40) : 0..<RecordID.max
      for step in 0..<1_000 {
        let id = RecordID.random(in: range, using: &random)
        if Bool.random(using: &random), expected[id] == nil {
          places.insert(id, at: step)
          expected[id] = step
        } else if let known = Bool.random(using: &random) ? id : expected.keys.min() {
          places.remove(known)
          expected[known] = nil
        }
        #expect(places[id] == expected[id], "seed \(seed), step \(step)")
      }
      for (id, place) in expected { #expect(places[id] == place, "seed \(seed)") }
    }
  }

  @Test("room that was made in advance changes nothing")
  func reserved() {
    var places = DeltaPlaces()
    places.insert(7, at: 0)
    places.reserve(10_000)
    #expect(places[7] == 0)
    #expect(places[8] == nil)
    for id in RecordID(100)..<RecordID(5_000) { places.insert(id, at: Int(id)) }
    for id in RecordID(100)..<RecordID(5_000) { #expect(places[id] == Int(id)) }
  }
}
