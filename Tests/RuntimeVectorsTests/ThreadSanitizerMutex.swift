#if RELAY_THREAD_SANITIZER && !canImport(Darwin)
  @testable import RelayRuntime

  /// The tests' own locks are also visible to the sanitizer.
  typealias Mutex = RelayRuntime.Mutex
#endif
