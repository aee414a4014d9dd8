/// A path pattern: `*` and `?` within a component, `**` for any number of components.
struct Glob {
  private let components: [[UInt8]]

  init(_ pattern: String) {
    components = pattern.split(separator: "/", omittingEmptySubsequences: true).map { Array($0.utf8) }
  }

  /// Whether a relative path matches; a folder's path ends in `/`, and everything below a folder that matches does too.
  func matches(_ path: String) -> Bool {
    let names = path.split(separator: "/", omittingEmptySubsequences: true).map { Array($0.utf8) }
    return matches(components[...], names[...], isFolder: path.hasSuffix("/"))
  }

  private func matches(_ pattern: ArraySlice<[UInt8]>, _ names: ArraySlice<[UInt8]>, isFolder: Bool) -> Bool {
    guard let first = pattern.first else { return names.isEmpty }
    if first.elementsEqual("**".utf8) {
      let rest = pattern.dropFirst()
      // A folder is excluded as a whole by `folder/**`.
      if rest.isEmpty { return !names.isEmpty || isFolder }
      for index in names.startIndex...names.endIndex where matches(rest, names[index...], isFolder: isFolder) { return true }
      return false
    }
    guard let name = names.first, matches(component: first, name) else { return false }
    return matches(pattern.dropFirst(), names.dropFirst(), isFolder: isFolder)
  }

  /// One component, in time linear in both: on a mismatch only the last `*` is tried again.
  private func matches(component pattern: [UInt8], _ name: [UInt8]) -> Bool {
    var p = 0
    var n = 0
    var star = -1
    var mark = 0
    while n < name.count {
      if p < pattern.count, pattern[p] == name[n] || pattern[p] == 0x3F {
        p += 1
        n += 1
      } else if p < pattern.count, pattern[p] == 0x2A {
        star = p
        mark = n
        p += 1
      } else if star >= 0 {
        p = star + 1
        mark += 1
        n = mark
      } else {
        return false
      }
    }
    while p < pattern.count, pattern[p] == 0x2A { p += 1 }
    return p == pattern.count
  }
}
