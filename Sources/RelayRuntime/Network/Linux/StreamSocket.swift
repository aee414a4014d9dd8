#if !canImport(Darwin)
  import Foundation

  /// A connected TCP socket. Reads and writes never block; `wait` blocks until something can be done or the waker is called.
  ///
  /// A socket is used by one thread. The descriptor is closed when the last reference is released.
  ///
  /// The system's functions get the address of a variable or an array, with its size, and use it only during the call.
  final class StreamSocket {
    /// The possible operations on a socket.
    struct Readiness {
      var canRead = false
      var canWrite = false
    }

    private let descriptor: CInt

    /// Connects to the first of the addresses that answers.
    /// - Parameters:
    ///   - name: the host and port, for messages.
    ///   - waker: interrupts waiting for an address.
    ///   - check: called after an interruption; throws if the connection is no longer needed.
    init(_ addresses: [SocketAddress], of name: String, waker: Waker, check: () throws -> Void) throws {
      var failure = EHOSTUNREACH
      for address in addresses {
        try check()
        let descriptor = socket(address.family, address.type, address.number)
        guard descriptor >= 0 else {
          failure = errno
          continue
        }
        do {
          failure = try Self.connect(descriptor, to: address, waker: waker, check: check)
        } catch {
          close(descriptor)
          throw error
        }
        if failure == 0 {
          var on: CInt = 1
          unsafe setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
          self.descriptor = descriptor
          return
        }
        close(descriptor)
      }
      throw Self.failure(failure, "cannot connect to \(name): ")
    }

    deinit {
      close(descriptor)
    }

    /// - Returns: the error number; 0 for success.
    private static func connect(_ descriptor: CInt, to address: SocketAddress, waker: Waker, check: () throws -> Void) throws -> CInt {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0 else { return errno }
      if unsafe address.withPointer({ unsafe Self.connect(descriptor, $0, $1) }) == 0 { return 0 }
      guard errno == EINPROGRESS || errno == EINTR else { return errno }
      while true {
        try check()
        let readiness = try Self.wait(descriptor, reading: false, writing: true, milliseconds: -1, waker: waker)
        if readiness.canWrite { break }
      }
      var (failure, size): (CInt, socklen_t) = (0, socklen_t(MemoryLayout<CInt>.size))
      return unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size) == 0 ? failure : errno
    }

    /// The received bytes; nil if there are none yet, an empty array at the end.
    func read() throws -> [UInt8]? {
      let capacity = 1 << 16
      var count = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
        count = unsafe recv(descriptor, buffer.baseAddress, capacity, 0)
        initialized = max(count, 0)
      }
      if count >= 0 { return bytes }
      let failure = errno
      if [EAGAIN, EWOULDBLOCK, EINTR].contains(failure) { return nil }
      throw Self.failure(failure)
    }

    /// Writes as much of `bytes` as possible without blocking.
    /// - Returns: the number of bytes written.
    func write(_ bytes: ArraySlice<UInt8>) throws -> Int {
      let count = unsafe bytes.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      if count >= 0 { return count }
      let failure = errno
      if [EAGAIN, EWOULDBLOCK, EINTR].contains(failure) { return 0 }
      throw Self.failure(failure)
    }

    /// Waits until one of the requested operations is possible, the connection is broken (which counts as both), the waker is called, or
    /// the time has passed.
    func wait(reading: Bool, writing: Bool, until deadline: ContinuousClock.Instant?, waker: Waker) throws -> Readiness {
      let milliseconds = deadline.map { CInt(clamping: Int((ContinuousClock.now.duration(to: $0).seconds * 1000).rounded(.up))) } ?? -1
      return try Self.wait(descriptor, reading: reading, writing: writing, milliseconds: milliseconds, waker: waker)
    }

    /// Makes closing discard what could not be sent so far; otherwise the system would keep it until the peer accepts it.
    func discardUnsent() {
      var option = linger()
      option.l_onoff = 1
      option.l_linger = 0
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Waits until the waker is called.
    static func wait(for waker: Waker) throws {
      _ = try wait(-1, reading: false, writing: false, milliseconds: -1, waker: waker)
    }

    private static func wait(
      _ descriptor: CInt, reading: Bool, writing: Bool, milliseconds: CInt, waker: Waker
    ) throws -> Readiness {
      let events = Int16(reading ? POLLIN : 0) | Int16(writing ? POLLOUT : 0)
      var descriptors = [
        // A negative descriptor is ignored; otherwise a broken connection would end every wait, even if no operation is requested.
        pollfd(fd: events == 0 ? -1 : descriptor, events: events, revents: 0),
        pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&descriptors, nfds_t(descriptors.count), milliseconds) >= 0 else {
        let failure = errno
        if failure == EINTR { return Readiness() }
        throw Self.failure(failure)
      }
      if descriptors[1].revents != 0 { waker.drain() }
      let isBroken = descriptors[0].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
      return Readiness(
        canRead: reading && isBroken || descriptors[0].revents & Int16(POLLIN) != 0,
        canWrite: writing && isBroken || descriptors[0].revents & Int16(POLLOUT) != 0)
    }

    private static func failure(_ number: CInt, _ prefix: String = "") -> RelayError {
      unsafe .webSocket(code: CloseStatus.abnormal, reason: prefix + String(cString: strerror(number)))
    }

    #if canImport(Glibc)
      private static func connect(_ descriptor: CInt, _ address: UnsafePointer<sockaddr>?, _ size: socklen_t) -> CInt {
        unsafe Glibc.connect(descriptor, address, size)
      }
    #elseif canImport(Musl)
      private static func connect(_ descriptor: CInt, _ address: UnsafePointer<sockaddr>?, _ size: socklen_t) -> CInt {
        Musl.connect(descriptor, address, size)
      }
    #elseif canImport(Android)
      private static func connect(_ descriptor: CInt, _ address: UnsafePointer<sockaddr>?, _ size: socklen_t) -> CInt {
        address.map { Android.connect(descriptor, $0, size) } ?? -1
      }
    #endif
  }

  /// Wakes a thread that is waiting for a socket.
  ///
  /// `pipe` writes two numbers, and `read` and `write` get the size of their array. All use the address only during the call.
  final class Waker: Sendable {
    /// Becomes readable when `wake` is called.
    let descriptor: CInt
    private let input: CInt

    init() throws {
      var ends: [CInt] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else {
        throw unsafe RelayError.webSocket(code: CloseStatus.abnormal, reason: String(cString: strerror(errno)))
      }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      }
      (descriptor, input) = (ends[0], ends[1])
    }

    deinit {
      close(descriptor)
      close(input)
    }

    func wake() {
      var byte: UInt8 = 0
      // A full pipe wakes as well.
      _ = unsafe write(input, &byte, 1)
    }

    fileprivate func drain() {
      var bytes = [UInt8](repeating: 0, count: 64)
      while unsafe read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
  }
#endif
