// What the package must not use. `run` checks that the compiler refuses each line for each platform of Package.swift.
// The comment of a line is the version of macOS that it requires. 15 corresponds to iOS 18, tvOS 18, watchOS 11 and visionOS 2; 26 to 26.
import Observation
import Synchronization

private func useMutex() { Mutex(0).withLock { $0 = 1 } }  // 15.0
private func useAtomic() -> Int { Atomic(0).load(ordering: .relaxed) }  // 15.0
private func useLazyReference(_ reference: borrowing AtomicLazyReference<AnyCancellation>) { _ = reference.load() }  // 15.0
private func useFailure(_ elements: any AsyncSequence<Int, CancellationError>) {}  // 15.0
private func useValidation(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }  // 15.0
private func useIsolatedNext(_ iterator: inout AsyncStream<Int>.Iterator) async { _ = await iterator.next(isolation: nil) }  // 15.0
private func useWideInteger(_ number: UInt128) {}  // 15.0
private let useThrowingType: Any.Type = (() throws(CancellationError) -> Void).self  // 15.0
private let useIsolatedType: Any.Type = (@isolated(any) () -> Void).self  // 15.0
private func useExecutor(_ executor: some TaskExecutor) {}  // 15.0
private actor UseIsolatedDeinit { isolated deinit {} }  // 15.4
private struct UseValue<let count: Int> {}; private let useValueType: Any.Type = UseValue<2>.self  // 26.0
private func useInlineArray(_ elements: InlineArray<2, Int>) {}  // 26.0
private func useObservations(_ value: @escaping @Sendable () -> Int) { _ = Observations(value) }  // 26.0
private func useImmediate() { Task.immediate {} }  // 26.0

private final class AnyCancellation: Sendable {}
