#if !canImport(Darwin)
  import Foundation
  import FoundationNetworking

  /// A transfer while it runs. It belongs to the thread of its loop.
  ///
  /// It holds what libcurl's callbacks read and write for this transfer; this object is their only argument.
  final class CurlTransfer {
    let handle: Curl.Easy
    private let curl: Curl
    private let exchange: CurlExchange
    private let request: HTTPNetwork.Request
    private var lines = Curl.List()
    private var head = HTTPHeadParser()
    private var body: Body?
    private var bodySize: Int64 = 0
    /// The error of a callback.
    private var callbackFailure: (any Error)?
    private var lastActivity = ContinuousClock.now
    private var transferred: (Int64, Int64) = (0, 0)
    /// Whether nothing is received until the body has been read.
    private var isPaused = false

    /// The body to send, and what has been sent of it.
    private enum Body {
      case bytes(Data, sent: Int)
      case file(FileHandle)
    }

    /// - Parameter handle: libcurl's handle, which `close` releases.
    init(_ exchange: CurlExchange, _ curl: Curl, _ handle: Curl.Easy) {
      (self.exchange, self.curl, self.handle) = (exchange, curl, handle)
      request = exchange.request
    }

    deinit { close() }

    private var isClosed = false

    /// Releases the handle. It must not be in a multi handle.
    func close() {
      guard !isClosed else { return }
      isClosed = true
      curl.free(handle)
      curl.free(lines)
      if case .file(let file) = body { try? file.close() }
    }

    /// The time at which the transfer has been without data for too long; nil if it may be.
    var deadline: ContinuousClock.Instant? {
      guard !isPaused, let timeout = request.timeout?.bounded else { return nil }
      return lastActivity.advanced(by: timeout)
    }

    var silence: any Error { Self.error(.timedOut, "no data arrived for \(request.timeout ?? .zero)") }

    /// The error of a transfer that has ended.
    /// - Parameter code: libcurl's result.
    func failure(_ code: CInt) -> (any Error)? {
      if let callbackFailure { return callbackFailure }
      if code == 0 { return nil }
      // The progress callback may have ended it before the loop did.
      if exchange.isCancelled { return CancellationError() }
      return error(of: code)
    }

    /// Continues to receive after the body has been read.
    func resume() {
      guard isPaused else { return }
      isPaused = false
      lastActivity = .now
      curl.resume(handle)
    }

    // MARK: - Options

    /// Sets the options of the transfer.
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` if the library does not support them, and errors of the request's file.
    func configure() throws {
      curl.set(.usesNoSignals, 1, of: handle)
      // Otherwise, ending a transfer would wait for the system's search for its host.
      curl.set(.exitsQuickly, 1, of: handle)
      curl.set(.protocols, 1 | 2, of: handle)
      // Finds a peer that is gone, also where silence is allowed.
      curl.set(.keepsAlive, 1, of: handle)
      curl.set(.keepAliveIdleTime, 30, of: handle)
      curl.set(.keepAliveInterval, 10, of: handle)
      curl.set(.suppressesProxyHeaders, 1, of: handle)
      curl.set(.acceptedEncodings, "", of: handle)
      curl.requireSubjectAlternativeNames(of: handle)
      if let tls = exchange.tls { try configure(tls) }
      curl.set(.url, request.url.absoluteString, of: handle)
      try configureBody()
      curl.set(.method, request.method, of: handle)
      curl.set(.userAgent, "\(ProcessInfo.processInfo.processName) \(curl.name)", of: handle)

      curl.setCallbacks(self, of: handle)
      curl.set(.hasNoProgress, 0, of: handle)
      configureHeaders()
    }

    private func configureBody() throws {
      switch request.body {
      case .none: return curl.set(.isGET, 1, of: handle)
      case .bytes(let bytes):
        bodySize = Int64(bytes.count)
        body = .bytes(bytes, sent: 0)
      case .file(let url):
        let file = try FileHandle(forReadingFrom: url)
        body = .file(file)
        bodySize = Int64(clamping: try file.seekToEnd())
        try file.seek(toOffset: 0)
      }
      curl.set(.isPOST, 1, of: handle)
      curl.set(.bodySize, Int(clamping: bodySize), of: handle)
    }

    private func configureHeaders() {
      func append(_ line: String) { curl.append(line, to: &lines) }
      for (name, value) in request.headers { append(value.isEmpty ? "\(name);" : "\(name): \(value)") }
      // Waiting for `100 Continue` before sending a body costs a second with servers that do not send it.
      if request.headers["Expect"] == nil { append("Expect:") }
      curl.setHeaders(lines, of: handle)
    }

    private func configure(_ tls: TransportConfiguration.TLS) throws {
      func check(_ isTaken: Bool, _ what: String) throws {
        guard isTaken else { throw RelayError.unsupportedOperation("\(curl.name) of this system does not support \(what)") }
      }
      try tls.validate()
      if !tls.trustedCertificates.isEmpty || !tls.trustsSystemCertificates {
        // The library accepts only one list.
        var authorities = TransportConfiguration.TLS.pem(of: tls.trustedCertificates)
        if tls.trustsSystemCertificates { authorities += try SystemCertificates.pem() }
        // An empty list would mean the system's.
        guard !authorities.isEmpty else { throw RelayError.unsupportedOperation("the TLS configuration trusts no certificate authority") }
        try check(curl.trySet(.authorities, Data(authorities.utf8), of: handle), "certificates of authorities")
        try check(curl.trySet(.authoritiesFolder, nil, of: handle), "certificates of authorities")
      }
      if !tls.pinnedPublicKeys.isEmpty {
        let hashes = tls.pinnedKeyTexts.ascending().map { "sha256//\($0)" }.joined(separator: ";")
        try check(curl.trySet(.pinnedPublicKeys, hashes, of: handle), "pinned public keys")
      }
      guard let identity = tls.clientIdentity else { return }
      // Without a password, the library would prompt for one on the terminal.
      switch identity {
      case .pem(let certificates, let key, let password):
        try check(curl.trySet(.keyPassword, password ?? "", of: handle), "a client certificate")
        try check(curl.trySet(.certificateFile, certificates.path, of: handle), "a client certificate")
        try check(curl.trySet(.keyFile, key.path, of: handle), "a client certificate")
      case .pkcs12(let bytes, let password):
        try check(curl.trySet(.keyPassword, password, of: handle), "a client certificate")
        try check(curl.trySet(.certificateType, "P12", of: handle), "a client certificate of PKCS #12")
        try check(curl.trySet(.certificate, bytes, of: handle), "a client certificate of PKCS #12")
      }
    }

    /// The metrics of the transfer so far.
    func measured() -> TransportMetrics {
      func time(_ information: Curl.Information) -> Duration? {
        curl.number(information, of: handle).flatMap { $0 > 0 ? .microseconds($0) : nil }
      }
      var metrics = TransportMetrics(duration: time(.totalTime) ?? .zero)
      metrics.isReusedConnection = curl.number(.newConnections, of: handle) == 0 && time(.firstByteTime) != nil
      if !metrics.isReusedConnection {
        let (lookup, connect, secure) = (time(.nameLookupTime), time(.connectTime), time(.secureConnectTime))
        metrics.nameLookup = lookup
        metrics.connect = connect.map { $0 - (lookup ?? .zero) }
        metrics.secureConnect = secure.map { $0 - (connect ?? .zero) }
      }
      metrics.firstByte = time(.firstByteTime)
      metrics.requestBodyBytes = curl.number(.sentBytes, of: handle) ?? 0
      metrics.responseBodyBytes = curl.number(.receivedBytes, of: handle) ?? 0
      metrics.networkProtocol =
        switch curl.number(.httpVersion, of: handle) {
        case 1: "http/1.0"
        case 2: "http/1.1"
        case 3: "h2"
        case 30: "h3"
        default: nil
        }
      metrics.remoteAddress = curl.text(.address, of: handle).flatMap { $0.isEmpty ? nil : $0 }
      return metrics
    }

    // MARK: - Callbacks

    /// Pauses the transfer if the reader of the body must take bytes first.
    func pausesIfFull() -> Bool {
      guard exchange.isFull else { return false }
      isPaused = true
      return true
    }

    /// - Returns: whether the transfer goes on.
    func goesOn(received: Int64, sent: Int64) -> Bool {
      if transferred != (received, sent) {
        if transferred.1 != sent { reportSent(sent) }
        transferred = (received, sent)
        lastActivity = .now
      }
      return !exchange.isCancelled
    }

    private func reportSent(_ count: Int64) {
      guard let report = request.onUploadProgress, bodySize > 0 else { return }
      report(UploadProgress(bytesSent: min(count, bodySize), totalBytes: bodySize))
    }

    /// Takes a line of the head. With false, the transfer ends.
    func receiveHeader(_ line: Data) -> Bool {
      lastActivity = .now
      do {
        if let (status, headers) = try head.append(line) { exchange.receive(status, headers) }
        return true
      } catch {
        callbackFailure = error
        return false
      }
    }

    /// Takes bytes of the body. With false, the transfer ends.
    func receive(_ bytes: Data) -> Bool {
      lastActivity = .now
      if exchange.receive(bytes) { return true }
      callbackFailure = CancellationError()
      return false
    }

    /// The next bytes of the request's body, none at its end; nil if reading it failed.
    func nextBytes(upTo count: Int) -> Data? {
      lastActivity = .now
      switch body {
      case nil: return nil
      case .bytes(let bytes, let sent):
        let next = bytes.dropFirst(sent).prefix(count)
        body = .bytes(bytes, sent: sent + next.count)
        return next
      case .file(let file):
        do {
          return try file.read(upToCount: count) ?? Data()
        } catch {
          callbackFailure = error
          return nil
        }
      }
    }

    /// - Returns: whether the body can be sent again from there.
    func rewind(to offset: Int64) -> Bool {
      switch body {
      case nil: return false
      case .bytes(let bytes, _):
        guard offset <= bytes.count else { return false }
        body = .bytes(bytes, sent: Int(offset))
        return true
      case .file(let file): return (try? file.seek(toOffset: UInt64(offset))) != nil
      }
    }

    // MARK: - Errors

    private func error(of code: CInt) -> URLError {
      let kind: URLError.Code =
        switch code {
        case 3: .badURL
        case 5, 6: .cannotFindHost
        case 7: .cannotConnectToHost
        case 28: .timedOut
        case 35, 53, 54, 59, 66, 77, 80, 83, 91: .secureConnectionFailed
        case 58: .clientCertificateRejected
        case 51, 60, 90: .serverCertificateUntrusted
        case 61: .cannotDecodeContentData
        case 16, 18, 52, 55, 56, 65, 92, 95: .networkConnectionLost
        case 1...: .badServerResponse
        default: .unknown
        }
      return Self.error(kind, curl.description(of: code))
    }

    static func error(_ code: URLError.Code, _ text: String) -> URLError {
      URLError(code, userInfo: [NSLocalizedDescriptionKey: text])
    }
  }
#endif
