import Dispatch
import RelayRuntime

@testable import RelayDurableStore

/// The users on a disk, read without a store.
struct DiskContents {
  private(set) var users: [String: String] = [:]

  init(_ records: [DurableRecord]) {
    for record in records {
      guard let body = try? RecordCoding.decode(record.body) else {
        users[record.identity] = "damaged"
        continue
      }
      users[record.identity] = DiskContents.text(body)
    }
  }

  private static func text(_ body: RecordBody) -> String {
    if body.isDeleted { return "deleted" }
    var fields: [String: MirroredValue] = [:]
    for field in body.groups.flatMap(\.fields) { fields[field.key] = field.value }
    func link(_ link: MirroredLink) -> String {
      switch link {
      case .record(let id): id
      case .null: "null"
      case .unknown: "unknown"
      }
    }
    var parts: [String] = []
    if case .json(let json)? = fields["name"] { parts.append("name \(json)") }
    switch fields["link"] {
    case .link(let target)?: parts.append("link \(link(target))")
    case .json(.null)?: parts.append("link null")
    default: break
    }
    if case .links(let targets)? = fields["list"] { parts.append("list \(targets.map(link))") }
    return parts.joined(separator: ", ")
  }

  /// As the disk should have it.
  static func text(_ state: StoreModel.State) -> String {
    guard case .exists(let user) = state else { return "deleted" }
    var parts: [String] = []
    if let name = user.name { parts.append("name \(name)") }
    if let link = user.link { parts.append("link \(link ?? "null")") }
    if let list = user.list { parts.append("list \(list.map { $0 ?? "null" })") }
    return parts.joined(separator: ", ")
  }
}

extension DurableTestStore {
  /// Writes on the calling thread's time.
  func flushNow() { (store.mirror as? DurableMirror).map { mirror in mirror.writing.sync { _ = mirror.write() } } }

  /// Removes what is too old, on the calling thread's time.
  func collectNow() { (store.mirror as? DurableMirror).map { mirror in mirror.writing.sync { _ = mirror.writeAndCollect() } } }

  /// Whether the last write has failed.
  func hasFailed() async -> Bool { (store.mirror as? DurableMirror)?.state.value.withLock { $0.failure != nil } ?? false }

  /// Waits until the load in progress has called its hook.
  func waitsForLoad(_ disk: MemoryDisk) -> Bool {
    guard let mirror = store.mirror as? DurableMirror else { return false }
    mirror.loading.sync {}
    return disk.withFaults { $0.beforeLoaded == nil }
  }
}
