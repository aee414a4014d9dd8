#if canImport(Glibc)
  import Glibc
#endif

#if canImport(Glibc) && RELAY_STATIC_EXECUTABLE
  // A program that is linked statically (`.ci/release`) has GNU's library in it, and nothing can be found by name.
  @_silgen_name("mallopt") private func mallopt(_ parameter: CInt, _ value: CInt) -> CInt
#endif

/// The C library's allocator, set for a process that makes many small objects and ends soon.
enum MemoryAllocator {
  /// GNU's allocator merges small free blocks whenever a large one is freed, and returns memory to the system as soon as it can. A tenth of
  /// the tool's time went there. Other allocators stay as they are.
  static func prepareForShortLife() {
    #if canImport(Glibc)
      #if RELAY_STATIC_EXECUTABLE
        let set = mallopt
      #else
        // Found by name: the header is not part of the module, and the library need not be GNU's.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let set = unsafeBitCast(symbol, to: (@convention(c) (_ parameter: CInt, _ value: CInt) -> CInt).self)
      #endif
      // The numbers that `malloc.h` gives to `M_MXFAST`, `M_TRIM_THRESHOLD`, `M_TOP_PAD` and `M_MMAP_THRESHOLD`.
      _ = set(1, 0)
      _ = set(-1, 1 << 30)
      _ = set(-2, 16 << 20)
      _ = set(-3, 256 << 20)
    #endif
  }
}
