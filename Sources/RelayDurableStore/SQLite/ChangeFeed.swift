import Dispatch
import Foundation

/// Watches the file of changes, and calls a function when another store has written it.
///
/// A signal has a number, so that none is told twice, and a sender, who is never told. Several signals in a row may be told as one: the
/// last.
///
/// `@unchecked Sendable`: the source is only activated and cancelled, which any thread may do.
final class ChangeFeed: @unchecked Sendable {
  private let source: any DispatchSourceProtocol
  #if canImport(Darwin)
    private var observation: ChangeNotification.Observation?
  #endif

  /// - Parameters:
  ///   - onChange: is called with the newest signal, on a queue of its own.
  /// - Throws: ``DurabilityError`` if the folder cannot be watched.
  init(_ folder: BackendFolder, _ changes: ChangeFile, onChange: @escaping @Sendable (ChangeFile.Signal) -> Void) throws {
    try folder.create()
    let told = Told(changes)
    let queue = DispatchQueue(label: "RelayDurableStore.ChangeFeed", qos: .utility)
    #if canImport(Darwin)
      // `O_EVTONLY` does not keep the volume from being unmounted.
      let descriptor = unsafe open(folder.file("changes").path, O_EVTONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw DurabilityError.last }
      let source = DispatchSource.makeFileSystemObjectSource(fileDescriptor: descriptor, eventMask: [.write, .extend], queue: queue)
      source.setEventHandler { if let signal = told.next() { onChange(signal) } }
    #else
      let descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
      guard descriptor >= 0 else { throw DurabilityError.last }
      // The folder, because the file may not be there yet. Each signal opens, writes and closes the file.
      guard unsafe inotify_add_watch(descriptor, folder.url.path, UInt32(IN_CLOSE_WRITE)) >= 0 else {
        defer { close(descriptor) }
        throw DurabilityError.last
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        // What the events say does not matter. The buffer is used during the calls only.
        unsafe withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
          while unsafe read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
        if let signal = told.next() { onChange(signal) }
      }
    #endif
    source.setCancelHandler { close(descriptor) }
    self.source = source
    source.activate()
    #if canImport(Darwin)
      observation = ChangeNotification(folder.file("changes"))?.observe { queue.async { if let signal = told.next() { onChange(signal) } } }
    #endif
  }

  deinit { source.cancel() }

  /// What has been told.
  ///
  /// `@unchecked Sendable`: only the queue of the source uses it.
  private final class Told: @unchecked Sendable {
    private let changes: ChangeFile
    private var last: ChangeFile.Signal?

    init(_ changes: ChangeFile) {
      self.changes = changes
      last = changes.read()
    }

    func next() -> ChangeFile.Signal? {
      guard let signal = changes.read(), signal != last else { return nil }
      last = signal
      return signal.sender == changes.sender ? nil : signal
    }
  }
}

extension SQLiteBackend {
  /// What another process has done.
  package struct Change: Sendable, Hashable {
    /// The epoch of its last batch: ``load(changedSince:)`` finds what is new.
    package var epoch: Int64
    /// Whether everything before has been removed: the backend has to be opened again.
    package var isCleared: Bool
  }

  /// Changes by other processes, beginning with the next one. Who is slow gets only the newest.
  ///
  /// A process that was suspended gets no signals for what happened meanwhile, so who follows another process also looks when it resumes.
  /// - Throws: ``DurabilityError`` if the folder cannot be watched.
  package func changes() throws -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(1))
    let feed = try feed { [weak self] signal in
      guard let self else { return continuation.finish() }
      continuation.yield(Change(epoch: signal.epoch, isCleared: isCleared(signal)))
    }
    continuation.onTermination = { _ in withExtendedLifetime(feed) {} }
    return stream
  }
}
