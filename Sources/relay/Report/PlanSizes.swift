internal import RelayCompilerCore

/// The bytes of the plans in generated files, by the name of the definition: what an app contains of it as data, beside its text.
struct PlanSizes {
  private var sizes: [String: Int] = [:]

  subscript(name: String) -> Int { sizes[name] ?? 0 }

  /// A plan is a literal of one line, which begins with its version and the definition's name.
  init(_ files: [GeneratedFile]) {
    for file in files {
      for line in file.bytes.split(separator: UInt8(ascii: "\n")) {
        guard let start = line.firstIndex(of: UInt8(ascii: "\"")), line[line.index(after: start)...].starts(with: Self.beginning) else {
          continue
        }
        let plan = line[line.index(after: start)...]
        guard let end = plan.lastIndex(of: UInt8(ascii: "\"")), let name = Self.name(of: plan) else { continue }
        sizes[name, default: 0] += end - plan.startIndex
      }
    }
  }

  private static let beginning = Array(#"{"version":"#.utf8)

  private static func name(of plan: ArraySlice<UInt8>) -> String? {
    let key = Array(#","name":""#.utf8)
    let head = plan.prefix(200)
    guard let start = head.indices.first(where: { head[$0...].starts(with: key) }) else { return nil }
    let text = head[(start + key.count)...]
    guard let end = text.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    return String(decoding: text[..<end], as: UTF8.self)
  }
}
