#if !canImport(Darwin) && (arch(x86_64) || arch(arm64))
  import Foundation
  import FoundationNetworking

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// HTTP with the system's libcurl: each exchange runs on its own thread, which waits while its body is not being
  /// read.
  ///
  /// It does not follow redirects, answer challenges or keep cookies. It keeps connections for later exchanges.
  final class CurlClient: HTTPClient {
    private let curl: Curl
    private let tls: TLSConfiguration?
    private let idle = Lock<[CurlConnections]>([])
    private static let maximumIdle = 6

    /// Nil if the system has no usable libcurl.
    init?(tls: TLSConfiguration? = nil) {
      guard let curl = Curl.system else { return nil }
      self.curl = curl
      self.tls = tls
    }

    func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
      try Task.checkCancellation()
      guard ["http", "https"].contains(request.url.scheme?.lowercased()) else { throw URLError(.unsupportedURL) }
      guard let connections = idle.withLock({ $0.popLast() }) ?? CurlConnections(curl) else {
        throw RelayError.unsupportedOperation("libcurl cannot start a transfer")
      }
      let exchange = CurlExchange(request, tls: tls, over: connections)
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          exchange.start(head: continuation) { [weak self] in self?.keep(connections) }
        }
      } onCancel: {
        exchange.cancel()
      }
    }

    private func keep(_ connections: CurlConnections) {
      self.idle.withLock { idle in
        if idle.count < Self.maximumIdle { idle.append(connections) }
      }
    }
  }

  /// One transfer at a time, and the connections that it may reuse. Used by one thread at a time, except for `wakeUp`.
  final class CurlConnections: @unchecked Sendable {
    let curl: Curl
    let transfer: Curl.Handle
    let multi: Curl.Handle

    init?(_ curl: Curl) {
      guard let transfer = curl.newTransfer() else { return nil }
      guard let multi = curl.newMulti() else {
        curl.freeTransfer(transfer)
        return nil
      }
      self.curl = curl
      self.transfer = transfer
      self.multi = multi
    }

    deinit {
      curl.freeTransfer(transfer)
      _ = curl.freeMulti(multi)
    }

    /// Wakes the waiting thread. May be called on any thread.
    func wakeUp() { _ = curl.wakeUp(multi) }
  }

  /// One request and its response.
  private final class CurlExchange: Sendable {
    private let request: HTTPRequest
    private let tls: TLSConfiguration?
    private let connections: CurlConnections
    private let isCancelled: CancellationFlag
    private let room: DispatchSemaphore
    private let inbox: BodyInbox
    private let head = Lock<CheckedContinuation<HTTPResponse, any Error>?>(nil)

    /// The number of bytes of a body that may wait to be read.
    private static let capacity = 1 << 18

    init(_ request: HTTPRequest, tls: TLSConfiguration?, over connections: CurlConnections) {
      let room = DispatchSemaphore(value: 0)
      let isCancelled = CancellationFlag()
      self.request = request
      self.tls = tls
      self.connections = connections
      self.room = room
      self.isCancelled = isCancelled
      inbox = BodyInbox(capacity: Self.capacity, limit: .max) {
        room.signal()
      } onAbandon: {
        isCancelled.set()
        connections.wakeUp()
      }
    }

    /// - Parameter onEnd: called when the connections are free, unless they must be closed.
    func start(head: CheckedContinuation<HTTPResponse, any Error>, onEnd: @escaping @Sendable () -> Void) {
      self.head.withLock { $0 = head }
      let thread = Thread {
        // A lost connection should cause an error rather than a signal.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let transfer = CurlTransfer(self.request, tls: self.tls, over: self.connections, isCancelled: self.isCancelled) {
          [inbox = self.inbox] status, headers in
          self.request.observer?.receive(status, headers)
          self.takeHead()?.resume(returning: HTTPResponse(status: status, headers: headers, body: inbox.stream))
        } onBody: { bytes in
          switch self.inbox.add(bytes) {
          case .hasRoom: return true
          case .isClosed: return false
          case .isFull:
            self.room.wait()
            return !self.isCancelled.isSet
          }
        }
        let failure = transfer.run()
        self.request.observer?.end(transfer.metrics, failure)
        // The next exchange may use the connection before this exchange has ended.
        onEnd()
        self.takeHead()?.resume(throwing: failure ?? RelayError.malformedResponse("the connection ended before a response"))
        self.inbox.finish(throwing: failure)
      }
      thread.name = "relay-http"
      thread.start()
    }

    func cancel() {
      isCancelled.set()
      connections.wakeUp()
    }

    private func takeHead() -> CheckedContinuation<HTTPResponse, any Error>? {
      self.head.withLock { head in
        defer { head = nil }
        return head
      }
    }
  }

  private final class CancellationFlag: Sendable {
    private let flag = Lock(false)

    var isSet: Bool { flag.withLock { $0 } }

    func set() { flag.withLock { $0 = true } }
  }

  /// A transfer while it runs, on its thread.
  /// It holds what libcurl's callbacks read and write for this transfer; this object is their only argument.
  private final class CurlTransfer {
    private let request: HTTPRequest
    private let tls: TLSConfiguration?
    private let connections: CurlConnections
    private let isCancelled: CancellationFlag
    private let onHead: (Int, HTTPHeaders) -> Void
    private let onBody: (Data) -> Bool
    private var head = HTTPHeadParser()
    private var file: FileHandle?
    /// The error of a callback.
    private var failure: (any Error)?
    private var lastActivity = ContinuousClock.now
    private var transferred: (Int64, Int64) = (0, 0)
    private var bodySize: Int64 = 0
    /// The metrics of a finished transfer, if requested.
    private(set) var metrics: TransportMetrics?

    init(
      _ request: HTTPRequest, tls: TLSConfiguration?, over connections: CurlConnections, isCancelled: CancellationFlag,
      onHead: @escaping (Int, HTTPHeaders) -> Void,
      onBody: @escaping (Data) -> Bool
    ) {
      self.request = request
      self.tls = tls
      self.connections = connections
      self.isCancelled = isCancelled
      self.onHead = onHead
      self.onBody = onBody
    }

    /// Runs the transfer to its end.
    /// - Returns: the error, if it failed.
    func run() -> (any Error)? {
      do {
        // libcurl reads the bytes in place.
        if case .bytes(let bytes) = request.body {
          try bytes.withUnsafeBytes { try self.run(body: $0) }
        } else {
          try self.run(body: nil)
        }
        return nil
      } catch {
        return error
      }
    }

    private func run(body: UnsafeRawBufferPointer?) throws {
      let (curl, transfer, multi) = (connections.curl, connections.transfer, connections.multi)
      let list: UnsafeMutableRawPointer?
      do {
        list = try configure(body)
      } catch {
        curl.reset(transfer)
        throw error
      }
      guard curl.add(multi, transfer) == 0 else {
        curl.reset(transfer)
        curl.freeList(list)
        throw RelayError.unsupportedOperation("libcurl cannot start a transfer")
      }
      defer {
        if request.observer != nil { metrics = measured() }
        _ = curl.remove(multi, transfer)
        curl.reset(transfer)
        curl.freeList(list)
        try? file?.close()
      }
      lastActivity = .now
      var running: CInt = 1
      while true {
        guard curl.perform(multi, &running) == 0 else { throw URLError(.unknown) }
        if isCancelled.isSet { throw CancellationError() }
        if running == 0 { break }
        var milliseconds: CInt = 60_000
        if let timeout = request.timeout?.bounded {
          let left = timeout - lastActivity.duration(to: .now)
          guard left > .zero else { throw Self.error(.timedOut, "no data arrived for \(timeout)") }
          milliseconds = CInt(min(left.seconds * 1_000, 60_000).rounded(.up))
        }
        curl.wait(multi, milliseconds: milliseconds)
      }
      let code = curl.result(multi) ?? 0
      if let failure = self.failure { throw failure }
      if code != 0 { throw self.error(of: code) }
    }

    /// - Returns: the list of header fields, which must exist as long as the transfer.
    private func configure(_ body: UnsafeRawBufferPointer?) throws -> UnsafeMutableRawPointer? {
      let (curl, transfer) = (connections.curl, connections.transfer)
      let this = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
      curl.set(.usesNoSignals, 1, of: transfer)
      curl.set(.protocols, 1 | 2, of: transfer)
      curl.set(.suppressesProxyHeaders, 1, of: transfer)
      curl.set(.acceptedEncodings, "", of: transfer)
      if let tls { try self.configure(tls) }
      curl.set(.url, request.url.absoluteString, of: transfer)
      switch request.body {
      case .none: curl.set(.isGET, 1, of: transfer)
      case .bytes:
        curl.set(.isPOST, 1, of: transfer)
        curl.set(.bodySize, body?.count ?? 0, of: transfer)
        bodySize = Int64(body?.count ?? 0)
        // Without a pointer to bytes, libcurl would call the read callback.
        let bytes = body?.baseAddress.map { UnsafeRawPointer($0) } ?? this
        curl.set(.bodyBytes, bytes, of: transfer)
      case .file(let url):
        let file = try FileHandle(forReadingFrom: url)
        self.file = file
        let size = try file.seekToEnd()
        try file.seek(toOffset: 0)
        curl.set(.isPOST, 1, of: transfer)
        curl.set(.bodySize, Int(clamping: size), of: transfer)
        bodySize = Int64(clamping: size)
      }
      curl.set(.method, request.method, of: transfer)
      let agent = "\(ProcessInfo.processInfo.processName) \(curl.name)"
      curl.set(.userAgent, agent, of: transfer)

      for option in [Curl.PointerOption.writeContext, .readContext, .headerContext, .seekContext, .progressContext] {
        curl.set(option, this, of: transfer)
      }
      curl.set(.write, { CurlTransfer.at($3).write($0, $1, $2) }, of: transfer)
      curl.set(.read, { CurlTransfer.at($3).read($0, $1, $2) }, of: transfer)
      curl.set(.header, { CurlTransfer.at($3).header($0, $1, $2) }, of: transfer)
      curl.setSeek({ CurlTransfer.at($0).seek($1, $2) }, of: transfer)
      curl.setProgress({ CurlTransfer.at($0).progress($2, $4) }, of: transfer)
      curl.set(.hasNoProgress, 0, of: transfer)

      var list: UnsafeMutableRawPointer?
      func append(_ line: String) { list = line.withCString { curl.append(list, $0) } ?? list }
      for (name, value) in request.headers { append(value.isEmpty ? "\(name);" : "\(name): \(value)") }
      // Waiting for `100 Continue` before sending a body costs a second with servers that do not send it.
      if request.headers["Expect"] == nil { append("Expect:") }
      curl.set(.headers, list, of: transfer)
      return list
    }

    private func configure(_ tls: TLSConfiguration) throws {
      let (curl, transfer) = (connections.curl, connections.transfer)
      func check(_ isTaken: Bool, _ what: String) throws {
        guard isTaken else { throw RelayError.unsupportedOperation("\(curl.name) of this system does not support \(what)") }
      }
      try tls.validate()
      if !tls.trustedCertificates.isEmpty || !tls.trustsSystemCertificates {
        // The library accepts only one list.
        var authorities = TLSConfiguration.pem(of: tls.trustedCertificates)
        if tls.trustsSystemCertificates { authorities += try SystemCertificates.pem() }
        // An empty list would mean the system's.
        guard !authorities.isEmpty else { throw RelayError.unsupportedOperation("the TLS configuration trusts no certificate authority") }
        try check(curl.trySet(.authorities, Data(authorities.utf8), of: transfer), "certificates of authorities")
        try check(curl.trySet(.authoritiesFolder, nil, of: transfer), "certificates of authorities")
      }
      if !tls.pinnedPublicKeys.isEmpty {
        let hashes = tls.pinnedPublicKeys.map { "sha256//\($0.base64EncodedString())" }.sorted().joined(separator: ";")
        try check(curl.trySet(.pinnedPublicKeys, hashes, of: transfer), "pinned public keys")
      }
      guard let identity = tls.clientIdentity else { return }
      // Without a password, the library would prompt for one on the terminal.
      switch identity {
      case .pem(let certificates, let key, let password):
        try check(curl.trySet(.keyPassword, password ?? "", of: transfer), "a client certificate")
        try check(curl.trySet(.certificateFile, certificates.path, of: transfer), "a client certificate")
        try check(curl.trySet(.keyFile, key.path, of: transfer), "a client certificate")
      case .pkcs12(let bytes, let password):
        try check(curl.trySet(.keyPassword, password, of: transfer), "a client certificate")
        try check(curl.trySet(.certificateType, "P12", of: transfer), "a client certificate of PKCS #12")
        try check(curl.trySet(.certificate, bytes, of: transfer), "a client certificate of PKCS #12")
      }
    }

    /// The metrics of the transfer so far.
    private func measured() -> TransportMetrics {
      let (curl, transfer) = (connections.curl, connections.transfer)
      func time(_ information: Curl.Information) -> Duration? {
        curl.number(information, of: transfer).flatMap { $0 > 0 ? .microseconds($0) : nil }
      }
      var metrics = TransportMetrics(duration: time(.totalTime) ?? .zero)
      metrics.isReusedConnection = curl.number(.newConnections, of: transfer) == 0 && time(.firstByteTime) != nil
      if !metrics.isReusedConnection {
        let (lookup, connect, secure) = (time(.nameLookupTime), time(.connectTime), time(.secureConnectTime))
        metrics.nameLookup = lookup
        metrics.connect = connect.map { $0 - (lookup ?? .zero) }
        metrics.secureConnect = secure.map { $0 - (connect ?? .zero) }
      }
      metrics.firstByte = time(.firstByteTime)
      metrics.requestBodyBytes = curl.number(.sentBytes, of: transfer) ?? 0
      metrics.responseBodyBytes = curl.number(.receivedBytes, of: transfer) ?? 0
      metrics.networkProtocol =
        switch curl.number(.httpVersion, of: transfer) {
        case 1: "http/1.0"
        case 2: "http/1.1"
        case 3: "h2"
        case 30: "h3"
        default: nil
        }
      metrics.remoteAddress = curl.text(.address, of: transfer).flatMap { $0.isEmpty ? nil : $0 }
      return metrics
    }

    // MARK: - Callbacks

    private static func at(_ context: UnsafeMutableRawPointer?) -> Callbacks { Callbacks(context) }

    /// The transfer for which libcurl has called a callback; every callback has one.
    private struct Callbacks {
      private let transfer: CurlTransfer?

      init(_ context: UnsafeMutableRawPointer?) {
        transfer = context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
      }

      func write(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int) -> Int {
        transfer?.take(bytes, size * count) { $0.receive($1) } ?? 0
      }

      func header(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int) -> Int {
        transfer?.take(bytes, size * count) { $0.receiveHeader($1) } ?? 0
      }

      func read(_ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int) -> Int {
        // CURL_READFUNC_ABORT
        guard let buffer, let transfer = self.transfer else { return 0x1000_0000 }
        return transfer.fill(UnsafeMutableRawBufferPointer(start: buffer, count: size * count)) ?? 0x1000_0000
      }

      func seek(_ offset: Int64, _ origin: CInt) -> CInt {
        guard origin == SEEK_SET, offset >= 0, let file = transfer?.file else { return 2 }
        return (try? file.seek(toOffset: UInt64(offset))) == nil ? 1 : 0
      }

      func progress(_ received: Int64, _ sent: Int64) -> CInt {
        guard let transfer = self.transfer else { return 1 }
        if transfer.transferred != (received, sent) {
          if transfer.transferred.1 != sent { transfer.reportSent(sent) }
          transfer.transferred = (received, sent)
          transfer.lastActivity = .now
        }
        return transfer.isCancelled.isSet ? 1 : 0
      }
    }

    private func reportSent(_ count: Int64) {
      guard let report = request.onUploadProgress, bodySize > 0 else { return }
      report(UploadProgress(bytesSent: min(count, bodySize), totalBytes: bodySize))
    }

    /// - Returns: the number of bytes taken. If it is smaller than `count`, the transfer ends.
    private func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ body: (CurlTransfer, Data) -> Bool) -> Int {
      guard let bytes else { return 0 }
      defer { lastActivity = .now }
      return body(self, Data(bytes: bytes, count: count)) ? count : 0
    }

    private func receiveHeader(_ line: Data) -> Bool {
      do {
        if let (status, headers) = try head.append(line) { onHead(status, headers) }
        return true
      } catch {
        failure = error
        return false
      }
    }

    private func receive(_ bytes: Data) -> Bool {
      if onBody(bytes) { return true }
      failure = CancellationError()
      return false
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
      guard let file = self.file else { return nil }
      do {
        let bytes = try file.read(upToCount: buffer.count) ?? Data()
        buffer.copyBytes(from: bytes)
        lastActivity = .now
        return bytes.count
      } catch {
        failure = error
        return nil
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
      return Self.error(kind, connections.curl.description(of: code))
    }

    private static func error(_ code: URLError.Code, _ text: String) -> URLError {
      URLError(code, userInfo: [NSLocalizedDescriptionKey: text])
    }
  }
#endif
