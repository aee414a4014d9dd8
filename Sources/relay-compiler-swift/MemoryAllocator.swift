#if canImport(Glibc)
  import Glibc
#endif

#if canImport(Glibc) && RELAY_STATIC_EXECUTABLE
  // A program that is linked statically (`.ci/release`) has GNU's library in it, and nothing can be found by name.
  @_silgen_name("mallopt") private func mallopt(_ parameter: CInt, _ value: CInt) -> CInt
#endif

/// Configures the C library's allocator for a process that creates many small objects and exits soon.
enum MemoryAllocator {
  /// GNU's allocator merges small free blocks whenever a large one is freed, and returns memory to the system as soon as possible. That
  /// took a tenth of the tool's time. Other allocators are not affected.
  static func prepareForShortLife() {
    #if canImport(Glibc)
      #if RELAY_STATIC_EXECUTABLE
        let set = mallopt
      #else
        // Looked up by name: the header is not part of the module, and the library may not be GNU's.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let set = unsafeBitCast(symbol, to: (@convention(c) (_ parameter: CInt, _ value: CInt) -> CInt).self)
      #endif
      // The values of `M_MXFAST`, `M_TRIM_THRESHOLD`, `M_TOP_PAD` and `M_MMAP_THRESHOLD` in `malloc.h`.
      _ = set(1, 0)
      _ = set(-1, 1 << 30)
      _ = set(-2, 16 << 20)
      _ = set(-3, 256 << 20)
    #endif
  }
}
