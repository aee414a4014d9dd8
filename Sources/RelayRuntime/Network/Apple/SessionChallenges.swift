#if canImport(Darwin)
  import Foundation
  import Security

  /// Answers the challenges of a session's connections according to a configuration: the server's certificate, and the client's own. No
  /// other challenge is answered.
  struct SessionChallenges: Sendable {
    private let tls: TransportConfiguration.TLS?
    private let handler: (@Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?))?

    init(_ configuration: TransportConfiguration) {
      tls = configuration.tls
      handler = configuration.challengeHandler
    }

    /// - Parameters:
    ///   - answer: called once.
    ///   - onRefusal: called first, with the reason, if the connection is rejected. The session itself only reports that its task was
    ///     cancelled.
    func answer(
      _ challenge: URLAuthenticationChallenge, _ answer: @escaping ChallengeAnswer, onRefusal: @escaping @Sendable (any Error) -> Void
    ) {
      if let handler {
        Task {
          let (disposition, credential) = await handler(challenge)
          if disposition == .cancelAuthenticationChallenge { onRefusal(Self.error(of: challenge)) }
          answer(disposition, credential)
        }
        return
      }
      do {
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust: try judge(challenge, answer)
        case NSURLAuthenticationMethodClientCertificate:
          guard let identity = tls?.clientIdentity else { return answer(.performDefaultHandling, nil) }
          answer(.useCredential, try Self.credential(of: identity))
        default: answer(.rejectProtectionSpace, nil)
        }
      } catch {
        onRefusal(error)
        answer(.cancelAuthenticationChallenge, nil)
      }
    }

    private static func error(of challenge: URLAuthenticationChallenge) -> URLError {
      challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
        ? URLError(.serverCertificateUntrusted) : URLError(.userAuthenticationRequired)
    }

    private func judge(_ challenge: URLAuthenticationChallenge, _ answer: ChallengeAnswer) throws {
      guard let tls, let trust = challenge.protectionSpace.serverTrust else { return answer(.performDefaultHandling, nil) }
      try tls.validate()
      if !tls.trustedCertificates.isEmpty || !tls.trustsSystemCertificates {
        let authorities = tls.trustedCertificates.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        guard authorities.count == tls.trustedCertificates.count,
          SecTrustSetAnchorCertificates(trust, authorities as CFArray) == errSecSuccess,
          SecTrustSetAnchorCertificatesOnly(trust, !tls.trustsSystemCertificates) == errSecSuccess
        else { throw RelayError.unsupportedOperation("a trusted certificate is not accepted by this system") }
      }
      guard SecTrustEvaluateWithError(trust, nil) else { throw URLError(.serverCertificateUntrusted) }
      if !tls.pinnedPublicKeys.isEmpty {
        guard let certificate = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first,
          tls.pinnedPublicKeys.contains(
            try TransportConfiguration.TLS.publicKeyHash(ofCertificate: SecCertificateCopyData(certificate) as Data))
        else { throw URLError(.serverCertificateUntrusted) }
      }
      answer(.useCredential, URLCredential(trust: trust))
    }

    private static func credential(of identity: TransportConfiguration.TLS.ClientIdentity) throws -> URLCredential {
      guard case .pkcs12(let bytes, let password) = identity else {
        throw RelayError.unsupportedOperation("a client certificate in PEM files cannot be used on this platform: use PKCS #12")
      }
      var items: CFArray?
      let options = [kSecImportExportPassphrase as String: password]
      // The function writes a list during the call.
      guard unsafe SecPKCS12Import(bytes as CFData, options as CFDictionary, &items) == errSecSuccess,
        let item = (items as? [[String: Any]])?.first, let identity = item[kSecImportItemIdentity as String] as CFTypeRef?,
        CFGetTypeID(identity) == SecIdentityGetTypeID()
      else { throw RelayError.unsupportedOperation("the client certificate cannot be read: it is not PKCS #12, or the password is wrong") }
      let chain = (item[kSecImportItemCertChain as String] as? [SecCertificate])?.dropFirst()
      // Its type has been compared.
      return URLCredential(
        identity: unsafe unsafeDowncast(identity, to: SecIdentity.self), certificates: chain.map(Array.init), persistence: .forSession)
    }
  }

  extension TransportMetrics {
    /// The metrics of a task's last transaction: the library's tasks have only one.
    init(_ metrics: URLSessionTaskMetrics) {
      self.init(duration: .seconds(metrics.taskInterval.duration))
      guard let transaction = metrics.transactionMetrics.last else { return }
      func time(_ start: Date?, _ end: Date?) -> Duration? {
        guard let start, let end else { return nil }
        return .seconds(max(end.timeIntervalSince(start), 0))
      }
      nameLookup = time(transaction.domainLookupStartDate, transaction.domainLookupEndDate)
      connect = time(transaction.connectStartDate, transaction.secureConnectionStartDate ?? transaction.connectEndDate)
      secureConnect = time(transaction.secureConnectionStartDate, transaction.secureConnectionEndDate)
      firstByte = time(transaction.fetchStartDate, transaction.responseStartDate)
      requestBodyBytes = transaction.countOfRequestBodyBytesSent
      responseBodyBytes = transaction.countOfResponseBodyBytesReceived
      networkProtocol = transaction.networkProtocolName
      isReusedConnection = transaction.isReusedConnection
      remoteAddress = transaction.remoteAddress
    }
  }
#endif
