import Foundation
import Testing

@testable import RelayRuntime

@Suite("Locks")
struct LockTests {
  @Test("one thread at a time changes the value")
  func exclusion() {
    let count = Lock(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10_000 { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == 80_000)
  }

  @Test("an error releases the lock, and changes are kept")
  func errors() {
    let value = Lock("before")
    #expect(throws: CancellationError.self) {
      try value.withLock { value throws(CancellationError) in
        value = "after"
        throw CancellationError()
      }
    }
    #expect(value.withLock { $0 } == "after")
  }

  @Test("the value is released with the lock, once, for any size and alignment")
  func release() {
    let ends = Recorder<Int>()
    do {
      let small = Lock((Noted { ends.append(1) }, true))
      let wide = Lock((SIMD16<Double>(repeating: 1), Noted { ends.append(2) }))
      wide.withLock { $0.0 += 1 }
      #expect(small.withLock { $0.1 } && wide.withLock { $0.0 == SIMD16(repeating: 2) })
      small.withLock { $0.0 = Noted { ends.append(3) } }
      #expect(ends.values == [1])
    }
    #expect(ends.values.sorted() == [1, 2, 3])
  }

  @Test("all threads get the object that was created first")
  func lazyReference() {
    let reference = LazyReference<Noted>()
    #expect(reference.load() == nil)
    let found = Recorder<ObjectIdentifier>()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      found.append(ObjectIdentifier(reference.load() ?? reference.storeIfNil(Noted {})))
    }
    #expect(Set(found.values).count == 1)
    #expect(reference.load().map { ObjectIdentifier($0) } == found.values.first)
  }

  @Test("the compiler has the same lock")
  func sameFile() throws {
    let sources = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources").standardized
    let runtime = try String(contentsOf: sources.appendingPathComponent("RelayRuntime/Names/Lock.swift"), encoding: .utf8)
    let compiler = try String(contentsOf: sources.appendingPathComponent("RelayCompilerCore/Support/Lock.swift"), encoding: .utf8)
    #expect(runtime == compiler)
  }
}
