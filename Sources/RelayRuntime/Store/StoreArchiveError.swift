public import Foundation

/// The reason why an archive of a store cannot be read or written.
///
/// ```swift
/// do {
///   try environment.store.restore(from: file)
/// } catch StoreArchiveError.belongsToAnother {
///   try FileManager.default.removeItem(at: file)
/// } catch let error as StoreArchiveError {
///   print("Starting without saved data: \(error.localizedDescription)")
/// }
/// ```
///
/// See <doc:Offline>.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum StoreArchiveError: Error, Sendable, Hashable {
  /// The file does not begin like an archive of this version.
  case notAnArchive
  /// The file is truncated or corrupted.
  case damaged
  /// A value in the store is nested deeper than 512 levels. Responses never are, so an updater of the app has set it. Nothing was
  /// written.
  case nestingTooDeep
  /// The archive would be larger than 256 MB. Nothing was written.
  case tooLarge
  /// The archive has another owner than the store (``RelayStore/Configuration/owner``). Nothing was restored.
  case belongsToAnother
}

extension StoreArchiveError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .notAnArchive: "The file is not a store archive that this version can read."
    case .damaged: "The store archive is damaged: it is truncated or corrupted."
    case .nestingTooDeep: "The store cannot be archived: a value in it is nested too deeply."
    case .tooLarge: "The store cannot be archived: it is too large."
    case .belongsToAnother: "The store archive belongs to another user."
    }
  }
}
