import Foundation

/// What the plugin reads of the files of a build, each once. It reports nothing: the tool reads the same files, has the same limits, and
/// reports what is beyond them.
final class FileContents {
  /// Text that every Swift file with a literal contains.
  static let call = "graphql("

  private let limit: String?
  private var nearest: [String: Configuration?] = [:]
  private var configurations: [String: Configuration] = [:]
  /// By the bytes of the path: two paths that are equal as strings may be two files.
  private var findings: [[UInt8]: Bool] = [:]

  /// - Parameter limit: The project's folder, if there is no package. Configurations above it are ignored.
  init(configurationsUpTo limit: URL? = nil) { self.limit = limit.map { FilePath.standard($0.path) } }

  // MARK: - Sources

  /// Whether a Swift file seems to contain `graphql("""…""")`.
  func mayContainLiteral(_ path: String) -> Bool {
    let call = Data(Self.call.utf8)
    return find(path, ifUnreadable: false) { $0.range(of: call) != nil }
  }

  /// Whether a document may be a part of the schema.
  func mayDefineTypes(_ path: String) -> Bool {
    find(path, ifUnreadable: true) { bytes in
      Self.keywords.contains { bytes.starts(with: $0.dropFirst()) || bytes.range(of: $0) != nil }
    }
  }

  private static let keywords = ["schema", "extend", "scalar", "type", "interface", "union", "enum", "input", "directive"].map {
    Data("\n\($0)".utf8)
  }

  private func find(_ path: String, ifUnreadable: Bool, _ matches: (Data) -> Bool) -> Bool {
    let key = Array(path.utf8)
    if let known = findings[key] { return known }
    let file = URL(filePath: path, directoryHint: .notDirectory)
    let bytes = Self.isAtMost(FileSizeLimit.source, file) ? try? Data(contentsOf: file, options: .mappedIfSafe) : nil
    let found = bytes.map(matches) ?? ifUnreadable
    findings[key] = found
    return found
  }

  // MARK: - Configurations

  /// The nearest configuration: in a folder or one above it, up to that of the package's manifest, or `limit`.
  func configuration(nearestTo folder: String) -> Configuration? {
    if let known = nearest[folder] { return known }
    let path = NearestConfiguration.path(in: FilePath.standard(folder), upTo: limit) { FileManager.default.fileExists(atPath: $0) }
    let found = path.map { configurations[$0] ?? Configuration($0) }
    if let found { configurations[found.file] = found }
    nearest[folder] = .some(found)
    return found
  }

  /// The members of a configuration; empty if it is too large, or not JSON.
  static func configuration(_ path: String) -> [String: Any] {
    let file = URL(filePath: path, directoryHint: .notDirectory)
    guard isAtMost(FileSizeLimit.configuration, file), let json = try? Data(contentsOf: file), !hasTooManyMarks(json) else { return [:] }
    return (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] ?? [:]
  }

  private static func isAtMost(_ limit: Int, _ file: URL) -> Bool {
    let size = (try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path))?[.size] as? Int
    return size.map { $0 <= limit } ?? false
  }

  /// Whether the texts of a JSON file have more combining marks in a row than the tool accepts. As keys, they would take very long to
  /// compare.
  static func hasTooManyMarks(_ json: Data) -> Bool {
    var scalars = String(decoding: json, as: UTF8.self).unicodeScalars.makeIterator()
    var count = 0
    while var scalar = scalars.next() {
      if scalar == "\\", let escaped = scalars.next() {
        scalar = escaped == "u" ? Self.escape(&scalars) : escaped
      }
      count = isMark(scalar) ? count + 1 : 0
      if count > 30 { return true }
    }
    return false
  }

  /// The scalar of four digits or, for the first half of a pair, of the escape that must follow.
  private static func escape(_ scalars: inout String.UnicodeScalarView.Iterator) -> Unicode.Scalar {
    guard let first = unit(&scalars) else { return " " }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard scalars.next() == "\\", scalars.next() == "u", let second = unit(&scalars) else { return " " }
    return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF) ?? " "
  }

  private static func unit(_ scalars: inout String.UnicodeScalarView.Iterator) -> UInt32? {
    var digits = ""
    for _ in 0..<4 { if let digit = scalars.next() { digits.unicodeScalars.append(digit) } }
    return UInt32(digits, radix: 16)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: scalar.value >= 0x300
    default: false
    }
  }
}
