#if canImport(Glibc)
  import Glibc
#endif

#if canImport(Glibc) && RELAY_STATIC_EXECUTABLE
  // A program that is linked statically (`.ci/release`) has GNU's library in it, and nothing can be found by name.
  @_silgen_name("mallopt") private func mallopt(_ parameter: CInt, _ value: CInt) -> CInt
  @_silgen_name("malloc_trim") private func malloc_trim(_ pad: Int) -> CInt
#endif

/// Configures the C library's allocator for a process that lives long and works in bursts. Other allocators than GNU's are not affected.
enum FreeMemory {
  /// GNU's allocator has an arena for each thread, and every check starts new ones: memory that one has freed is not used by another.
  static func shareBetweenThreads() {
    #if canImport(Glibc)
      let maximumArenas: CInt = -8  // M_ARENA_MAX
      #if RELAY_STATIC_EXECUTABLE
        _ = mallopt(maximumArenas, 2)
      #else
        // Sound: whatever C library has a function of this name has GNU's, with these parameters. The header is not part of the module.
        guard let symbol = unsafe dlsym(nil, "mallopt") else { return }
        let set = unsafe unsafeBitCast(symbol, to: (@convention(c) (_ parameter: CInt, _ value: CInt) -> CInt).self)
        _ = set(maximumArenas, 2)
      #endif
    #endif
  }

  /// Returns what is not used to the system.
  static func returnToSystem() {
    #if canImport(Glibc)
      #if RELAY_STATIC_EXECUTABLE
        _ = malloc_trim(0)
      #else
        // Sound: as above.
        guard let symbol = unsafe dlsym(nil, "malloc_trim") else { return }
        let trim = unsafe unsafeBitCast(symbol, to: (@convention(c) (_ pad: Int) -> CInt).self)
        _ = trim(0)
      #endif
    #endif
  }
}
