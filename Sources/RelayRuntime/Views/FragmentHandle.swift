public import Observation

/// The data of one fragment, kept up to date.
///
/// `@Fragment` is a thin shell over it; use it directly where there is no property wrapper to put it in, for example in a command-line
/// tool or a UIKit view controller. Reading ``data`` inside a SwiftUI body or `withObservationTracking` observes it; ``values`` is the
/// same as a sequence.
@MainActor
public final class FragmentHandle<F: GraphQLFragment>: FragmentFollower, Observable {
  private var pointer: FragmentPointer?
  private var observer: FragmentObserver?
  private let signal = ChangeSignal()
  private let streams = StateStreams<F.Data?, Snapshot?>()
  let readers = HandleReaders()

  /// A handle for `fragment`, or for nothing until it is bound.
  public nonisolated init(_ fragment: F? = nil) {
    pointer = fragment?.fragmentPointer
  }

  nonisolated init(pointer: FragmentPointer?) {
    self.pointer = pointer
  }

  /// The fragment's data as the store has it now; nil without a fragment, when its object is gone, when a required field of it is null,
  /// when reading it is an error, and until it has arrived for the first time.
  ///
  /// The value never changes, nor do the fragments spread into it. If the store has lost some of the data because nothing retained it, this
  /// is the data that the fragment was passed on with.
  public var data: F.Data? {
    readers.access()
    return handedOut.state
  }

  /// The data that a view may show now: from the store, or from the JSON that the fragment was made of.
  var row: Row? { shown { ($0.shown?.row, $0.shown) }.row }

  /// The data to hand out, and its mark.
  private var handedOut: (state: F.Data?, mark: Snapshot?) {
    let (row, mark) = shown { $0.captured }
    return (row.map { F.Data(__row: $0) }, mark)
  }

  /// The data to show, with the mark of the reading if it comes from the store.
  private func shown(_ read: (FragmentObserver) -> (row: Row?, mark: Snapshot?)) -> (row: Row?, mark: Snapshot?) {
    if let sample = pointer?.sampleRow(F.definition) { return (sample, nil) }
    guard current != nil, let observer else { return (nil, nil) }
    if observer.hasLost, case .row(let row)? = pointer?.reading { return (row, nil) }
    return read(observer)
  }

  /// Whether a part of the data is not in the store.
  public var isMissingData: Bool {
    readers.access()
    return current?.snapshot.isMissingData ?? false
  }

  /// The reason why ``data`` is nil: errors of fields for which the fragment throws (`@throwOnFieldError`, `@required(action: THROW)`).
  public var error: (any Error)? {
    readers.access()
    return current?.error
  }

  /// The data now and after every change; none comes twice in a row. A slow reader misses states, but never the last one.
  public var values: AsyncStream<F.Data?> {
    readers.access()
    let (state, mark) = handedOut
    return streams.stream(startingWith: state, mark: mark)
  }

  /// Makes the handle follow `fragment` from now on. Binding it to the same fragment again does nothing.
  public func bind(_ fragment: F?) {
    rebind(fragment?.fragmentPointer)
  }

  /// As `bind(_:)`, without telling observers: for use while a view is being evaluated.
  ///
  /// Those who have read what was followed before, such as a view that the handle was passed on to, are told when the evaluation is over.
  func follow(_ pointer: FragmentPointer?) {
    guard self.pointer != pointer else { return }
    setPointer(pointer)
    readers.notifyLater { [weak self] in self?.yieldChange(isRebound: true) }
  }

  private func setPointer(_ pointer: FragmentPointer?) {
    self.pointer = pointer
    observer = nil
  }

  /// Follows `pointer` from now on and tells observers.
  func rebind(_ pointer: FragmentPointer?) {
    guard self.pointer != pointer else { return }
    setPointer(pointer)
    readers.notify()
    yieldChange(isRebound: true)
  }

  /// What the handle follows.
  var boundPointer: FragmentPointer? { pointer }

  /// The current reading of the data. It starts to follow the store when it is first asked for.
  var current: FragmentObserver.Reading? {
    if observer == nil, let selector = pointer?.selector(F.definition) {
      signal.connect { [weak self] in self?.publishChange() }
      observer = FragmentObserver(selector) { [signal] in signal.send() }
    }
    return observer?.reading
  }

  private func publishChange() {
    readers.notify()
    yieldChange(isRebound: false)
  }

  private func yieldChange(isRebound: Bool) {
    guard streams.hasReaders else { return }
    let shown = observer?.shown
    streams.yield {
      handedOut
    } ifBehind: {
      isRebound || shown.isNews(after: $0)
    }
  }
}
