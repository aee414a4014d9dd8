import Foundation
import RelayRuntime
import RelaySQLite

/// The body of a row: a version, a JSON object with the entry, the bodies of its answer, and a checksum over all of it with the row's number
/// and lane, so that neither a damaged row nor one in another's place is taken for an entry.
///
/// Integers are little-endian; texts and bodies are preceded by their length in bytes.
enum EntryCoding {
  private static let version: UInt8 = 1

  static func row(_ entry: StoredEntry) -> StoredRow {
    var body = Data([version])
    append(members(of: entry).data, to: &body)
    append(UInt32(clamping: entry.answer.count), to: &body)
    for part in entry.answer { append(part, to: &body) }
    append(checksum(body, entry.number, entry.lane), to: &body)
    return StoredRow(number: entry.number, lane: entry.lane, body: body)
  }

  /// - Returns: the entry; `nil` if the row is damaged.
  static func entry(_ row: StoredRow) -> StoredEntry? {
    var rest = row.body[...]
    guard rest.count > 5 else { return nil }
    var stored = rest.suffix(4)
    rest = rest.dropLast(4)
    guard takeInteger(&stored) == checksum(Data(rest), row.number, row.lane), rest.popFirst() == version, let text = takeBytes(&rest),
      let json = try? JSON(parsingEnclosed: text), let count = takeInteger(&rest), Int(count) <= rest.count,
      var entry = entry(json, row.number)
    else { return nil }
    for _ in 0..<count {
      guard let part = takeBytes(&rest) else { return nil }
      entry.answer.append(part)
    }
    guard rest.isEmpty, entry.lane == row.lane else { return nil }
    return entry
  }

  // MARK: JSON

  /// In seconds: three million years. From numbers that are much greater, no duration can be made.
  private static let longestExpiry = 1e14

  private static func members(of entry: StoredEntry) -> JSON {
    var members: [String: JSON] = [
      "id": .string(entry.id.uuidString), "name": .string(entry.operation.name), "cacheID": .string(entry.operation.cacheID),
      "isIncremental": .bool(entry.operation.isIncremental), "given": .object(entry.operation.given), "sent": .object(entry.operation.sent),
      "delivery": .string(entry.policy.delivery.rawValue), "key": .string(entry.key), "seed": .string(String(entry.seed)),
      "enqueuedAt": .double(entry.enqueuedAt.timeIntervalSince1970), "phase": .string(entry.phase.rawValue),
      "attempts": .int(entry.attempts), "failures": .int(entry.failures),
    ]
    members["text"] = entry.operation.text.map { .string($0) }
    members["folder"] = entry.ownFolder.map { .string($0.uuidString) }
    members["operationID"] = entry.operation.id.map { .string($0) }
    members["optimisticResponse"] = entry.optimisticResponse
    members["lane"] = entry.policy.lane.map { .string($0) }
    members["expiresAfter"] = entry.policy.expiresAfter.map { .double(min(max($0.seconds, -longestExpiry), longestExpiry)) }
    members["coalescingKey"] = entry.policy.coalescingKey.map { .string($0) }
    members["keyVariable"] = entry.policy.keyVariable.map { .string($0) }
    members["notBefore"] = entry.notBefore.map { .double($0.timeIntervalSince1970) }
    if let failure = entry.failure {
      members["failure"] = .object([
        "status": failure.status.map { .int($0) } ?? .null, "message": .string(failure.message),
        "errors": .array(failure.errors.map(\.stored)),
      ])
    }
    if !entry.files.isEmpty {
      members["files"] = .array(
        entry.files.map {
          .object([
            "path": .string($0.path), "filename": .string($0.filename), "contentType": .string($0.contentType), "size": .int($0.size),
          ])
        })
    }
    return .object(members)
  }

  private static func entry(_ json: JSON, _ number: Int64) -> StoredEntry? {
    guard let id = json["id"]?.stringValue.flatMap(UUID.init(uuidString:)), let name = json["name"]?.stringValue,
      let given = json["given"]?.objectValue, let sent = json["sent"]?.objectValue,
      let delivery = json["delivery"]?.stringValue.flatMap(OutboxPolicy.Delivery.init), let key = json["key"]?.stringValue,
      let seed = json["seed"]?.stringValue.flatMap(UInt64.init), let enqueuedAt = json["enqueuedAt"]?.doubleValue,
      let phase = json["phase"]?.stringValue.flatMap(StoredEntry.Phase.init)
    else { return nil }
    let expiresAfter = json["expiresAfter"]?.doubleValue
    if let expiresAfter, !(expiresAfter.magnitude <= longestExpiry) { return nil }
    let policy = OutboxPolicy(
      delivery: delivery, lane: json["lane"]?.stringValue, expiresAfter: expiresAfter.map { .seconds($0) },
      coalescingKey: json["coalescingKey"]?.stringValue, keyVariable: json["keyVariable"]?.stringValue)
    var entry = StoredEntry(
      id: id, number: number,
      operation: .init(
        name: name, text: json["text"]?.stringValue, id: json["operationID"]?.stringValue, cacheID: json["cacheID"]?.stringValue ?? "",
        isIncremental: json["isIncremental"]?.boolValue ?? false, given: given, sent: sent),
      optimisticResponse: json["optimisticResponse"], policy: policy, key: key, seed: seed,
      enqueuedAt: Date(timeIntervalSince1970: enqueuedAt))
    for file in json["files"]?.arrayValue ?? [] {
      guard let path = file["path"]?.stringValue, let filename = file["filename"]?.stringValue,
        let contentType = file["contentType"]?.stringValue, let size = file["size"]?.intValue
      else { return nil }
      entry.files.append(.init(path: path, filename: filename, contentType: contentType, size: size))
    }
    if let folder = json["folder"]?.stringValue {
      guard let folder = UUID(uuidString: folder) else { return nil }
      entry.ownFolder = folder
    }
    entry.phase = phase
    entry.attempts = json["attempts"]?.intValue ?? 0
    entry.failures = json["failures"]?.intValue ?? 0
    entry.notBefore = json["notBefore"]?.doubleValue.map { Date(timeIntervalSince1970: $0) }
    if let failure = json["failure"] {
      entry.failure = OutboxFailure(
        status: failure["status"]?.intValue, errors: (failure["errors"]?.arrayValue ?? []).map { GraphQLError(json: $0) },
        message: failure["message"]?.stringValue ?? "")
    }
    return entry
  }

  // MARK: Bytes

  private static func append(_ value: UInt32, to data: inout Data) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) { data.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  private static func append(_ bytes: Data, to data: inout Data) {
    append(UInt32(clamping: bytes.count), to: &data)
    data.append(bytes)
  }

  private static func takeInteger(_ rest: inout Data.SubSequence) -> UInt32? {
    guard rest.count >= 4 else { return nil }
    var value: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) { value |= UInt32(rest.removeFirst()) << shift }
    return value
  }

  private static func takeBytes(_ rest: inout Data.SubSequence) -> Data? {
    guard let count = takeInteger(&rest), Int(count) <= rest.count else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return Data(rest.prefix(Int(count)))
  }

  private static func checksum(_ body: Data, _ number: Int64, _ lane: String) -> UInt32 {
    var checksum = CRC32C()
    checksum.add([UInt8](body))
    checksum.add(number)
    checksum.add(lane)
    return checksum.value
  }
}

extension GraphQLError {
  /// The error in the form in which a server sends it, without its locations.
  fileprivate var stored: JSON {
    var members: [String: JSON] = ["message": .string(message)]
    if let path { members["path"] = .array(path) }
    if !extensions.isEmpty { members["extensions"] = .object(extensions) }
    return .object(members)
  }
}
