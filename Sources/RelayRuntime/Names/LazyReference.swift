#if !canImport(Darwin)
  import Synchronization
#endif

/// A reference to an object that is made when it is first needed. If several threads make one at once, all get the same.
///
/// Elsewhere than on Apple's platforms reading it takes no lock. There, the standard library's atomic reference is as new as its `Mutex`.
struct LazyReference<Instance: AnyObject & Sendable>: ~Copyable, Sendable {
  #if canImport(Darwin)
    private let instance = Lock<Instance?>(nil)
  #else
    private let instance = AtomicLazyReference<Instance>()
  #endif

  /// The object, if it has been made.
  @inline(__always)
  func load() -> Instance? {
    #if canImport(Darwin)
      instance.withLock { $0 }
    #else
      instance.load()
    #endif
  }

  /// Keeps `new`, unless there is an object already.
  ///
  /// - Returns: the object that is kept.
  @inline(__always)
  func storeIfNil(_ new: consuming Instance) -> Instance {
    #if canImport(Darwin)
      let new = new
      return instance.withLock { known in
        if let known { return known }
        known = new
        return new
      }
    #else
      instance.storeIfNil(new)
    #endif
  }
}
