/// Why SQLite cannot do something. Neither case contains a path, a statement's text, or a value.
package enum SQLiteError: Error, Sendable, Hashable {
  /// There is no library, or it is unusable. The text says what was found.
  case unavailable(String)
  /// A function failed with this extended result code. `system` is the number of the system's error behind it, 0 if there is none.
  case failed(code: CInt, system: CInt)

  /// Result codes, and what they mean here.
  package enum Code: CInt, Sendable {
    case other = -1
    case error = 1
    case permission = 3
    case busy = 5
    case locked = 6
    case noMemory = 7
    case readOnly = 8
    case interrupted = 9
    case inputOutput = 10
    case corrupt = 11
    case full = 13
    case cannotOpen = 14
    case tooBig = 18
    case constraint = 19
    case misuse = 21
    case authorization = 23
    case notADatabase = 26
  }

  /// The primary result code; ``Code/other`` for rare ones and for an unavailable library.
  package var code: Code {
    guard case .failed(let code, _) = self else { return .other }
    return Code(rawValue: code & 0xFF) ?? .other
  }

  /// The extended result code, 0 for an unavailable library.
  package var extendedCode: CInt {
    guard case .failed(let code, _) = self else { return 0 }
    return code
  }

  /// The number of the system's error, 0 if there is none.
  package var systemError: CInt {
    guard case .failed(_, let system) = self else { return 0 }
    return system
  }

  /// Whether the file's contents are damaged, or not a database.
  package var isDamage: Bool { code == .corrupt || code == .notADatabase }

  static let misuse = SQLiteError.failed(code: Code.misuse.rawValue, system: 0)
}

extension SQLiteError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unavailable(let reason): reason
    case .failed(let code, let system):
      "SQLite: \((try? SQLite.library())?.description(of: code) ?? "error") (\(code)\(system == 0 ? "" : ", system error \(system)"))"
    }
  }
}
