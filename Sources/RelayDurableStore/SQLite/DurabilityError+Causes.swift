import Foundation
import RelaySQLite

extension DurabilityError {
  /// - Parameter number: of the system's error.
  init(system number: Int32) {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: self = .full
    #if canImport(Darwin)
      // What opening a protected file says while the device is locked.
      case EPERM: self = .locked
    #endif
    default: self = .notWritable(number)
    }
  }

  init(_ error: SQLiteError) {
    if case .unavailable(let reason) = error {
      self = .unavailable(reason)
      return
    }
    switch error.code {
    case .full: self = .full
    case .readOnly: self = .notWritable(error.systemError == 0 ? EROFS : error.systemError)
    case .busy, .locked: self = .hasOtherWriter
    case .noMemory: self = .notWritable(ENOMEM)
    #if canImport(Darwin)
      case .authorization: self = .locked
    #endif
    default: self = error.systemError == 0 ? .notWritable(EIO) : DurabilityError(system: error.systemError)
    }
  }

  /// The error of the last system call that failed.
  static var last: DurabilityError { DurabilityError(system: errno) }

  /// Calls `body`, and throws its errors of SQLite as errors of this type.
  static func converting<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as SQLiteError { throw DurabilityError(error) }
  }
}
