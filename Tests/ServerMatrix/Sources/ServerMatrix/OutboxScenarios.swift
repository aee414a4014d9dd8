import Foundation
import RelayRuntime

extension Scenario {
  /// How often the app is killed. At night: RELAY_OUTBOX_LIVES.
  private static var lives: Int { ProcessInfo.processInfo.environment["RELAY_OUTBOX_LIVES"].flatMap { Int($0) } ?? 3 }

  /// An app with an outbox that is killed again and again, behind a proxy that refuses, drops, delays and repeats.
  static let outbox: [Scenario] = [false, true].map { honorsKeys in
    Scenario("an outbox, killed at any moment\(honorsKeys ? ", behind a proxy that honors keys" : "")", needs: [.post]) { endpoint in
      try await OutboxRun(endpoint, honorsKeys: honorsKeys).run(lives: lives)
    }
  }
}

/// The runs of one app, and what they must lead to.
private struct OutboxRun {
  /// A mutation that the server has executed, as the proxy saw it.
  struct Execution: Decodable {
    struct Variables: Decodable {
      struct Input: Decodable { let text: String }
      let input: Input?
      let name: String?
      let id: String?
    }
    let key: String
    let operation: String
    let variables: Variables
    let isRepeated: Bool

    var text: String? { variables.input?.text ?? variables.name }
  }

  struct Shown: Decodable {
    struct Todo: Decodable, Hashable {
      let id: String
      let text: String
    }
    let name: String
    let todos: [Todo]
  }

  private let endpoint: Endpoint
  private let honorsKeys: Bool
  private let seed = UInt64.random(in: 0..<1_000_000)
  private let folder = FileManager.default.temporaryDirectory.appending(path: "matrix-outbox-\(UUID().uuidString)")

  init(_ endpoint: Endpoint, honorsKeys: Bool) {
    self.endpoint = endpoint
    self.honorsKeys = honorsKeys
  }

  func run(lives: Int) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appending(path: "executions.json")
    try Data().write(to: log)
    guard let port = try endpoint.url.port else { throw Failure("\(endpoint.name) has no port") }
    var direct: RelayEnvironment? = try endpoint.client()
    // Puts the server's world back.
    _ = try await direct?.commit(RenameMutation(name: "reset"))
    guard let before = try await direct?.fetch(OutboxQuery()).viewer else { throw Failure("there is no client") }
    let proxy = try Program(
      ["python3", "\(Servers.folder)/faulty.py", "\(port)", "\(seed)", log.path, honorsKeys ? "keys" : ""], isHeard: true)
    guard let proxyPort = proxy.line().flatMap({ Int($0) }),
      var address = URLComponents(url: try endpoint.url, resolvingAgainstBaseURL: false)
    else { throw Failure("the proxy does not listen") }
    address.port = proxyPort
    guard let url = address.url else { throw Failure("the proxy has no address") }

    var said: [String] = []
    for life in 0..<lives {
      let worker = try worker(url, seed &+ UInt64(life), "8")
      // It is killed after it has stored some, while it sends.
      for _ in 0..<Int.random(in: 1...8) { if let line = worker.line() { said.append(line) } }
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...60)))
      worker.cut()
      while let line = worker.line() { said.append(line) }
    }
    proxy.signal(SIGUSR1)
    let last = try worker(url, seed, "finish")
    while let line = last.line() { said.append(line) }
    proxy.cut()

    try check(!said.contains { $0.hasPrefix("failed") }, "seed \(seed): \(said.filter { $0.hasPrefix("failed") })")
    guard let shown = said.last, shown.hasPrefix("shown ") else { throw Failure("seed \(seed): the app has not ended: \(said.suffix(3))") }
    let executions = try Data(contentsOf: log).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Execution.self, from: $0)
    }
    guard let after = try await direct?.fetch(OutboxQuery(), fetchPolicy: .networkOnly).viewer else { throw Failure("there is no client") }
    let world = Shown(name: after.name, todos: after.todos.map { .init(id: $0.id, text: $0.text) })
    let beginning = Shown(name: before.name, todos: before.todos.map { .init(id: $0.id, text: $0.text) })
    do {
      try checkServer(executions, from: beginning, to: world)
      try checkStore(try JSONDecoder().decode(Shown.self, from: Data(shown.dropFirst(6).utf8)), world)
      try checkPromises(executions, said)
    } catch {
      throw Failure("seed \(seed): \(error)")
    }
    _ = try await direct?.commit(RenameMutation(name: "reset"))
    direct = nil
  }

  private func worker(_ url: URL, _ seed: UInt64, _ count: String) throws -> Program {
    try Program([CommandLine.arguments[0], OutboxWorker.argument, folder.path, url.absoluteString, "\(seed)", count], isHeard: true)
  }

  /// The server has what the executed mutations lead to.
  private func checkServer(_ executions: [Execution], from beginning: Shown, to world: Shown) throws {
    var texts = beginning.todos.map(\.text)
    var name = beginning.name
    // The ids of to-dos are the server's, so those of new ones are found by what is left.
    let removed = Set(executions.filter { $0.operation == "RemoveTodoMutation" }.compactMap(\.variables.id))
    for execution in executions {
      switch execution.operation {
      case "AddTodoMutation": texts.append(execution.text ?? "")
      case "RenameMutation": name = execution.text ?? ""
      default: break
      }
    }
    try checkEqual(world.name, name)
    try check(world.todos.allSatisfy { !removed.contains($0.id) }, "a removed to-do is still there")
    try checkEqual(world.todos.count, texts.count - removed.count)
    var left = texts
    for todo in world.todos {
      guard let index = left.firstIndex(of: todo.text) else { throw Failure("\(todo.text) was never added") }
      left.remove(at: index)
    }
  }

  private func checkStore(_ shown: Shown, _ world: Shown) throws {
    try checkEqual(shown.name, world.name)
    try checkEqual(shown.todos, world.todos)
  }

  /// The number of executions and their order are what the outbox promises.
  private func checkPromises(_ executions: [Execution], _ said: [String]) throws {
    func texts(_ word: String) -> [String] { said.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) } }
    let (stored, retried, discarded) = (texts("stored"), texts("retried"), Set(texts("discarded")))
    try checkEqual(Set(stored).count, stored.count)
    for text in stored {
      let own = executions.filter { $0.text == text }
      let allowed = 1 + own.count(where: \.isRepeated) + retried.count { $0 == text }
      if honorsKeys {
        try check(Set(own.map(\.key)).count == own.count, "\(text) was executed twice with the same key")
      } else if text.hasPrefix("most") {
        try check(own.count <= allowed, "\(text) was executed \(own.count) times, and \(allowed) are allowed")
      }
      // Nothing that was stored is lost: it was executed, or the app has dropped it.
      try check(!own.isEmpty || discarded.contains(text), "\(text) was lost")
    }
    // What was not decided by the app was executed in the order of storing.
    let undecided = stored.filter { !discarded.contains($0) && !retried.contains($0) }
    var last = -1
    for text in undecided {
      guard let first = executions.firstIndex(where: { $0.text == text }) else { continue }
      try check(first > last, "\(text) was executed before an earlier one")
      last = first
    }
  }
}
