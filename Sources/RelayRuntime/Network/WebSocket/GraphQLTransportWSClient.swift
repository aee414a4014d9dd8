import Foundation

/// The client side of `graphql-transport-ws`: one connection, any number of operations.
actor GraphQLTransportWSClient {
  static let subprotocol = "graphql-transport-ws"

  private struct Operation {
    let request: NetworkRequest
    let continuation: AsyncThrowingStream<NetworkPayload, any Error>.Continuation
    var wasSent = false
  }

  private let url: URL
  private let configuration: WebSocketNetwork.Configuration
  private let transport: any WebSocketTransport
  private var operations: [String: Operation] = [:]
  private var nextID = 1
  /// The acknowledged connection.
  private var connection: (any WebSocketConnection)?
  private var session: Task<Void, Never>?
  private var idle: Task<Void, Never>?
  private var lastMessage = ContinuousClock.now

  init(url: URL, configuration: WebSocketNetwork.Configuration, transport: any WebSocketTransport) {
    self.url = url
    self.configuration = configuration
    self.transport = transport
  }

  /// Starts an operation. Dropping the stream ends it on the server too.
  func start(_ request: NetworkRequest) -> AsyncThrowingStream<NetworkPayload, any Error> {
    let (stream, continuation) = AsyncThrowingStream<NetworkPayload, any Error>.makeStream()
    let id = String(self.nextID)
    self.nextID += 1
    continuation.onTermination = { [weak self] termination in
      guard case .cancelled = termination else { return }
      Task { await self?.stop(id) }
    }
    self.operations[id] = Operation(request: request, continuation: continuation)
    self.idle?.cancel()
    if let connection {
      self.post(id, on: connection)
    } else {
      request.report(.connecting)
    }
    if self.session == nil { self.session = Task { await self.run() } }
    return stream
  }

  private func stop(_ id: String) {
    guard let operation = self.operations.removeValue(forKey: id) else { return }
    if operation.wasSent, let connection { self.send(["id": .string(id), "type": "complete"], on: connection) }
    self.closeWhenIdle()
  }

  // MARK: - The connection

  /// Keeps a connection as long as there are operations.
  private func run() async {
    var failures = 0
    while !self.operations.isEmpty {
      do {
        let connection = try await self.open()
        let opened = ContinuousClock.now
        // Only a connection that was good for something ends a row of failures; otherwise a server that drops each one at once would be
        // asked again and again without a pause.
        defer { if self.lastMessage > opened || opened.duration(to: .now) > .seconds(30) { failures = 0 } }
        try await self.receive(on: connection)
      } catch {
        self.connection = nil
        for (id, operation) in self.operations where operation.wasSent && operation.request.operationKind == .mutation {
          self.finish(id, throwing: error)
        }
        failures += 1
        guard !Self.isFatal(error), failures <= self.configuration.maximumRetries else {
          for id in Array(self.operations.keys) { self.finish(id, throwing: error) }
          break
        }
        for id in Array(self.operations.keys) { self.operations[id]?.wasSent = false }
        if self.operations.isEmpty { break }
        for operation in self.operations.values { operation.request.report(.reconnecting(attempt: failures), error: error) }
        let delay = min(self.configuration.initialDelay.seconds * Double(1 << min(failures - 1, 8)), 30)
        try? await Task.sleep(for: .seconds(delay * Double.random(in: 1...1.25)))
      }
    }
    self.session = nil
  }

  /// Opens a connection, waits for its acknowledgement and sends the operations.
  private func open() async throws -> any WebSocketConnection {
    let payload = try await self.configuration.connectionPayload()
    let limit = self.configuration.acknowledgementTimeout?.bounded
    let connection = try await self.connect(within: limit)
    guard let limit else { return try await self.acknowledgement(of: payload, on: connection) }
    let timeout = Task {
      try await Task.sleep(for: limit)
      connection.close(code: 4408, reason: "no acknowledgement")
    }
    defer { timeout.cancel() }
    let deadline = ContinuousClock.now.advanced(by: limit)
    do {
      return try await self.acknowledgement(of: payload, on: connection)
    } catch RelayError.webSocket(1005...1006, _) where ContinuousClock.now >= deadline {
      throw RelayError.webSocket(code: 4408, reason: "the server did not acknowledge the connection within \(limit)")
    }
  }

  /// Introduces this client, and sends the operations when the server has agreed.
  private func acknowledgement(of payload: JSON?, on connection: any WebSocketConnection) async throws -> any WebSocketConnection {
    var message: [String: JSON] = ["type": "connection_init"]
    if let payload { message["payload"] = payload }
    try await connection.send(Self.text(message))
    while true {
      let (type, message) = try Self.decode(try await connection.receive())
      switch type {
      case "connection_ack":
        self.connection = connection
        self.lastMessage = .now
        for id in self.operations.keys.sorted(by: { (Int($0) ?? 0) < (Int($1) ?? 0) }) { self.post(id, on: connection) }
        return connection
      case "ping": try await connection.send(Self.text(Self.pong(message)))
      case "pong": break
      default:
        connection.close(code: 4400, reason: "unexpected message")
        throw RelayError.webSocket(code: 4400, reason: "\(type) before the connection was acknowledged")
      }
    }
  }

  /// A server that takes the connection and then says nothing counts as one that is not there.
  private func connect(within limit: Duration?) async throws -> any WebSocketConnection {
    let opening = Task { [url = self.url, transport = self.transport, headers = self.configuration.headers] in
      try await transport.connect(to: url, subprotocol: Self.subprotocol, headers: headers)
    }
    let timeout = limit.map { limit in
      Task {
        try await Task.sleep(for: limit)
        opening.cancel()
      }
    }
    defer { timeout?.cancel() }
    do {
      return try await opening.value
    } catch is CancellationError {
      throw RelayError.webSocket(code: 4408, reason: "the server did not answer\(limit.map { " within \($0)" } ?? "")")
    }
  }

  private func receive(on connection: any WebSocketConnection) async throws {
    let pings = self.configuration.pingInterval.flatMap { $0 > .zero ? $0.bounded : nil }.map { interval in
      Task { [weak self] in
        while true {
          try await Task.sleep(for: interval)
          await self?.ping(connection, interval: interval)
        }
      }
    }
    defer { pings?.cancel() }
    self.closeWhenIdle()
    while true {
      let bytes: Data
      do {
        bytes = try await connection.receive()
      } catch {
        if self.operations.isEmpty { return self.connection = nil }
        throw error
      }
      self.lastMessage = .now
      do {
        try self.handle(bytes, on: connection)
      } catch {
        connection.close(code: 4400, reason: "invalid message")
        throw error
      }
    }
  }

  private func handle(_ bytes: Data, on connection: any WebSocketConnection) throws {
    let (type, message) = try Self.decode(bytes)
    let id = message["id"]?.stringValue ?? ""
    switch type {
    case "ping": self.send(Self.pong(message), on: connection)
    case "pong", "connection_ack": break
    case "next":
      guard let payload = message["payload"] else { throw RelayError.webSocket(code: 4004, reason: "a next message without payload") }
      self.operations[id]?.continuation.yield(NetworkPayload(payload))
    case "error":
      let errors = GraphQLError.list(message["payload"] ?? .null)
      let request = self.operations[id]?.request
      self.finish(
        id,
        throwing: request?.operationKind == .subscription
          ? RelayError.subscription(errors) : RelayError.noData(operation: request?.operationName ?? "", errors: errors))
    case "complete": self.finish(id, throwing: nil)
    default: throw RelayError.webSocket(code: 4004, reason: "unknown message type \(type)")
    }
  }

  private func ping(_ connection: any WebSocketConnection, interval: Duration) {
    if self.lastMessage.duration(to: .now) > interval * 2 {
      connection.close(code: 4408, reason: "no answer to pings")
    } else {
      self.send(["type": "ping"], on: connection)
    }
  }

  private func closeWhenIdle() {
    self.idle?.cancel()
    guard self.operations.isEmpty, let connection, let limit = self.configuration.idleTimeout?.bounded else { return }
    self.idle = Task {
      do { try await Task.sleep(for: limit) } catch { return }
      self.closeIfIdle(connection)
    }
  }

  private func closeIfIdle(_ connection: any WebSocketConnection) {
    guard self.operations.isEmpty else { return }
    self.connection = nil
    connection.close(code: 1000, reason: "")
  }

  private func finish(_ id: String, throwing error: (any Error)?) {
    self.operations.removeValue(forKey: id)?.continuation.finish(throwing: error)
    self.closeWhenIdle()
  }

  // MARK: - Messages

  private func post(_ id: String, on connection: any WebSocketConnection) {
    guard let request = self.operations[id]?.request else { return }
    self.operations[id]?.wasSent = true
    var payload: [String: JSON] = ["operationName": .string(request.operationName), "variables": request.variables]
    if let text = request.text { payload["query"] = .string(text) }
    if let operationID = request.operationID { payload["extensions"] = ["persistedQuery": ["id": .string(operationID)]] }
    if request.text == nil, let operationID = request.operationID { payload["id"] = .string(operationID) }
    self.send(["id": .string(id), "type": "subscribe", "payload": .object(payload)], on: connection)
    request.report(.connected)
  }

  /// Sends without waiting; a failure shows in `receive()` as well. The actor's order is kept because every message goes through `outbox`.
  private func send(_ message: [String: JSON], on connection: any WebSocketConnection) {
    let previous = self.outbox
    let text = Self.text(message)
    self.outbox = Task {
      await previous?.value
      try? await connection.send(text)
    }
  }

  private var outbox: Task<Void, Never>?

  private static func pong(_ ping: JSON) -> [String: JSON] {
    var message: [String: JSON] = ["type": "pong"]
    if let payload = ping["payload"] { message["payload"] = payload }
    return message
  }

  private static func text(_ message: [String: JSON]) -> String {
    String(decoding: JSON.object(message).data, as: UTF8.self)
  }

  private static func decode(_ bytes: Data) throws -> (type: String, message: JSON) {
    let message: JSON
    do {
      message = try JSON(parsing: bytes)
    } catch {
      throw RelayError.webSocket(code: 4004, reason: "a message is not JSON")
    }
    guard let type = message["type"]?.stringValue else { throw RelayError.webSocket(code: 4004, reason: "a message without type") }
    return (type, message)
  }

  /// Whether connecting again cannot help: the server refused the client, or one of both does not speak the protocol.
  private static func isFatal(_ error: any Error) -> Bool {
    switch error {
    case RelayError.webSocket(let code, _):
      [1002, 1003, 1007, 1008, 1009, 1010, 1011, 1015, 4004, 4005, 4400, 4401, 4403, 4406, 4409, 4429, 4500].contains(code)
    case RelayError.http(let status, _): (400..<500).contains(status) && status != 429
    case is CancellationError: true
    case RelayError.unsupportedOperation: true
    default: false
    }
  }
}
