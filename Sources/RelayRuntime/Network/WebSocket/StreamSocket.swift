#if !canImport(Darwin)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// A connected TCP socket. Reads and writes block. The descriptor is closed with the last reference, never while someone uses it.
  final class StreamSocket: ByteStream {
    private let descriptor: CInt

    /// Connects to the first address of `host` that answers.
    init(host: String, port: Int) throws {
      var hints = addrinfo()
      hints.ai_family = AF_UNSPEC
      hints.ai_socktype = Self.streamType
      var list: UnsafeMutablePointer<addrinfo>?
      guard getaddrinfo(host, String(port), &hints, &list) == 0, let list else {
        throw RelayError.webSocket(code: 1006, reason: "cannot find host \(host)")
      }
      defer { freeaddrinfo(list) }
      var failure = EHOSTUNREACH
      for address in sequence(first: list, next: { $0.pointee.ai_next }) {
        let descriptor = socket(address.pointee.ai_family, address.pointee.ai_socktype, address.pointee.ai_protocol)
        guard descriptor >= 0 else { continue }
        if connect(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 {
          var on: CInt = 1
          setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
          self.descriptor = descriptor
          return
        }
        failure = errno
        close(descriptor)
      }
      throw RelayError.webSocket(code: 1006, reason: "cannot connect to \(host):\(port): \(String(cString: strerror(failure)))")
    }

    deinit {
      close(self.descriptor)
    }

    func read() throws -> [UInt8] {
      let capacity = 1 << 16
      while true {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
          count = recv(self.descriptor, buffer.baseAddress, capacity, 0)
          initialized = max(count, 0)
        }
        if count >= 0 { return bytes }
        if errno != EINTR { throw RelayError.webSocket(code: 1006, reason: String(cString: strerror(errno))) }
      }
    }

    func write(_ bytes: [UInt8]) throws {
      var written = 0
      while written < bytes.count {
        let count = bytes.withUnsafeBytes {
          send(self.descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written, CInt(MSG_NOSIGNAL))
        }
        if count >= 0 {
          written += count
        } else if errno != EINTR {
          throw RelayError.webSocket(code: 1006, reason: String(cString: strerror(errno)))
        }
      }
    }

    func shutdown() {
      _ = Self.shutDown(self.descriptor)
    }

    #if canImport(Glibc)
      private static let streamType = CInt(SOCK_STREAM.rawValue)
      private static func shutDown(_ descriptor: CInt) -> CInt { Glibc.shutdown(descriptor, CInt(SHUT_RDWR)) }
    #elseif canImport(Musl)
      private static let streamType = CInt(SOCK_STREAM)
      private static func shutDown(_ descriptor: CInt) -> CInt { Musl.shutdown(descriptor, CInt(SHUT_RDWR)) }
    #elseif canImport(Android)
      private static let streamType = CInt(SOCK_STREAM)
      private static func shutDown(_ descriptor: CInt) -> CInt { Android.shutdown(descriptor, CInt(SHUT_RDWR)) }
    #endif
  }
#endif
