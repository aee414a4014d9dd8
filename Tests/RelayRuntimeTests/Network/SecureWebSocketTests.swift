#if !canImport(Darwin)
  import Foundation
  import TestSupport
  import Testing

  @testable import RelayRuntime

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// `wss:` with the library's own TLS client. It uses the system's OpenSSL; without OpenSSL only the error can be tested.
  @Suite("Secure WebSockets", .hangGuard)
  struct SecureWebSocketTests {
    private static func plainServer() throws -> LoopbackServer {
      try LoopbackServer { peer in
        let socket = try WebSocketPeer(peer)
        try socket.forEachSubscription { id, message in
          let size = message["payload"]?["variables"]?["a"]?.stringValue?.utf8.count ?? 0
          try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":{"size":\#(size)}}}"#)
          try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":"\#(String(repeating: "x", count: 300_000))"}}"#)
          try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
        }
      }
    }

    private static func subscription(_ text: String) -> NetworkRequest {
      NetworkRequest(
        operationName: "Changes", operationKind: .subscription, text: "subscription Changes { change }",
        variables: ["a": .string(text)])
    }

    @Test("a subscription over wss:, by name and by address, with messages of several TLS records", .enabled(if: OpenSSL.system != nil))
    func subscribe() async throws {
      let certificate = try Certificate()
      let plain = try Self.plainServer()
      let server = try SecureFront(of: plain, certificate: certificate)
      for host in ["localhost", "127.0.0.1"] {
        let url = try #require(URL(string: "wss://\(host):\(server.port)/graphql"))
        let network = WebSocketNetwork(url: url, configuration: .patient(), transport: try certificate.trustingTransport())
        let request = Self.subscription(String(repeating: "y", count: 100_000))
        let texts = try await network.execute(request).texts()
        #expect(texts.first == #"{"data":{"size":100000}}"#)
        #expect(texts.last?.utf8.count == 300_000 + #"{"data":""}"#.utf8.count)
      }
      #expect(server.connectionCount == 2 && plain.connectionCount == 2)
    }

    @Test("an untrusted certificate, or one for another host, is rejected without a retry", .enabled(if: OpenSSL.system != nil))
    func untrusted() async throws {
      let certificate = try Certificate()
      let plain = try Self.plainServer()
      let server = try SecureFront(of: plain, certificate: certificate)
      let trusted = try certificate.trustingTransport()
      for (host, transport) in [("localhost", PlatformWebSocketTransport()), ("0.0.0.0", trusted)] {
        let url = try #require(URL(string: "wss://\(host):\(server.port)/graphql"))
        let network = WebSocketNetwork(url: url, configuration: .patient(), transport: transport)
        let error = await #expect(throws: RelayError.self) { try await network.execute(Self.subscription("a")).texts() }
        guard case .webSocket(1015, let reason) = error else { throw Unexpected(description: "\(String(describing: error))") }
        #expect(reason.contains("certificate was rejected"), "\(reason)")
      }
      #expect(server.connectionCount == 2)
      #expect(plain.connectionCount == 0)
    }

    @Test(
      "a certificate with its host only in the common name is rejected", .enabled(if: OpenSSL.system != nil),
      arguments: [("localhost", "hostname mismatch"), ("127.0.0.1", "IP address mismatch")])
    func commonName(host: String, problem: String) async throws {
      let certificate = try Certificate.withCommonName(host)
      let plain = try Self.plainServer()
      let server = try SecureFront(of: plain, certificate: certificate)
      let url = try #require(URL(string: "wss://\(host):\(server.port)/graphql"))
      let network = WebSocketNetwork(url: url, configuration: .patient(), transport: try certificate.trustingTransport())
      let error = await #expect(throws: RelayError.self) { try await network.execute(Self.subscription("a")).texts() }
      guard case .webSocket(1015, let reason) = error else { throw Unexpected(description: "\(String(describing: error))") }
      // Trust is not the reason: the authority is known.
      #expect(reason.lowercased().contains(problem.lowercased()), "\(reason)")
      #expect(server.connectionCount == 1 && plain.connectionCount == 0)
    }

    @Test(
      "a server that does not speak TLS is an error, and a server that does not respond times out", .enabled(if: OpenSSL.system != nil))
    func noTLS() async throws {
      let plain = try LoopbackServer { peer in
        _ = try peer.read()
        try peer.write("HTTP/1.1 400 Bad Request\r\n\r\n")
      }
      await #expect(throws: RelayError.self) {
        try await WebSocketNetwork(url: plain.url("wss"), configuration: .patient(.init(maximumRetries: 0))).execute(Self.subscription("a"))
          .texts()
      }
      let silent = try LoopbackServer { peer in while true { _ = try peer.read() } }
      let configuration = WebSocketNetwork.Configuration(maximumRetries: 0, acknowledgementTimeout: .seconds(0.2))
      let error = await #expect(throws: RelayError.self) {
        try await WebSocketNetwork(url: silent.url("wss"), configuration: .patient(configuration)).execute(Self.subscription("a")).texts()
      }
      #expect(silent.connectionCount <= 1)
      guard case .webSocket(4408, _) = error else { throw Unexpected(description: "\(String(describing: error))") }
    }

    @Test("without OpenSSL the error names the alternatives", .enabled(if: OpenSSL.system == nil))
    func noOpenSSL() async throws {
      let url = try #require(URL(string: "wss://localhost/graphql"))
      let error = await #expect(throws: RelayError.self) {
        try await WebSocketNetwork(url: url, configuration: .patient()).execute(Self.subscription("a")).texts()
      }
      #expect(error?.localizedDescription.contains("server-sent events over https:") == true)
    }

    struct Unexpected: Error, CustomStringConvertible { let description: String }
  }

  /// Terminates TLS, and forwards everything to a server that does not use TLS.
  final class SecureFront: Sendable {
    private let server: LoopbackServer
    var port: Int { server.port }
    var connectionCount: Int { server.connectionCount }

    init(of plain: LoopbackServer, certificate: Certificate, clients: Certificate? = nil) throws {
      let port = plain.port
      server = try LoopbackServer { peer in
        let session = try certificate.session(clients: clients)
        func flush() throws { try peer.write(session.takeOutgoing()) }
        while true {
          let step = Result { try session.performHandshake() }
          try flush()
          if try step.get() { break }
          try session.put(try peer.read())
        }
        let inner = try Peer(connectingTo: port)
        let passOn: @Sendable () throws -> Void = {
          while true {
            try session.send(try inner.read())
            try peer.write(session.takeOutgoing())
          }
        }
        let hasEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          try? passOn()
          shutdown(peer.descriptor, CInt(SHUT_RDWR))
          hasEnded.signal()
        }
        defer {
          shutdown(inner.descriptor, CInt(SHUT_RDWR))
          shutdown(peer.descriptor, CInt(SHUT_RDWR))
          // Once a descriptor is closed, its number is that of another test's socket.
          hasEnded.wait()
          close(inner.descriptor)
        }
        // Bytes that arrived along with the end of the handshake are already in the session.
        var bytes: [UInt8] = []
        while !session.isClosed {
          try inner.write(try session.receive(bytes))
          bytes = try peer.read()
        }
      }
    }
  }

  extension Peer {
    /// A connection to a server on the loopback interface, to be closed by whoever uses it.
    fileprivate init(connectingTo port: Int) throws {
      #if canImport(Glibc)
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
      #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #endif
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      address.sin_port = in_port_t(port).bigEndian
      let isConnected = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      guard isConnected else { throw Peer.Closed() }
      self.init(descriptor: descriptor)
    }
  }

  /// A self-signed certificate for `localhost` and 127.0.0.1, with its key; for these tests only.
  final class Certificate: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "relay-certificate-\(UUID().uuidString).pem").path

    /// - Parameter text: the certificate and its key, in PEM.
    init(_ text: String = Certificate.text) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The certificate in DER.
    func der() throws -> Data {
      try #require(TransportConfiguration.TLS.certificates(inPEM: String(contentsOfFile: path, encoding: .utf8)).first)
    }

    /// Trusts the certificate in addition to those that the system trusts.
    func trustingTransport() throws -> PlatformWebSocketTransport {
      PlatformWebSocketTransport(configuration: TransportConfiguration(tls: TransportConfiguration.TLS(trustedCertificates: [try der()])))
    }

    /// The server's side of a session.
    /// - Parameter clients: the certificate that clients must present; nil if none is required.
    func session(clients: Certificate? = nil) throws -> TLSSession {
      let library = try #require(dlopen("libssl.so.3", RTLD_NOW) ?? dlopen("libssl.so.1.1", RTLD_NOW) ?? dlopen("libssl.so", RTLD_NOW))
      func function<Function>(_ name: String) throws -> Function { unsafeBitCast(try #require(dlsym(library, name)), to: Function.self) }
      let method: @convention(c) () -> OpaquePointer? = try function("TLS_server_method")
      let useCertificate: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> CInt = try function(
        "SSL_CTX_use_certificate_chain_file")
      let useKey: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, CInt) -> CInt = try function("SSL_CTX_use_PrivateKey_file")
      let accept: @convention(c) (OpaquePointer?) -> Void = try function("SSL_set_accept_state")
      let openSSL = try #require(OpenSSL.system)
      let context = try #require(openSSL.newContext(method()))
      defer { openSSL.freeContext(context) }
      try #require(useCertificate(context, path) == 1 && useKey(context, path, 1) == 1)
      if let clients {
        let (verifyPeer, failWithoutOne): (CInt, CInt) = (1, 2)
        openSSL.setVerification(context, verifyPeer | failWithoutOne, nil)
        try #require(openSSL.loadCertificates(context, clients.path, nil) == 1)
      }
      let session = try #require(openSSL.newSession(context))
      accept(session)
      return try TLSSession(openSSL, session)
    }

    /// Certificates without a subject alternative name, whose common name is that of the loopback interface.
    static func withCommonName(_ name: String) throws -> Certificate {
      try Certificate("\(try #require(Self.commonNames[name]))\n\(Self.key)")
    }

    private static let commonNames = [
      "localhost": """
      -----BEGIN CERTIFICATE-----
      MIIBSjCB8aADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
      dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
      bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE0dGqDCFdLkXq21SW
      OGiJYnLJuxH0R+lN1HHGE5RcobATXkJR10jMQNmnk6ZN5JKAdpsBik62XKGkVyTe
      hki4V6MyMDAwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUfFbnP4g4XsmwUKdp
      XGxAMQUtJzUwCgYIKoZIzj0EAwIDSAAwRQIhANwKRJmvC0b8v6EvPwjaX96/4SVw
      HE1E89rqWy9h0wZuAiA+nntPwHTrRdWO6J2mFPnFD05iCJl/14idSCZGiZJHOA==
      -----END CERTIFICATE-----
      """,
      "127.0.0.1": """
      -----BEGIN CERTIFICATE-----
      MIIBSzCB8aADAgECAgECMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCTEyNy4wLjAu
      MTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
      MTI3LjAuMC4xMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE0dGqDCFdLkXq21SW
      OGiJYnLJuxH0R+lN1HHGE5RcobATXkJR10jMQNmnk6ZN5JKAdpsBik62XKGkVyTe
      hki4V6MyMDAwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUfFbnP4g4XsmwUKdp
      XGxAMQUtJzUwCgYIKoZIzj0EAwIDSQAwRgIhAIjFcLbNQcakCE6bFXXTRTWnzU2q
      SELyNL2k+rOpSZBAAiEA5hFBL5nfzGUNArUvg9IKcljX8KO0twLO8f4sItGvRzU=
      -----END CERTIFICATE-----
      """,
    ]

    private static let key = """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDNd1iLj1q0KXA9IL
      rWJcuuFDmq54T82s6yefYEwHtMuhRANCAATR0aoMIV0uRerbVJY4aIlicsm7EfRH
      6U3UccYTlFyhsBNeQlHXSMxA2aeTpk3kkoB2mwGKTrZcoaRXJN6GSLhX
      -----END PRIVATE KEY-----
      """

    private static let text = """
      -----BEGIN CERTIFICATE-----
      MIIBZjCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
      c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
      CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPkWMtcH4eRf6/OP
      KDJ1wmVKK7jQ6hIcvYqyYpkDICfKCfPLTqtch6sOamwFs5HsFK2mRH22aVIvnc+L
      lJ/QkGSjTjBMMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAPBgNVHRMBAf8E
      BTADAQH/MB0GA1UdDgQWBBSZr4FCbF8Z5QI8412XKzpk/qr0qjAKBggqhkjOPQQD
      AgNHADBEAiBZMOAXjqdcSZeYy+61GPJFARdjtatsC4koGOvoFV9qjwIgFU7JFHPo
      QBasB2GfdXBPgVh8Ul7+Wa8nR85uOnvHOuY=
      -----END CERTIFICATE-----
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWDWepN82PcKLv7wH
      I+5EiA6Uzbd5TRrPf1q2cupMFM+hRANCAAT5FjLXB+HkX+vzjygydcJlSiu40OoS
      HL2KsmKZAyAnygnzy06rXIerDmpsBbOR7BStpkR9tmlSL53Pi5Sf0JBk
      -----END PRIVATE KEY-----
      """
  }
#endif
