public import Foundation
public import Observation

/// The data of one fragment, kept up to date.
///
/// `@Fragment` is a thin wrapper around it. Use the handle directly where a property wrapper cannot be used, for example in a
/// command-line tool or a UIKit view controller. Reading ``data`` in a SwiftUI body or in `withObservationTracking` observes it;
/// ``values`` is the same as a sequence.
///
/// ```swift
/// let handle = FragmentHandle(user.fragments.badge_user)
/// for await badge in handle.values {
///   print(badge?.name ?? "gone")
/// }
/// ```
///
/// See <doc:ViewModels>.
@MainActor
public final class FragmentHandle<F: GraphQLFragment>: FragmentFollower, Observable {
  private var pointer: FragmentPointer?
  private var live: LiveReading?
  private let signal = ChangeSignal()
  private let streams = StateStreams<F.Data?, Snapshot?>()
  let readers = HandleReaders()
  /// The age of the data, if somebody shows it.
  private var ages: HandleAges?

  /// A handle for `fragment`, or an empty handle until a fragment is bound.
  public nonisolated init(_ fragment: F? = nil) {
    pointer = fragment?.fragmentPointer
  }

  nonisolated init(pointer: FragmentPointer?) {
    self.pointer = pointer
  }

  /// The fragment's current data in the store. It is nil without a fragment, if its object is gone, if a required field of it is null, if
  /// reading it fails, and until it first arrives.
  ///
  /// The value never changes, nor do the fragments spread into it. If the store has lost some of the data because nothing retained it,
  /// this is the data with which the fragment was passed on.
  public var data: F.Data? {
    readers.access()
    return handOut(followsFragments: false).state
  }

  /// The data that a view may show now: from the store, or from the JSON from which the fragment was made.
  var row: Row? { shown { ($0.shown?.row, nil) }.row }

  /// The data to hand out, with its mark.
  ///
  /// - Parameter followsFragments: whether the arrival of a deferred fragment counts as a change, if the data lacks it.
  private func handOut(followsFragments: Bool) -> (state: F.Data?, mark: Snapshot?) {
    let (row, mark) = shown { $0.handOut(followsFragments: followsFragments) }
    return (row.map { F.Data(__row: Generated.RowReference($0)) }, mark)
  }

  /// The data to show, with the mark of the reading unless it was made from JSON.
  private func shown(_ read: (LiveReading) -> (row: Row?, mark: Snapshot?)) -> (row: Row?, mark: Snapshot?) {
    if let sample = pointer?.sampleRow(F.definition) { return (sample, nil) }
    guard let live = following else { return (nil, nil) }
    return read(live)
  }

  /// Whether part of the data is missing from the store.
  public var isMissingData: Bool {
    readers.access()
    return reading?.isMissingData ?? false
  }

  /// When the data was received, without the fragments spread into it: that of the field that was received first. Nil without data, or if
  /// that is not known. Reading it observes it, as with ``expiresAt`` and ``isStale``.
  public var fetchedAt: Date? { age?.fetchedAt }

  /// When the first field of the data becomes stale, or has become; nil if none does, or if that is not known.
  public var expiresAt: Date? { age?.expiresAt }

  /// Whether part of the data is stale: it is too old, its age should be known and is not, or it was invalidated.
  public var isStale: Bool { age?.isStale ?? false }

  private var age: DatedAge? {
    readers.access()
    guard let live = following, let environment = live.reading.selector.context.environment else { return nil }
    if ages?.owner !== live {
      let selector = live.reading.selector
      ages = HandleAges(live, in: environment) { environment.store.age(of: selector) }
    }
    return ages?.shown
  }

  /// The reason why ``data`` is nil: errors of fields on which the fragment throws (`@throwOnFieldError`, `@required(action: THROW)`), or
  /// a limit (``FieldError/Kind/tooManyRepeatedObjects(limit:)``).
  public var error: (any Error)? {
    readers.access()
    return following?.error
  }

  /// The current data, then the data after every change, without consecutive duplicates. A slow reader misses states,
  /// but never the last one.
  public var values: AsyncStream<F.Data?> {
    readers.access()
    let (state, mark) = handOut(followsFragments: true)
    return streams.stream(startingWith: state, mark: mark)
  }

  /// Makes the handle follow `fragment`. Binding the current fragment again does nothing.
  public func bind(_ fragment: F?) {
    rebind(fragment?.fragmentPointer)
  }

  /// Like `bind(_:)`, but without notifying observers: for use while a view is being evaluated.
  ///
  /// Readers of the previous fragment, such as a view to which the handle was passed, are notified after the evaluation.
  func follow(_ pointer: FragmentPointer?) {
    guard self.pointer != pointer else { return }
    setPointer(pointer)
    readers.notifyLater { [weak self] in self?.yieldChange(isRebound: true) }
  }

  private func setPointer(_ pointer: FragmentPointer?) {
    self.pointer = pointer
    live = nil
  }

  /// Starts to follow `pointer`, and notifies observers.
  func rebind(_ pointer: FragmentPointer?) {
    guard self.pointer != pointer else { return }
    setPointer(pointer)
    readers.notify()
    yieldChange(isRebound: true)
  }

  /// The fragment that the handle follows.
  var boundPointer: FragmentPointer? { pointer }

  /// The current reading of the data. It starts to follow the store on first access.
  var reading: Snapshot? { following?.reading }

  /// The live reading of the fragment, made on first access.
  private var following: LiveReading? {
    if live == nil, let pointer {
      signal.connect { [weak self] in self?.publishChange() }
      live = LiveReading(pointer, F.definition) { [signal] in signal.send() }
    }
    return live
  }

  private func publishChange() {
    readers.notify()
    yieldChange(isRebound: false)
  }

  private func yieldChange(isRebound: Bool) {
    guard streams.hasReaders else { return }
    let shown = live?.shown
    streams.yield {
      handOut(followsFragments: true)
    } ifBehind: {
      isRebound || shown.isNews(after: $0)
    }
  }
}

extension FragmentHandle: @MainActor CustomStringConvertible, @MainActor CustomReflectable {
  /// The fragment with its data, on one line. Reading it does not observe the handle.
  public var description: String { PrintedFields("FragmentHandle<\(F.self)>", printedFields).line }

  /// The same for `dump`.
  public var customMirror: Mirror { PrintedFields("FragmentHandle<\(F.self)>", printedFields).mirror(of: self) }

  /// What handles of this fragment print. A handle that does not follow the store yet does not start to.
  var printedFields: [(label: String, value: Any?)] {
    guard let live else { return [("data", pointer ?? PrintedNote(description: "nil"))] }
    return [
      ("data", handOut(followsFragments: false).state.map { $0.__row as Any } ?? PrintedNote(description: "nil")),
      ("isMissingData", live.reading.isMissingData ? true : nil), ("error", live.error),
    ]
  }
}
