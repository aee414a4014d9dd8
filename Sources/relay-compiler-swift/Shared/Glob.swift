/// A path pattern: `*` and `?` within a component, `**` for any number of components.
///
/// Matching takes time at most proportional to the product of both lengths: after a mismatch, only the last `**` and, within a component,
/// the last `*` are retried. That is sufficient, because an earlier one could only reach the same positions.
struct Glob {
  private enum Component {
    case anyNumber
    case name([UInt8])
  }

  private let components: [Component]

  init(_ pattern: String) {
    components = pattern.split(separator: "/", omittingEmptySubsequences: true).map { $0 == "**" ? .anyNumber : .name(Array($0.utf8)) }
  }

  /// Whether a relative path matches. The path of a folder ends in `/`; everything below a matching folder matches too.
  func matches(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    var names: [Range<Int>] = []
    names.reserveCapacity(8)
    var start = 0
    for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: "/") {
      if index > start { names.append(start..<index) }
      start = index + 1
    }
    return matches(bytes, names, isFolder: bytes.last == UInt8(ascii: "/"))
  }

  private func matches(_ bytes: [UInt8], _ names: [Range<Int>], isFolder: Bool) -> Bool {
    var component = 0
    var name = 0
    /// The component after the last `**`, and the name at which it was last tried.
    var retry: (component: Int, name: Int)?
    while true {
      if component < components.count {
        switch components[component] {
        case .anyNumber:
          component += 1
          // `folder/**` matches everything in the folder, and the folder itself.
          if component == components.count { return name < names.count || isFolder }
          retry = (component, name)
          continue
        case .name(let pattern):
          if name < names.count, Self.matches(pattern, bytes, names[name]) {
            component += 1
            name += 1
            continue
          }
        }
      } else if name == names.count {
        return true
      }
      guard let last = retry, last.name < names.count else { return false }
      retry = (last.component, last.name + 1)
      component = last.component
      name = last.name + 1
    }
  }

  private static func matches(_ pattern: [UInt8], _ bytes: [UInt8], _ name: Range<Int>) -> Bool {
    var p = 0
    var n = name.lowerBound
    var star = -1
    var mark = n
    while n < name.upperBound {
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        star = p
        mark = n
        p += 1
      } else if p < pattern.count, pattern[p] == bytes[n] || pattern[p] == UInt8(ascii: "?") {
        p += 1
        n += 1
      } else if star >= 0 {
        p = star + 1
        mark += 1
        n = mark
      } else {
        return false
      }
    }
    while p < pattern.count, pattern[p] == UInt8(ascii: "*") { p += 1 }
    return p == pattern.count
  }
}
