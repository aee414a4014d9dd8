#if !canImport(Darwin)
  import Foundation
  import FoundationNetworking

  /// Runs the exchanges of a client on one thread, which exists only while there are any and for a short time afterwards.
  ///
  /// Every exchange that is submitted ends: with its response, its cancellation, or an error if there is no thread or no place for it.
  final class CurlLoop: Sendable {
    /// What the thread should do next.
    struct Work {
      var started: [CurlExchange] = []
      var expired: [CurlExchange] = []
      var cancelled: [Int] = []
      var resumed: [Int] = []
      /// The time when the next exchange has waited too long for a place.
      var deadline: ContinuousClock.Instant?
    }

    private struct State {
      var transfers: TransferPlaces<CurlExchange>
      var streams: TransferPlaces<CurlExchange>
      var cancelled: [Int] = []
      var resumed: [Int] = []
      var isRunning = false
      var isClosed = false
      var lastID = 0

      mutating func admit() -> [CurlExchange] {
        var admitted: [CurlExchange] = []
        while let exchange = transfers.admit() { admitted.append(exchange) }
        while let exchange = streams.admit() { admitted.append(exchange) }
        return admitted
      }
    }

    /// How long the thread waits for another exchange before it ends.
    static let idleTime = Duration.seconds(5)

    let curl: Curl
    private let connections: CurlConnections
    private let limits: TransferLimits
    private let startThread: SystemThread.Start
    private let state: Lock<State>

    init(_ curl: Curl, limits: TransferLimits, start: @escaping SystemThread.Start) {
      self.curl = curl
      self.limits = limits
      startThread = start
      connections = CurlConnections(curl)
      state = Lock(
        State(transfers: TransferPlaces(limit: limits.maximumTransfers), streams: TransferPlaces(limit: limits.maximumStreams)))
    }

    /// The number of threads: one or none.
    var threadCount: Int { state.withLock { $0.isRunning ? 1 : 0 } }

    /// The number of exchanges that have a place, and that wait for one.
    var counts: (running: Int, waiting: Int) {
      state.withLock { ($0.transfers.usedCount + $0.streams.usedCount, $0.transfers.waitingCount + $0.streams.waitingCount) }
    }

    /// The numbers of exchanges increase in the order in which they are made, but not necessarily in that of their submission.
    func nextID() -> Int {
      state.withLock { state in
        state.lastID += 1
        return state.lastID
      }
    }

    // MARK: - For exchanges

    /// Starts `exchange` as soon as there is a place.
    func submit(_ exchange: CurlExchange) {
      let deadline = ContinuousClock.now.advanced(by: limits.maximumWait.bounded)
      let needsThread = state.withLock { state -> Bool? in
        guard !exchange.isCancelled else { return nil }
        if exchange.request.isStream {
          state.streams.add(exchange, id: exchange.id, exchange.origin, until: deadline)
        } else {
          state.transfers.add(exchange, id: exchange.id, exchange.origin, until: deadline)
        }
        defer { state.isRunning = true }
        return !state.isRunning
      }
      guard let needsThread else { return exchange.end(nil, CancellationError()) }
      guard needsThread else { return connections.wakeUp() }
      if !connections.open() || !startThread("relay-http", { self.run() }) { failAll() }
    }

    /// Ends an exchange, whether it is running or waiting for a place.
    func cancel(_ id: Int) {
      let exchange = state.withLock { state -> CurlExchange? in
        if let exchange = state.transfers.remove(id) ?? state.streams.remove(id) { return exchange }
        if state.isRunning { state.cancelled.append(id) }
        return nil
      }
      exchange?.end(nil, CancellationError())
      connections.wakeUp()
    }

    /// Continues an exchange whose body has been read.
    func resume(_ id: Int) {
      state.withLock { if $0.isRunning { $0.resumed.append(id) } }
      connections.wakeUp()
    }

    /// Ends the thread when the last exchange has ended.
    func close() {
      state.withLock { $0.isClosed = true }
      connections.wakeUp()
    }

    /// Ends the exchanges that wait for a thread that cannot be had.
    private func failAll() {
      let exchanges = state.withLock { state in
        state.isRunning = false
        (state.cancelled, state.resumed) = ([], [])
        return state.transfers.removeAll() + state.streams.removeAll()
      }
      for exchange in exchanges { exchange.end(nil, SystemThread.unavailable("there is no thread or descriptor for the transfer")) }
    }

    // MARK: - For the thread

    private func run() {
      // A lost connection should cause an error rather than a signal. The functions use the set during the call.
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe sigaddset(&signals, SIGPIPE)
      unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
      guard let multi = connections.multi else { return failAll() }
      CurlWorker(self, multi).run()
    }

    /// Takes what there is to do.
    /// - Parameter idleSince: since when no exchange has been running; nil if one is.
    /// - Returns: nil if the thread must end.
    func takeWork(idleSince: ContinuousClock.Instant?) -> Work? {
      let now = ContinuousClock.now
      return state.withLock { state in
        var work = Work()
        // First what has a place: this thread may be late, and then those that wait have not waited because others took the places.
        work.started = state.admit()
        work.expired = state.transfers.expire(at: now) + state.streams.expire(at: now)
        (work.cancelled, work.resumed) = (state.cancelled, state.resumed)
        (state.cancelled, state.resumed) = ([], [])
        work.deadline = [state.transfers.deadline, state.streams.deadline].compactMap { $0 }.min()
        guard let idleSince, work.started.isEmpty, work.expired.isEmpty else { return work }
        guard state.isClosed || now - idleSince >= Self.idleTime else { return work }
        state.isRunning = false
        return nil
      }
    }

    /// Frees the place of an exchange that has ended.
    func release(_ exchange: CurlExchange) {
      state.withLock { state in
        if exchange.request.isStream { state.streams.release(exchange.origin) } else { state.transfers.release(exchange.origin) }
      }
    }

    /// The error of an exchange that has waited too long.
    var noPlace: any Error {
      SystemThread.unavailable("other transfers have taken all places for \(limits.maximumWait)")
    }
  }

  /// The multi handle of a client, with the connections that its transfers reuse.
  ///
  /// The handle is made once. Other threads than that of the loop only wake it up, which any thread may do; there is one such thread at a
  /// time, and the handle is freed after the last one.
  final class CurlConnections: Sendable {
    /// The number of connections that are kept for later transfers.
    private static let maximumIdle = 16

    private let curl: Curl
    private let handle = Lock<Curl.Multi?>(nil)

    init(_ curl: Curl) { self.curl = curl }

    deinit {
      if let multi { curl.free(multi) }
    }

    var multi: Curl.Multi? { handle.withLock { $0 } }

    /// Makes the handle, unless there is one. It needs descriptors, of which there may be no more.
    /// - Returns: whether there is a handle.
    func open() -> Bool {
      handle.withLock { handle in
        if handle != nil { return true }
        guard let multi = curl.newMulti() else { return false }
        // One transfer at a time on each connection: pausing one does not affect another.
        curl.set(.multiplexes, 0, of: multi)
        curl.set(.maximumIdle, Self.maximumIdle, of: multi)
        handle = multi
        return true
      }
    }

    /// Wakes the waiting thread. May be called on any thread.
    func wakeUp() {
      if let multi { curl.wakeUp(multi) }
    }
  }

  /// The thread of a loop. Everything here belongs to that thread.
  private final class CurlWorker {
    private struct Running {
      let exchange: CurlExchange
      let transfer: CurlTransfer
    }

    private let loop: CurlLoop
    private let curl: Curl
    private let multi: Curl.Multi
    private var running = [Int: Running]()
    /// The exchanges by their transfer's handle.
    private var ids = [Curl.Easy: Int]()
    private var idleSince: ContinuousClock.Instant? = .now
    /// Whether a place has been freed since the last work was taken, so that there may be more.
    private var hasFreedPlace = false

    init(_ loop: CurlLoop, _ multi: Curl.Multi) {
      (self.loop, curl, self.multi) = (loop, loop.curl, multi)
    }

    func run() {
      while let work = loop.takeWork(idleSince: running.isEmpty ? idleSince : nil) {
        hasFreedPlace = false
        for exchange in work.expired { exchange.end(nil, loop.noPlace) }
        for exchange in work.started { start(exchange) }
        for id in work.cancelled { finish(id, CancellationError()) }
        for id in work.resumed { running[id]?.transfer.resume() }
        perform()
        let deadline = [endSilent(), work.deadline].compactMap { $0 }.min()
        if running.isEmpty { idleSince = idleSince ?? .now } else { idleSince = nil }
        if !hasFreedPlace { wait(until: deadline) }
      }
    }

    private func start(_ exchange: CurlExchange) {
      let transfer: CurlTransfer
      do {
        guard !exchange.isCancelled else { throw CancellationError() }
        guard let handle = curl.newEasy() else { throw SystemThread.unavailable("libcurl cannot start a transfer") }
        transfer = CurlTransfer(exchange, curl, handle)
        try transfer.configure()
        guard curl.add(handle, to: multi) else { throw SystemThread.unavailable("libcurl cannot start a transfer") }
        ids[handle] = exchange.id
        running[exchange.id] = Running(exchange: exchange, transfer: transfer)
      } catch {
        release(exchange)
        exchange.end(nil, error)
      }
    }

    private func perform() {
      guard curl.perform(multi) else {
        for id in Array(running.keys) { finish(id, URLError(.unknown)) }
        return
      }
      while let (handle, code) = curl.nextResult(multi) {
        guard let id = ids[handle], let transfer = running[id]?.transfer else { continue }
        finish(id, transfer.failure(code))
      }
    }

    /// Ends the transfers that have been without data for too long.
    /// - Returns: the time when the next one will have been.
    private func endSilent() -> ContinuousClock.Instant? {
      var next: ContinuousClock.Instant?
      let now = ContinuousClock.now
      for (id, current) in running {
        guard let deadline = current.transfer.deadline else { continue }
        if deadline <= now { finish(id, current.transfer.silence) } else { next = min(next ?? deadline, deadline) }
      }
      return next
    }

    private func finish(_ id: Int, _ failure: (any Error)?) {
      guard let ended = running.removeValue(forKey: id) else { return }
      let metrics = ended.exchange.request.observer == nil ? nil : ended.transfer.measured()
      curl.remove(ended.transfer.handle, from: multi)
      ids[ended.transfer.handle] = nil
      ended.transfer.close()
      // The next exchange may have the place before this one has ended.
      release(ended.exchange)
      ended.exchange.end(metrics, failure)
    }

    private func release(_ exchange: CurlExchange) {
      loop.release(exchange)
      hasFreedPlace = true
    }

    /// Waits for data, for the loop, and at most until `deadline`.
    private func wait(until deadline: ContinuousClock.Instant?) {
      let limit = running.isEmpty ? CurlLoop.idleTime : .seconds(3_600)
      let left = min(deadline.map { ContinuousClock.now.duration(to: $0) } ?? limit, limit)
      let hasWaited = curl.wait(multi, milliseconds: CInt(max((left.seconds * 1_000).rounded(.up), 0)))
      // Without descriptors, libcurl cannot wait.
      if !hasWaited { usleep(10_000) }
    }
  }
#endif
