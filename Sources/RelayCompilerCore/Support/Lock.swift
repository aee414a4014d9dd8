#if canImport(Darwin)
  import Darwin
#elseif !RELAY_THREAD_SANITIZER
  import Synchronization
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value that one thread at a time may use.
///
/// Elsewhere than on Apple's platforms it is the standard library's `Mutex`, which those have only since macOS 15 and iOS 18. There it is an unfair
/// lock in memory of its own, beside the value. Under ThreadSanitizer on Linux it is a POSIX mutex: the standard library's is a futex inside an
/// uninstrumented library, which the sanitizer does not see, so that it would report every access that the lock guards.
///
/// `RelayRuntime` and `RelayCompilerCore` both have this file.
#if !canImport(Darwin) && !RELAY_THREAD_SANITIZER
  struct Lock<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>

    @inline(__always)
    init(_ value: consuming sending Value) { mutex = Mutex(value) }

    /// Waits until no other thread uses the value, and calls `body` with it. `body` must not use the same lock.
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

  // Sendable: the value is only reached through `withLock`, one thread at a time. Both pointers are to memory that this instance alone frees.
  struct Lock<Value>: ~Copyable, @unchecked Sendable {
    private let lock: UnsafeMutablePointer<SystemLock>
    private let value: UnsafeMutablePointer<Value>

    init(_ value: consuming sending Value) {
      // One allocation: the lock, and the value behind it at the next address that suits it.
      let alignment = max(MemoryLayout<SystemLock>.alignment, MemoryLayout<Value>.alignment)
      let offset = (MemoryLayout<SystemLock>.size + MemoryLayout<Value>.alignment - 1) & -MemoryLayout<Value>.alignment
      let memory = UnsafeMutableRawPointer.allocate(byteCount: offset + MemoryLayout<Value>.size, alignment: alignment)
      lock = memory.initializeMemory(as: SystemLock.self, to: SystemLock())
      self.value = (memory + offset).initializeMemory(as: Value.self, to: value)
      #if !canImport(Darwin)
        pthread_mutex_init(lock, nil)
      #endif
    }

    deinit {
      value.deinitialize(count: 1)
      #if !canImport(Darwin)
        pthread_mutex_destroy(lock)
      #endif
      lock.deinitialize(count: 1)
      UnsafeMutableRawPointer(lock).deallocate()
    }

    /// Waits until no other thread uses the value, and calls `body` with it. `body` must not use the same lock.
    borrowing func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      #if canImport(Darwin)
        os_unfair_lock_lock(lock)
        defer { os_unfair_lock_unlock(lock) }
      #else
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
      #endif
      return try body(&value.pointee)
    }
  }
#endif
