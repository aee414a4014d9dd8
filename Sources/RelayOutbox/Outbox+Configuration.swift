extension Outbox {
  /// The settings of an outbox.
  public struct Configuration: Sendable {
    /// When the system can decrypt the files of an outbox: the protection classes of Apple's systems. Other systems have none.
    public enum Protection: Sendable, Hashable {
      /// Always.
      case none
      /// After the device was unlocked once since it was started.
      case untilFirstUnlock
      /// While the device is unlocked, or as long as the file stays open.
      case unlessOpen
      /// While the device is unlocked.
      case whileUnlocked
    }

    /// The maximum number of entries.
    public var maximumEntries = 10_000
    /// The maximum size of all files to upload, in bytes.
    public var maximumFileSize = 100 << 20
    /// The maximum number of requests at the same time. Each is of another lane.
    public var maximumLanes = 4
    /// The wait after the first failed attempt. It doubles after each further one, and varies by a quarter.
    public var initialDelay: Duration = .seconds(1)
    /// The longest wait, unless the server asks for a longer one (`Retry-After`).
    public var maximumDelay: Duration = .seconds(300)
    /// What answers mean.
    public var rules = OutboxRules()
    /// The name of the header field with the idempotency key; nil for none. Its value is a string in quotes, as the draft of the HTTP
    /// working group says.
    public var keyHeader: String? = "Idempotency-Key"
    /// The name of the member of `extensions` with the idempotency key; nil for none.
    public var keyExtension: String?
    /// Whether entries are sent whose mutation the app does not have any more. They have no optimistic changes, and their answers do not get
    /// into the store. Otherwise they are held.
    public var sendsUnregistered = true
    /// Whether the outbox begins to send only after ``Outbox/resume()``, for example when the user has been signed in again.
    public var startsPaused = false
    /// When the system can decrypt the files.
    public var protection = Protection.untilFirstUnlock
    /// Waits until what has been published is on the disk, before an entry is removed. Nil for a store in memory, and for a store on disk,
    /// which the outbox flushes by itself. If it throws, the entry stays, and it is called again later.
    public var flushStore: (@Sendable () async throws -> Void)?

    /// The default configuration.
    public init() {}
  }
}
