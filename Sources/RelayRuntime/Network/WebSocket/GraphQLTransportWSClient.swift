import Foundation

/// The client side of `graphql-transport-ws`: one connection, any number of operations.
// Its properties form the state of one protocol and change together, on one actor: which values each may have depends on whether the
// connection is open, being opened, idle or paused.
actor GraphQLTransportWSClient {
  static let subprotocol = "graphql-transport-ws"

  private struct Operation {
    let request: NetworkRequest
    let continuation: AsyncThrowingStream<NetworkPayload, any Error>.Continuation
    /// The received messages that have not been consumed.
    let received: ReceivedBytes
    var wasSent = false
  }

  /// The longest payload of a ping that is echoed, and of an error that is read, in bytes.
  static let (maximumPing, maximumError) = (1 << 14, 1 << 18)

  /// The number of consecutive reconnection attempts that queries and mutations wait for if the configuration has no limit.
  static let maximumQueryRetries = 5
  /// The longest wait between two attempts.
  static let maximumDelay = Duration.seconds(30)
  /// The number of intervals between pings without data after which a connection counts as lost. The pings are sent at fixed times, so it is
  /// noticed up to one interval later.
  static let silentIntervals = 2

  private let url: URL
  private let configuration: WebSocketNetwork.Configuration
  private let transport: any WebSocketTransport
  private let maximumDelay: Duration
  private var operations = [String: Operation]()
  private var nextID = 1
  private let pauses = ReconnectionPauses()
  /// Sends over the acknowledged connection.
  private var outbox: WebSocketOutbox?
  /// The sessions of the stores whose operations have used the connection, or the attempt to open one.
  private var users: [StoreSession] = []
  private var session: Task<Void, Never>?
  /// The attempt to open a connection, or the pause before it. It is cancelled when the last operation ends.
  private var opening: Task<any WebSocketConnection, any Error>?
  private var pause: Task<Void, Never>?
  /// Whether the attempt was cancelled because the last operation ended.
  private var wasGivenUp = false
  private var idle: Task<Void, Never>?
  /// The credential of the newest connection. The flag below says whether it was renewed and no connection has delivered anything since.
  private var grant: WebSocketNetwork.Authentication.Grant?
  private var hasRenewed = false
  private var lastMessage = ContinuousClock.now
  /// Whether the connection has delivered something for an operation.
  private var hasDelivered = false
  private let room: ReceivedRoom

  /// - Parameter maximumDelay: the longest wait between two attempts.
  init(
    url: URL, configuration: WebSocketNetwork.Configuration, transport: any WebSocketTransport, maximumDelay: Duration = maximumDelay
  ) {
    self.url = url
    self.configuration = configuration
    self.transport = transport
    self.maximumDelay = maximumDelay
    room = ReceivedRoom(limit: max(configuration.maximumMessageSize, 0))
  }

  /// Starts an operation. Dropping the stream also ends the operation on the server.
  func start(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    let (stream, continuation) = AsyncThrowingStream<NetworkPayload, any Error>.makeStream()
    if let problem = Self.problem(of: request) {
      continuation.finish(throwing: RelayError.unsupportedOperation(problem))
      return stream
    }
    if users.contains(where: \.isOver) { retire() }
    let id = String(nextID)
    nextID += 1
    continuation.onTermination = { [weak self] termination in
      guard case .cancelled = termination else { return }
      Task { await self?.stop(id) }
    }
    operations[id] = Operation(request: request, continuation: continuation, received: room.add(id))
    addUser(of: request)
    idle?.cancel()
    if let outbox {
      post(id, to: outbox)
    } else {
      request.report(.connecting)
    }
    if session == nil { session = Task { await run() } }
    return stream
  }

  /// Ends the wait before the next attempt.
  nonisolated func reconnect() { pauses.endAll() }

  private func stop(_ id: String) {
    guard let operation = remove(id) else { return }
    if operation.wasSent { outbox?.send(Self.text(["id": .string(id), "type": "complete"])) }
    closeWhenIdle()
  }

  /// Adds the one whose operation uses the connection.
  private func addUser(of request: NetworkRequest) {
    if let user = request.session, !users.contains(where: { $0 === user }) { users.append(user) }
  }

  /// Gives up a connection that operations of a store have used which has been cleared since: for the server, it may still be the previous
  /// user's.
  private func retire() {
    for (id, operation) in operations {
      if !operation.request.isCurrent {
        finish(id, throwing: RelayError.storeCleared)
      } else if operation.wasSent, operation.request.operationKind == .mutation {
        let reason = "the connection was closed because a store was cleared"
        finish(id, throwing: RelayError.webSocket(code: CloseStatus.abnormal, reason: reason))
      } else {
        operations[id]?.wasSent = false
      }
    }
    users = []
    for operation in operations.values { addUser(of: operation.request) }
    if let outbox {
      self.outbox = nil
      outbox.connection.close(code: CloseStatus.normal, reason: "")
    } else if let opening {
      wasGivenUp = true
      opening.cancel()
    }
  }

  /// Ends the operations whose store has been cleared.
  private func finishOutdated() {
    for (id, operation) in operations where !operation.request.isCurrent { finish(id, throwing: RelayError.storeCleared) }
    users = []
    for operation in operations.values { addUser(of: operation.request) }
  }

  private func remove(_ id: String) -> Operation? {
    room.remove(id)
    return operations.removeValue(forKey: id)
  }

  // MARK: - The connection

  /// Keeps a connection while there are operations.
  private func run() async {
    var failures = 0
    hasRenewed = false
    while true {
      finishOutdated()
      if operations.isEmpty { break }
      (hasDelivered, wasGivenUp) = (false, false)
      var opened: ContinuousClock.Instant?
      do {
        let opening = Task { try await open() }
        self.opening = opening
        let result = await opening.result
        self.opening = nil
        let connection = try result.get()
        opened = .now
        try await receive(on: connection)
      } catch {
        outbox = nil
        if operations.isEmpty { break }
        // The attempt was cancelled because there were no operations, but a new one has started since.
        if wasGivenUp { continue }
        for (id, operation) in operations where operation.wasSent && operation.request.operationKind == .mutation {
          finish(id, throwing: (error as? WebSocketNetwork.Authentication.Failure)?.error ?? error)
        }
        // Only a connection that worked resets the count of failures. Otherwise a server that acknowledges every connection and then
        // drops it would be asked forever.
        if hasDelivered || opened.map({ $0.duration(to: .now) >= configuration.provingTime }) == true {
          (failures, hasRenewed) = (0, false)
        }
        var error = error
        do {
          if try await renewCredential(after: error) { continue }
        } catch let failure as URLError {
          // The server that renews credentials could not be reached.
          error = failure
          hasRenewed = false
        } catch let failure {
          for id in Array(operations.keys) { finish(id, throwing: failure) }
          break
        }
        failures += 1
        let isFinal = WebSocketFailure.isFinal(error)
        for (id, operation) in operations {
          let isSubscription = operation.request.operationKind == .subscription
          guard let limit = configuration.maximumRetries ?? (isSubscription ? nil : Self.maximumQueryRetries) else {
            if isFinal { finish(id, throwing: error) }
            continue
          }
          if isFinal || failures > limit { finish(id, throwing: error) }
        }
        if isFinal { break }
        for id in Array(operations.keys) { operations[id]?.wasSent = false }
        if operations.isEmpty { break }
        let pause = pauses.start(Backoff(initial: configuration.initialDelay, maximum: maximumDelay).delay(afterFailures: failures))
        self.pause = pause
        for operation in operations.values { operation.request.report(.reconnecting(attempt: failures), error: error) }
        await pause.value
        self.pause = nil
      }
    }
    session = nil
  }

  /// Renews the credential after a connection was rejected because of it.
  /// - Returns: whether another connection should be opened with the new one.
  private func renewCredential(after error: any Error) async throws -> Bool {
    if let failure = error as? WebSocketNetwork.Authentication.Failure { throw failure.error }
    guard WebSocketNetwork.Authentication.isRefusal(error), let grant, grant.isSigned, !hasRenewed else { return false }
    // A newer credential than the connection's has not been rejected yet.
    hasRenewed = grant.isNewest()
    for id in Array(operations.keys) { operations[id]?.wasSent = false }
    for operation in operations.values { operation.request.report(.reconnecting(attempt: 1), error: error) }
    let renewal = Task { try await grant.renew() }
    // If the last operation ends, waiting is no longer necessary.
    pause = Task { _ = await renewal.joined() }
    defer { pause = nil }
    do {
      try await renewal.value
    } catch is CancellationError where operations.isEmpty || pause?.isCancelled == true {
      // Operations that have started in the meantime open a new connection.
      hasRenewed = false
    }
    return true
  }

  /// Opens a connection, waits for its acknowledgement and sends the operations.
  private func open() async throws -> any WebSocketConnection {
    let grant: WebSocketNetwork.Authentication.Grant?
    do {
      grant = try await configuration.authentication?.grant()
    } catch let failure where !(failure is CancellationError) && !(failure is URLError) {
      throw WebSocketNetwork.Authentication.Failure(error: failure)
    }
    self.grant = grant
    var headers = configuration.headers
    if let grant { headers.merge(grant.headers) }
    try WebSocketHandshake.validate(headers)
    let payload = if let payload = grant?.payload { payload } else { try await configuration.connectionPayload() }
    try Task.checkCancellation()
    let limit = configuration.acknowledgementTimeout?.bounded
    let connection = try await connect(headers, within: limit)
    (connection as? any BoundedWebSocketConnection)?.limitMessages { [room = self.room] in room.room }
    return try await withTaskCancellationHandler {
      guard let limit else { return try await self.acknowledgement(of: payload, on: connection) }
      let timeout = Task {
        try await Task.sleep(for: limit)
        connection.close(code: CloseStatus.timeout, reason: "no acknowledgement")
      }
      defer { timeout.cancel() }
      let deadline = ContinuousClock.now.advanced(by: limit)
      do {
        return try await self.acknowledgement(of: payload, on: connection)
      } catch RelayError.webSocket(CloseStatus.noCode...CloseStatus.abnormal, _) where ContinuousClock.now >= deadline {
        throw RelayError.webSocket(code: CloseStatus.timeout, reason: "the server did not acknowledge the connection within \(limit)")
      }
    } onCancel: {
      connection.close(code: CloseStatus.normal, reason: "")
    }
  }

  /// Sends `connection_init`, and sends the operations after the server has acknowledged it.
  private func acknowledgement(of payload: JSON?, on connection: any WebSocketConnection) async throws -> any WebSocketConnection {
    do {
      return try await initialized(with: payload, connection)
    } catch RelayError.webSocket(OlderProtocol.refusal, "") {
      throw OlderProtocol.error
    }
  }

  private func initialized(with payload: JSON?, _ connection: any WebSocketConnection) async throws -> any WebSocketConnection {
    var message: [String: JSON] = ["type": "connection_init"]
    if let payload { message["payload"] = payload }
    let outbox = WebSocketOutbox(connection)
    try await connection.send(Self.text(message))
    while true {
      let message: GraphQLTransportWSMessage
      do {
        message = try await self.message(on: connection)
        switch message.type {
        case "connection_ack":
          try Task.checkCancellation()
          self.outbox = outbox
          lastMessage = .now
          for id in Array(operations.keys).ascending(by: { Int($0) ?? 0 }) { post(id, to: outbox) }
          return connection
        case "ping": try Self.answer(message, outbox)
        case "pong": break
        // A message of the previous protocol, with which some servers still reject a client.
        case "connection_error": throw RelayError.webSocket(code: CloseStatus.forbidden, reason: "the server refused the connection")
        case let type where OlderProtocol.has(type): throw OlderProtocol.error
        default:
          let reason = "\(message.type.prefix(32)) before the connection was acknowledged"
          throw RelayError.webSocket(code: CloseStatus.badRequest, reason: reason)
        }
      } catch {
        connection.close(code: CloseStatus.badRequest, reason: "unexpected message")
        throw error
      }
    }
  }

  /// The next message. If it is too long, the connection is closed.
  private func message(on connection: any WebSocketConnection) async throws -> GraphQLTransportWSMessage {
    let text = try await connection.receive()
    // An application's own transport may not enforce the limit.
    guard text.count <= room.limit else {
      connection.close(code: CloseStatus.messageTooLong, reason: "message too long")
      throw RelayError.responseTooLarge(limit: room.limit)
    }
    return try GraphQLTransportWSMessage(text)
  }

  /// Opens a connection, and closes it if the server does not accept it in time.
  private func connect(_ headers: HTTPNetwork.Headers, within limit: Duration?) async throws -> any WebSocketConnection {
    let opening = Task { [url = self.url, transport = self.transport, configuration = self.configuration] in
      try await transport.connect(
        to: url, subprotocol: Self.subprotocol, headers: headers, maximumMessageSize: max(configuration.maximumMessageSize, 0))
    }
    let timeout = limit.map { limit in
      Task {
        try await Task.sleep(for: limit)
        opening.cancel()
      }
    }
    defer { timeout?.cancel() }
    do {
      return try await opening.joined().get()
    } catch is CancellationError {
      try Task.checkCancellation()
      throw RelayError.webSocket(code: CloseStatus.timeout, reason: "the server did not answer\(limit.map { " within \($0)" } ?? "")")
    }
  }

  private func receive(on connection: any WebSocketConnection) async throws {
    let pings = configuration.pingInterval.flatMap { $0 > .zero ? $0.bounded : nil }.map { interval in
      Task { [weak self] in
        while true {
          try await Task.sleep(for: interval)
          await self?.ping(connection, interval: interval)
        }
      }
    }
    defer { pings?.cancel() }
    while true {
      do {
        var message: GraphQLTransportWSMessage
        do {
          message = try await self.message(on: connection)
        } catch {
          // Closed because there are no operations.
          if outbox == nil || operations.isEmpty { return outbox = nil }
          throw error
        }
        lastMessage = .now
        try handle(&message)
      } catch {
        connection.close(code: CloseStatus.badRequest, reason: "invalid message")
        throw error
      }
    }
  }

  /// - Parameter message: its payload is moved to the operation.
  private func handle(_ message: inout GraphQLTransportWSMessage) throws {
    let id = message.id
    switch message.type {
    case "ping": if let outbox { try Self.answer(message, outbox) }
    case "pong", "connection_ack": break
    case "next":
      guard let text = message.takePayload() else {
        throw RelayError.webSocket(code: CloseStatus.badResponse, reason: "a next message without payload")
      }
      // The server may have sent it before it learned that the operation has ended.
      guard let operation = operations[id] else { return }
      hasDelivered = true
      let payload: NetworkPayload
      do {
        payload = try NetworkPayload(data: text).received(operation.received)
      } catch {
        self.outbox?.send(Self.text(["id": .string(id), "type": "complete"]))
        return finish(id, throwing: error)
      }
      operation.continuation.yield(payload)
    case "error":
      guard let request = operations[id]?.request else { return }
      guard message.payloadCount ?? 0 <= Self.maximumError else {
        return finish(id, throwing: RelayError.responseTooLarge(limit: Self.maximumError))
      }
      let errors = GraphQLError.list(try message.payload())
      finish(
        id,
        throwing: request.operationKind == .subscription
          ? RelayError.subscription(errors) : RelayError.noData(operation: request.operationName, errors: errors))
    case "complete": finish(id, throwing: nil)
    case let type where OlderProtocol.has(type): throw OlderProtocol.error
    default: throw RelayError.webSocket(code: CloseStatus.badResponse, reason: "unknown message type \(message.type.prefix(32))")
    }
  }

  private static func answer(_ ping: GraphQLTransportWSMessage, _ outbox: WebSocketOutbox) throws {
    var pong: [String: JSON] = ["type": "pong"]
    // A long payload is not echoed.
    if let count = ping.payloadCount, count <= Self.maximumPing { pong["payload"] = try ping.payload() }
    outbox.sendPong(Self.text(pong))
  }

  private func ping(_ connection: any WebSocketConnection, interval: Duration) {
    if lastMessage.duration(to: .now) > interval * Self.silentIntervals {
      connection.close(code: CloseStatus.timeout, reason: "no answer to pings")
    } else {
      outbox?.sendPing(Self.text(["type": "ping"]))
    }
  }

  private func closeWhenIdle() {
    idle?.cancel()
    guard operations.isEmpty else { return }
    guard let outbox else {
      // A connection that is not open yet is no longer needed.
      wasGivenUp = opening != nil
      opening?.cancel()
      pause?.cancel()
      return
    }
    guard let limit = configuration.idleTimeout?.bounded else { return }
    idle = Task {
      do { try await Task.sleep(for: limit) } catch { return }
      closeIfIdle(outbox)
    }
  }

  private func closeIfIdle(_ outbox: WebSocketOutbox) {
    guard operations.isEmpty, self.outbox === outbox else { return }
    self.outbox = nil
    outbox.connection.close(code: CloseStatus.normal, reason: "")
  }

  private func finish(_ id: String, throwing error: (any Error)?) {
    guard let operation = remove(id) else { return }
    operation.continuation.finish(throwing: error)
    closeWhenIdle()
  }

  // MARK: - Messages

  /// Why no message can carry `request`; nil if one can.
  private static func problem(of request: NetworkRequest) -> String? {
    if !request.uploads.isEmpty { return "\(request.operationName) has files, which can be sent only in a request of an HTTPNetwork" }
    return request.text == nil && request.operationID == nil ? "\(request.operationName) has neither text nor a persisted id" : nil
  }

  private func post(_ id: String, to outbox: WebSocketOutbox) {
    guard let request = operations[id]?.request else { return }
    guard request.isCurrent else { return finish(id, throwing: RelayError.storeCleared) }
    operations[id]?.wasSent = true
    // Servers reject an operation without a text, but not one with an empty text.
    var payload: [String: JSON] = [
      "query": .string(request.text ?? ""), "operationName": .string(request.operationName), "variables": request.variables,
    ]
    if let onError = configuration.onError { payload["onError"] = .string(onError.rawValue) }
    var extensions = request.extensions
    // Some servers take an id beside a text for an automatic persisted query, and reject it.
    if request.text == nil, let operationID = request.operationID {
      let id = JSON.string(operationID)
      payload["id"] = id
      // The version and the hash are what Apollo's servers look for.
      extensions["persistedQuery"] = ["id": id, "version": 1, "sha256Hash": id]
    }
    if !extensions.isEmpty { payload["extensions"] = .object(extensions) }
    outbox.send(Self.text(["id": .string(id), "type": "subscribe", "payload": .object(payload)]), for: request)
    request.report(.connected)
  }

  private static func text(_ message: [String: JSON]) -> String {
    String(decoding: JSON.object(message).data, as: UTF8.self)
  }
}
