import Foundation
import TestSupport

@testable import RelayRuntime

/// A recording, one trace per line, with its schema and documents.
struct TraceRecording {
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  let file: URL
  /// Contains `schema.graphql`, `client.graphql` and `documents.graphql`.
  let documents: URL

  /// The recording that the environment names, with `RELAY_RUNTIME_TRACES` or in the folder of `RELAY_CONFORMANCE`.
  static let found: TraceRecording? = {
    let environment = ProcessInfo.processInfo.environment
    let usual = environment["RELAY_CONFORMANCE"].map { URL(fileURLWithPath: $0).appendingPathComponent("traces") }
    if let path = environment["RELAY_RUNTIME_TRACES"] {
      let file = URL(fileURLWithPath: path)
      let folder = file.deletingLastPathComponent()
      let isBeside = exists(folder.appendingPathComponent("documents.graphql"))
      return TraceRecording(file: file, documents: isBeside ? folder : usual ?? folder)
    }
    guard let usual else { return nil }
    let file = ["traces.jsonl", "traces.jsonl.gz"].map { usual.appendingPathComponent($0) }.first { exists($0) }
    return file.map { TraceRecording(file: $0, documents: usual) }
  }()

  private static func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

  /// The operations that the traces run.
  func program() throws -> VectorProgram {
    func source(_ name: String) throws -> URL {
      let file = documents.appendingPathComponent(name)
      guard TraceRecording.exists(file) else { throw Unreadable(description: "\(file.path) is missing: the recording was made with it") }
      return file
    }
    return try VectorProgram(
      schema: VectorProgram.source(source("schema.graphql")), extensions: [VectorProgram.source(source("client.graphql"))],
      documents: [VectorProgram.source(source("documents.graphql"))])
  }

  /// The traces.
  func lines() throws -> [JSON] {
    let bytes = file.pathExtension == "gz" ? try unpacked() : try Data(contentsOf: file)
    return try bytes.split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: String(decoding: $0, as: UTF8.self)) }
  }

  private func unpacked() throws -> Data {
    let run = try ProcessRun.wait(for: URL(fileURLWithPath: "/usr/bin/env"), ["gzip", "-dc", file.path])
    guard run.status == 0 else { throw Unreadable(description: "\(file.path) could not be unpacked: \(run.errors)") }
    return run.outputBytes
  }
}
