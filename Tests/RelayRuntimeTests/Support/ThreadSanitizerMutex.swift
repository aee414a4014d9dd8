#if RELAY_THREAD_SANITIZER && !canImport(Darwin)
  @testable import RelayRuntime

  /// The tests' own locks are those that the sanitizer sees, too.
  typealias Mutex = RelayRuntime.Mutex
#endif
