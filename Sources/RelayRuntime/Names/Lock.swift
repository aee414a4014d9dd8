#if canImport(Darwin)
  import Darwin
#elseif !RELAY_THREAD_SANITIZER
  import Synchronization
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value that only one thread uses at a time.
///
/// On Apple's platforms, where `Mutex` requires macOS 15 or iOS 18, this is an unfair lock in allocated memory, next to the value. On other
/// platforms it is the standard library's `Mutex`, and under ThreadSanitizer a POSIX mutex: the standard library's mutex is a futex in an
/// uninstrumented library, so the sanitizer does not see it and would report every access that it guards.
///
/// The file is that of `RelayRuntime`; each other module that needs it has a link to it, because it is in no module's interface.
#if !canImport(Darwin) && !RELAY_THREAD_SANITIZER
  struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>

    @inline(__always)
    init(_ value: consuming sending Value) { mutex = Mutex(value) }

    /// Calls `body` with the value as soon as no other thread uses it. `body` must not use the same lock.
    @inline(__always)
    borrowing func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  }
#else
  #if canImport(Darwin)
    private typealias SystemLock = os_unfair_lock
  #else
    private typealias SystemLock = pthread_mutex_t
  #endif

  /// `@safe` and `Sendable`: the memory is allocated and initialized in `init` and freed in `deinit`, and nothing copies this instance. The value
  /// is only accessed in `withLock`, by one thread at a time.
  @safe struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock: UnsafeMutablePointer<SystemLock>
    private let value: UnsafeMutablePointer<Value>

    init(_ value: consuming sending Value) {
      // One allocation for both: the lock, followed by the value at the next aligned address.
      let alignment = max(MemoryLayout<SystemLock>.alignment, MemoryLayout<Value>.alignment)
      let offset = (MemoryLayout<SystemLock>.size + MemoryLayout<Value>.alignment - 1) & -MemoryLayout<Value>.alignment
      let memory = UnsafeMutableRawPointer.allocate(byteCount: offset + MemoryLayout<Value>.size, alignment: alignment)
      unsafe lock = memory.initializeMemory(as: SystemLock.self, to: SystemLock())
      unsafe self.value = (memory + offset).bindMemory(to: Value.self, capacity: 1)
      unsafe self.value.initialize(to: value)
      #if !canImport(Darwin)
        unsafe pthread_mutex_init(lock, nil)
      #endif
    }

    deinit {
      unsafe value.deinitialize(count: 1)
      #if !canImport(Darwin)
        unsafe pthread_mutex_destroy(lock)
      #endif
      unsafe lock.deinitialize(count: 1)
      unsafe UnsafeMutableRawPointer(lock).deallocate()
    }

    /// Calls `body` with the value as soon as no other thread uses it. `body` must not use the same lock.
    borrowing func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      #if canImport(Darwin)
        unsafe os_unfair_lock_lock(lock)
        defer { unsafe os_unfair_lock_unlock(lock) }
      #else
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
      #endif
      return unsafe try body(&value.pointee)
    }
  }
#endif
