#if !canImport(Darwin)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// A library of the system that is loaded while the program runs, and stays loaded.
  struct DynamicLibrary {
    /// Finds a function by its name; nil if there is none.
    typealias Lookup = (_ name: String) -> UnsafeMutableRawPointer?

    private let handle: UnsafeMutableRawPointer

    /// Nil if the system does not have the library.
    init?(_ name: String) {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
      self.handle = handle
    }

    /// A function of the library, or of a library that it uses.
    func symbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }
  }
#endif
