import Foundation
import RelayLanguageServer
import Testing

/// A server ends when its client goes away, in whatever way.
@Suite struct LeavingClientTests {
  private let input = Pipe()
  private let output = Pipe()

  private func write(_ message: JSON) {
    let text = message.text
    input.fileHandleForWriting.write(Data(Array("Content-Length: \(text.count)\r\n\r\n".utf8) + text))
  }

  private func initialize(processID: Int?) {
    write([
      "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["processId": processID.map { .init(integerLiteral: $0) } ?? .null],
    ])
  }

  private func run() -> Int32 {
    LanguageServer.run(input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor)
  }

  @Test func `a connection that ends ends the server, also in the middle of a message`() throws {
    initialize(processID: nil)
    input.fileHandleForWriting.write(Data("Content-Length: 100\r\n\r\n{".utf8))
    try input.fileHandleForWriting.close()
    #expect(run() == 1)
  }

  @Test func `a client that does not read ends the server`() throws {
    try output.fileHandleForReading.close()
    initialize(processID: nil)
    #expect(run() == 1)
    try input.fileHandleForWriting.close()
  }

  @Test func `a client that dies ends the server, though its connection stays open`() throws {
    let client = Process()
    client.executableURL = URL(fileURLWithPath: "/bin/sleep")
    client.arguments = ["600"]
    try client.run()
    initialize(processID: Int(client.processIdentifier))
    // Its death comes after the answer, because a process that is not there cannot be watched.
    DispatchQueue.global().async { [output] in
      _ = output.fileHandleForReading.availableData
      // A thread of a test blocks signals, and what it starts does, too: only this one ends the process.
      kill(client.processIdentifier, SIGKILL)
    }
    #expect(run() == 1)
    try input.fileHandleForWriting.close()
  }
}
