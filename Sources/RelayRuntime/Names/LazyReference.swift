#if !canImport(Darwin)
  import Synchronization
#endif

/// A reference to an object that is made when it is first needed. If several threads make one at the same time, all get the same object.
///
/// Reading it takes a lock on Apple's platforms only, where the standard library's atomic references require macOS 15 or iOS 18.
struct LazyReference<Instance: AnyObject & Sendable>: ~Copyable, Sendable {
  #if canImport(Darwin)
    private let instance = Lock<Instance?>(nil)
  #else
    private let instance = AtomicLazyReference<Instance>()
  #endif

  /// The object, if it has been created.
  @inline(__always)
  func load() -> Instance? {
    #if canImport(Darwin)
      instance.withLock { $0 }
    #else
      instance.load()
    #endif
  }

  /// Stores `new`, unless there already is an object.
  ///
  /// - Returns: the stored object.
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
