#if !canImport(Darwin)
  import Foundation
  import TestSupport
  import Testing

  @testable import RelayRuntime

  /// Which servers transports trust, and how they authenticate themselves, over HTTP and over WebSockets. Both sides use the same
  /// certificates.
  @Suite("TLS configurations", .hangGuard, .enabled(if: OpenSSL.system != nil && Curl.system != nil))
  struct TLSConfigurationTests {
    /// Answers requests and sockets, and records the requests.
    private static func server(_ requests: Recorder<String> = Recorder()) throws -> LoopbackServer {
      try LoopbackServer { peer in
        requests.append(try peer.request().target)
        try peer.respond(#"{"data":{}}"#)
      }
    }

    private static func socketServer() throws -> LoopbackServer {
      try LoopbackServer { peer in
        let socket = try WebSocketPeer(peer)
        try socket.forEachSubscription { id, _ in
          try socket.send(#"{"id":"\#(id)","type":"next","payload":{"data":{}}}"#)
          try socket.send(#"{"id":"\#(id)","type":"complete"}"#)
        }
      }
    }

    /// The outcome of an operation over HTTP, and of one over a WebSocket, with `tls`: the data, or the error's text.
    /// - Parameter requests: receives what the server gets over HTTP.
    private static func outcomes(
      _ tls: TransportConfiguration.TLS?, certificate: Certificate, clients: Certificate? = nil, host: String = "localhost",
      requests: Recorder<String> = Recorder()
    ) async throws -> [String] {
      let (plain, plainSocket) = (try Self.server(requests), try Self.socketServer())
      let front = try SecureFront(of: plain, certificate: certificate, clients: clients)
      let socketFront = try SecureFront(of: plainSocket, certificate: certificate, clients: clients)
      let configuration = TransportConfiguration(tls: tls)
      let network = HTTPNetwork(
        url: try #require(URL(string: "https://\(host):\(front.port)/graphql")), configuration: .init(retryPolicy: .never),
        transport: PlatformHTTPTransport(configuration: configuration))
      let socket = WebSocketNetwork(
        url: try #require(URL(string: "wss://\(host):\(socketFront.port)/graphql")), configuration: .patient(.init(maximumRetries: 0)),
        transport: PlatformWebSocketTransport(configuration: configuration))
      var outcomes: [String] = []
      do {
        outcomes += try await network.execute(HTTPNetworkTests.query()).texts()
      } catch {
        outcomes.append((error as? URLError).map { "\($0.code.rawValue)" } ?? "\(error)")
      }
      do {
        outcomes += try await socket.execute(WebSocketNetworkTests.subscription()).texts()
      } catch {
        outcomes.append("\(error)")
      }
      return outcomes
    }

    private static let data = #"{"data":{}}"#

    @Test("only a certificate in the configuration is trusted, with or without the system's", arguments: [true, false])
    func trust(system: Bool) async throws {
      let certificate = try Certificate()
      let tls = TransportConfiguration.TLS(trustedCertificates: [try certificate.der()], trustsSystemCertificates: system)
      #expect(try await Self.outcomes(tls, certificate: certificate) == [Self.data, Self.data])
      let untrusted = try await Self.outcomes(TransportConfiguration.TLS(), certificate: certificate)
      #expect(untrusted.first == "\(URLError.Code.serverCertificateUntrusted.rawValue)")
      #expect(untrusted.last?.contains("certificate was rejected") == true)
      let other = TransportConfiguration.TLS(
        trustedCertificates: [try Certificate.withCommonName("localhost").der()], trustsSystemCertificates: system)
      #expect(try await Self.outcomes(other, certificate: certificate).first == "\(URLError.Code.serverCertificateUntrusted.rawValue)")
    }

    @Test("if the server's key is not the pinned one, the connection is closed before anything is sent")
    func pins() async throws {
      let certificate = try Certificate()
      let hash = try TransportConfiguration.TLS.publicKeyHash(ofCertificate: certificate.der())
      // Computed with openssl x509 -pubkey, openssl pkey -pubin -outform der and openssl dgst -sha256.
      #expect(hash.base64EncodedString() == "nb080zCnXOF7rqYKeP5FhNVqChybOPDsu4hSl6ekPtk=")
      var tls = TransportConfiguration.TLS(
        trustedCertificates: [try certificate.der()], pinnedPublicKeys: [Data(repeating: 1, count: 32), hash])
      #expect(try await Self.outcomes(tls, certificate: certificate) == [Self.data, Self.data])
      tls.pinnedPublicKeys = [Data(repeating: 1, count: 32)]
      let requests = Recorder<String>()
      let refused = try await Self.outcomes(tls, certificate: certificate, requests: requests)
      #expect(requests.values.isEmpty)
      #expect(refused.first == "\(URLError.Code.serverCertificateUntrusted.rawValue)")
      #expect(refused.last?.contains("its public key is not one of the pinned ones") == true)
      // A pin alone does not establish trust.
      let pinned = TransportConfiguration.TLS(pinnedPublicKeys: [hash])
      #expect(try await Self.outcomes(pinned, certificate: certificate).first == "\(URLError.Code.serverCertificateUntrusted.rawValue)")
    }

    @Test("a certificate for another host is rejected before anything is sent")
    func otherHost() async throws {
      let certificate = try Certificate()
      let requests = Recorder<String>()
      let tls = TransportConfiguration.TLS(trustedCertificates: [try certificate.der()])
      // It reaches this machine, too.
      let outcomes = try await Self.outcomes(tls, certificate: certificate, host: "0.0.0.0", requests: requests)
      #expect(outcomes.first == "\(URLError.Code.serverCertificateUntrusted.rawValue)")
      #expect(outcomes.last?.contains("certificate was rejected") == true, "\(outcomes)")
      #expect(requests.values.isEmpty)
    }

    @Test(
      "a certificate with its host only in the common name is rejected before anything is sent, over HTTP as well",
      .enabled(if: Curl.system?.subjectAlternativeNames != nil), .cases)
    func commonName() async {
      await eachCase(of: ["localhost", "127.0.0.1"]) { try await commonName(of: $0) }
    }

    private func commonName(of host: String) async throws {
      let certificate = try Certificate.withCommonName(host)
      let requests = Recorder<String>()
      let tls = TransportConfiguration.TLS(trustedCertificates: [try certificate.der()])
      let outcomes = try await Self.outcomes(tls, certificate: certificate, host: host, requests: requests)
      #expect(outcomes.first == "\(URLError.Code.serverCertificateUntrusted.rawValue)")
      #expect(outcomes.last?.contains("mismatch") == true, "\(outcomes)")
      #expect(requests.values.isEmpty)
    }

    @Test("names are only checked with the OpenSSL that libcurl uses", .cases)
    func library() {
      eachCase(of: [
        ("libcurl/7.88.1 OpenSSL/3.0.19 zlib/1.2.13", "OpenSSL 3.0.19 27 Jan 2026", true),
        ("libcurl/7.74.0 (GnuTLS/3.7.1) OpenSSL/1.1.1w zlib/1.2.11", "OpenSSL 1.1.1w  11 Sep 2023", true),
        ("libcurl/7.88.1 OpenSSL/3.0.1 zlib/1.2.13", "OpenSSL 3.0.19 27 Jan 2026", false),
        ("libcurl/7.88.1 GnuTLS/3.7.9 zlib/1.2.13", "OpenSSL 3.0.19 27 Jan 2026", false),
        ("libcurl/7.88.1 (OpenSSL/3.0.19) GnuTLS/3.7.9", "OpenSSL 3.0.19 27 Jan 2026", false),
        ("libcurl/8.5.0 LibreSSL/3.8.2", "LibreSSL 3.8.2", false), ("libcurl/8.5.0 BoringSSL", "BoringSSL", false),
        ("libcurl/8.5.0 quictls/3.1.4", "OpenSSL 3.1.4+quic 24 Oct 2023", false), ("", "", false),
      ]) { #expect(SubjectAlternativeNames.uses($0.0, openSSL: $0.1) == $0.2) }
    }

    @Test("a server that requires a certificate gets the client's: PEM, PEM with a password, PKCS #12; without one it rejects")
    func clientIdentity() async throws {
      let certificate = try Certificate()
      let files = URL(filePath: certificate.path)
      let encrypted = try Certificate(Self.encryptedKey)
      let archive = try #require(Data(base64Encoded: Self.archive, options: .ignoreUnknownCharacters))
      for identity: TransportConfiguration.TLS.ClientIdentity in [
        .pem(certificates: files, privateKey: files, password: nil),
        .pem(certificates: files, privateKey: URL(filePath: encrypted.path), password: "secret"), .pkcs12(archive, password: "secret"),
      ] {
        let tls = TransportConfiguration.TLS(trustedCertificates: [try certificate.der()], clientIdentity: identity)
        #expect(try await Self.outcomes(tls, certificate: certificate, clients: certificate) == [Self.data, Self.data])
      }
      let none = TransportConfiguration.TLS(trustedCertificates: [try certificate.der()])
      #expect(try await Self.outcomes(none, certificate: certificate, clients: certificate).allSatisfy { $0 != Self.data })
      for identity: TransportConfiguration.TLS.ClientIdentity in [
        .pem(certificates: files, privateKey: URL(filePath: encrypted.path), password: nil),
        .pem(certificates: files, privateKey: URL(filePath: "/nowhere"), password: nil), .pkcs12(archive, password: "wrong"),
        .pkcs12(Data("no file".utf8), password: ""),
      ] {
        let tls = TransportConfiguration.TLS(trustedCertificates: [try certificate.der()], clientIdentity: identity)
        let outcomes = try await Self.outcomes(tls, certificate: certificate, clients: certificate)
        #expect(outcomes.allSatisfy { $0 != Self.data }, "\(outcomes)")
        #expect(outcomes.last?.hasPrefix("unsupportedOperation") == true, "\(outcomes)")
      }
    }

    @Test("invalid certificates and hashes are errors, and so is an empty list of trusted certificates")
    func mistakes() async throws {
      let certificate = try Certificate()
      for tls in [
        TransportConfiguration.TLS(trustedCertificates: [Data("no certificate".utf8)]),
        TransportConfiguration.TLS(pinnedPublicKeys: [Data([1, 2, 3])]),
        TransportConfiguration.TLS(trustsSystemCertificates: false),
      ] {
        let outcomes = try await Self.outcomes(tls, certificate: certificate)
        #expect(outcomes.allSatisfy { $0.hasPrefix("unsupportedOperation") }, "\(outcomes)")
      }
      for text in ["", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "-----BEGIN CERTIFICATE-----\n"] {
        #expect(throws: RelayError.self) { try TransportConfiguration.TLS.certificates(inPEM: text) }
      }
      let der = try certificate.der()
      for count in 0..<der.count {
        #expect(throws: RelayError.self) { try TransportConfiguration.TLS.publicKeyHash(ofCertificate: der.prefix(count)) }
      }
      // With any byte changed, the result is a hash or an error.
      for index in der.indices {
        for value in [0x00, 0x30, 0x7F, 0x80, 0x84, 0xFF] as [UInt8] {
          var changed = der
          changed[index] = value
          _ = try? TransportConfiguration.TLS.publicKeyHash(ofCertificate: changed)
        }
      }
    }

    @Test("metrics include TLS")
    func metrics() async throws {
      let certificate = try Certificate()
      let plain = try Self.server()
      let front = try SecureFront(of: plain, certificate: certificate)
      let events = Recorder<TransportEvent>()
      let configuration = TransportConfiguration(
        tls: TransportConfiguration.TLS(trustedCertificates: [try certificate.der()]), onEvent: { events.append($0) })
      let network = HTTPNetwork(
        url: try #require(URL(string: "https://localhost:\(front.port)/graphql")),
        transport: PlatformHTTPTransport(configuration: configuration))
      _ = try await network.execute(HTTPNetworkTests.query()).texts()
      guard case .completed(_, let metrics?, nil)? = events.values.last else { return #expect(Bool(false), "\(events.values)") }
      #expect(plain.connectionCount == 1)
      #expect(metrics.secureConnect.map { $0 > .zero } == true)
    }

    /// The certificate of the tests and its key, with the password `secret`.
    private static let archive = """
      MIID/AIBAzCCA7IGCSqGSIb3DQEHAaCCA6MEggOfMIIDmzCCAlIGCSqGSIb3DQEHBqCCAkMwggI/AgEAMIICOAYJKoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSI
      b3DQEFDDAcBAgH1i0J+tkCQAICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEELgH2BP0AKXXC9nBoJY9ijSAggHQONzIwDb9QPdCx3ESqveV6yz0hxkW93j3gD8K
      Baa41hR8Tc+rwCTIDlSWwVdt6zXxDnYlIx/DMzc/HTu/7EAY9LNY14w8yYZakX/S4wB2GFXEIvEekXuWvIzKALfM2kq2Loxy5d42sTtI+N34Jx0DJ0n4eAzDmG/zzmuaCi
      Dag0KPuLMDYd8aRd0xYmdzvzGYtKJzRpElWuiTjfUhpKWVUUHm5chNNkBnwSEcGjnbcu7FyxFsyoZVwyAb15SHQIEFoLriPADoJpdVSvaj7OGo3J3uAjx0sah366ABBHma
      R2gtb+Z23c3JZde2YlqL7LIbgykLwQbx4bAUAjZRIHubltsjfYdkvyW5kQ13dpRkM/zUk38DfW66QMj1367DDavGlhM/YwHAawyYQEfwsgyw23SKNp+qkEI1d7/HxMtogU
      7J8lsEe+dUM+187FcjGfOo0GMrcBnRpDHwuoma4k39K3KHGFMRIjzsT7z1GP78koZXj0x4Pv4KVaTlGQos3vkK4e8kMmc1ptlkO2Im6LVmv/1Eee2Ei+vcEiQY4oGSmdn3
      fbmdUVv87W9ZhwhPk2RKW60VSH97O+2umvFsAgBkbxyRaABz++y04/lRZ1bC+AswggFBBgkqhkiG9w0BBwGgggEyBIIBLjCCASowggEmBgsqhkiG9w0BDAoBAqCB7zCB7D
      BXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQITK2f0Q5J8kACAggAMAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBDt82r668YLC8B/MTeKXtg8BIGQ99M89TS6
      HilqiSafJmHX82Ut5Ah//MbZloJ242udaT/APQpKBTj5DQ/Kj3tjrMxMIpcioIT/cpZXzGq6/YheLRWTTEsI8gZG5y1GYlhce83OxTpu+p/rRRrJRPg4zJzSXtGBLy97/q
      FQmH/FsUCfQPoHqYIPJO4k8mMFuNPqDaMZtyQk56TTHSoMCtmQd1I/MSUwIwYJKoZIhvcNAQkVMRYEFJuWH4vk8x4YUn0jkcGLQ197wDHcMEEwMTANBglghkgBZQMEAgEF
      AAQgFfVw1dYgL4MMZNQLyDPMbdbPwm1pxa/PxjHthp15xWgECJPTTtp42vyjAgIIAA==
      """

    /// The key alone, with the same password.
    private static let encryptedKey = """
      -----BEGIN ENCRYPTED PRIVATE KEY-----
      MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiq6C6G64ngkgICCAAw
      DAYIKoZIhvcNAgkFADAdBglghkgBZQMEAQIEEHOKOQTYB9PdmGbL2rne5qoEgZBd
      cliQeeQVMJrq62+WlF1dp+sJu1U16vV3BOJ8uDhulV8Je3hIn8ApTjW5j4Gc13GU
      cAdB9X6FSGKph2DHsgZNWSWLIC+PPHYZJ9OZ3ihgfMg7VHhj1Apd8+EnNM1B1zYk
      QHZyXEDnGWDrSJLIbA+xPL+hVN3qtjjoFXCXxRHJ0fcgmBessKNoJHCHx8Djyxs=
      -----END ENCRYPTED PRIVATE KEY-----
      """
  }
#endif
