#if !canImport(Darwin)
  import Foundation

  /// An address to which a socket can connect.
  struct SocketAddress: Sendable {
    let family: CInt
    let type: CInt
    /// The number of the protocol.
    let number: CInt
    private let bytes: [UInt8]

    /// - Parameter information: an element of a list that has not been freed. The address is copied.
    @unsafe init?(_ information: addrinfo) {
      // `getaddrinfo` makes `ai_addr` the address of `ai_addrlen` bytes, which last as long as the list.
      guard let address = unsafe information.ai_addr else { return nil }
      (family, type, number) = unsafe (information.ai_family, information.ai_socktype, information.ai_protocol)
      bytes = unsafe Array(UnsafeRawBufferPointer(start: address, count: Int(information.ai_addrlen)))
    }

    /// Calls `body` with the address and its size in bytes. The pointer is valid during the call.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>?, socklen_t) -> Result) -> Result {
      // The bytes are those of a structure that starts as `sockaddr` does; the system reads as many as it is told.
      unsafe bytes.withUnsafeBytes { unsafe body($0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count)) }
    }
  }

  /// Finds the addresses of hosts.
  ///
  /// The system's function cannot be interrupted, and returns only when its name servers have answered or it gives up. So it runs on a
  /// separate thread, and the thread that waits for it can stop waiting.
  struct AddressLookup: Sendable {
    /// Nil if the host has no address.
    typealias Find = @Sendable (_ host: String, _ port: Int) -> [SocketAddress]?

    /// The threads of all lookups of this process, including those whose results are no longer needed.
    static let threads = ThreadBudget(limit: 64)

    private let threads: ThreadBudget
    private let find: Find

    init(threads: ThreadBudget = AddressLookup.threads, find: @escaping Find = { AddressLookup.find($0, $1) }) {
      self.threads = threads
      self.find = find
    }

    /// The addresses of a host.
    /// - Parameters:
    ///   - waker: interrupts waiting.
    ///   - check: called after an interruption; throws if the addresses are no longer needed.
    func addresses(of host: String, port: Int, waker: Waker, check: () throws -> Void) throws -> [SocketAddress] {
      if let addresses = Self.find(host, port, flags: AI_NUMERICHOST) { return addresses }
      let answer = Answer()
      let hasThread = threads.start("relay.lookup") { [find] in
        answer.set(find(host, port))
        waker.wake()
      }
      guard hasThread else { throw SystemThread.unavailable("there is no thread for finding the host \(host)") }
      while true {
        try check()
        if let addresses = answer.value {
          guard let addresses else { throw RelayError.webSocket(code: CloseStatus.abnormal, reason: "cannot find host \(host)") }
          return addresses
        }
        try StreamSocket.wait(for: waker)
      }
    }

    /// The result of a lookup; nil until there is one.
    private final class Answer: Sendable {
      private let state = Lock<[SocketAddress]??>(nil)

      var value: [SocketAddress]?? { state.withLock { $0 } }

      func set(_ addresses: [SocketAddress]?) { state.withLock { $0 = .some(addresses) } }
    }

    private static func find(_ host: String, _ port: Int, flags: CInt = 0) -> [SocketAddress]? {
      // The system reads the hints during the call. If it succeeds, the list is this function's, and valid until it is freed: after the
      // addresses have been copied.
      var hints = unsafe addrinfo()
      unsafe hints.ai_flags = flags
      unsafe hints.ai_family = AF_UNSPEC
      unsafe hints.ai_socktype = streamType
      var list: UnsafeMutablePointer<addrinfo>?
      guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let list = unsafe list else { return nil }
      defer { unsafe freeaddrinfo(list) }
      return unsafe sequence(first: list, next: { unsafe $0.pointee.ai_next }).compactMap { unsafe SocketAddress($0.pointee) }
    }

    #if canImport(Glibc)
      private static let streamType = CInt(SOCK_STREAM.rawValue)
    #else
      private static let streamType = CInt(SOCK_STREAM)
    #endif
  }
#endif
