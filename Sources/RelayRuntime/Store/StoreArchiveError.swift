public import Foundation

/// Why an archive of a store cannot be read or written.
public enum StoreArchiveError: Error, Sendable, Hashable {
  /// The file does not begin like an archive of this version.
  case notAnArchive
  /// The file's end is missing, or bytes of it have changed.
  case damaged
  /// A value in the store is nested deeper than 512 levels, as no response is; an updater of the app has set it. Nothing was written.
  case nestingTooDeep
  /// The archive would be larger than 256 MB. Nothing was written.
  case tooLarge
}

extension StoreArchiveError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .notAnArchive: "The file is not an archive of a store that this version can read."
    case .damaged: "The archive of the store is damaged: its end is missing, or bytes of it have changed."
    case .nestingTooDeep: "The store cannot be archived: a value in it is nested too deep."
    case .tooLarge: "The store cannot be archived: it is too large."
    }
  }
}
