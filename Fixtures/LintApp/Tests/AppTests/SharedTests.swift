import Testing
import Things

@testable import App

@Test func fragmentsAreReadInTests() {
  let read: (Shared_thing.Data) -> String? = { $0.usedInTests }
  _ = read
  _ = here
}
