#if RELAY_THREAD_SANITIZER && !canImport(Darwin)
  @testable import RelayRuntime

  /// The tests use the locks that the sanitizer sees, too.
  typealias Mutex = RelayRuntime.Mutex
#endif
