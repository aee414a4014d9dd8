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
  ///
  /// - Parameter threads: the number of threads that will work, this one included.
  static func prepareForShortLife(threads: Int) {
    #if canImport(Glibc)
      #if RELAY_STATIC_EXECUTABLE
        let set = mallopt
      #else
        // Looked up by name: the header is not part of the module, and the library may not be GNU's.
        // Sound: whatever C library has a function of this name has GNU's, with these parameters.
        guard let symbol = unsafe dlsym(nil, "mallopt") else { return }
        let set = unsafe unsafeBitCast(symbol, to: (@convention(c) (_ parameter: CInt, _ value: CInt) -> CInt).self)
      #endif
      // The values of `M_MXFAST`, `M_TRIM_THRESHOLD`, `M_TOP_PAD` and `M_MMAP_THRESHOLD` in `malloc.h`.
      _ = set(1, 0)
      _ = set(-1, 1 << 30)
      _ = set(-2, 16 << 20)
      _ = set(-3, largestBlock)
      useLargePages(threads: min(threads, maximumPreparedThreads))
    #endif
  }

  #if canImport(Glibc)
    /// Larger blocks would be mapped and unmapped one by one. The allocator ignores values above half of an arena's part.
    private static let largestBlock: CInt = 32 << 20
    private static let maximumPreparedThreads = 16

    /// Asks the system for pages of 2 MB instead of 4 kB, on each of which it would have to act: that took a sixth of the tool's time.
    ///
    /// The allocator has an arena for each thread, and gives that of a thread that has ended to the next new thread. So the arenas of
    /// threads that start later are prepared by threads that end at once, each of which starts the next while it has its own arena.
    private static func useLargePages(threads: Int) {
      // The blocks are not touched, and the arena keeps their addresses when they are freed.
      let size = Int(largestBlock) - (2 << 20)
      let blocks = unsafe [UInt(bitPattern: malloc(size)), UInt(bitPattern: malloc(size))]
      for block in blocks where block != 0 {
        let pageSize = UInt(sysconf(CInt(_SC_PAGESIZE)))
        let start = (block + pageSize - 1) / pageSize * pageSize
        // Sound: the pages are in the block, which is freed below and only here.
        unsafe madvise(UnsafeMutableRawPointer(bitPattern: start), size - Int(pageSize), MADV_HUGEPAGE)
      }
      for block in blocks { unsafe free(UnsafeMutableRawPointer(bitPattern: block)) }
      guard threads > 1 else { return }
      var thread = pthread_t()
      // Sound: the address is a number, which nothing follows.
      let rest = unsafe UnsafeMutableRawPointer(bitPattern: threads - 1)
      let result = unsafe pthread_create(
        &thread, nil,
        { rest in
          MemoryAllocator.useLargePages(threads: Int(bitPattern: rest))
          return nil
        }, unsafe rest)
      if result == 0 { pthread_join(thread, nil) }
    }
  #endif
}
