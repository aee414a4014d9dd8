#if !canImport(Darwin)
  import Foundation

  /// A library of the system that is loaded while the program runs, and stays loaded.
  ///
  /// `@safe`: the handle is one of `dlopen`, and as nothing closes it, it and the functions are valid until the process ends.
  @safe struct DynamicLibrary {
    /// Finds a function by its name; nil if there is none.
    typealias Lookup = (_ name: String) -> UnsafeMutableRawPointer?

    private let handle: UnsafeMutableRawPointer

    /// Nil if the system does not have the library.
    init?(_ name: String) {
      guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
      unsafe self.handle = handle
    }

    /// A function of the library, or of a library that it uses.
    func symbol(_ name: String) -> UnsafeMutableRawPointer? { unsafe dlsym(handle, name) }

    /// A function of a library with the signature that it has in C.
    ///
    /// The cast is sound if `Function` is a `@convention(c)` type, which is an address like the one that is found, and if its parameters and
    /// its result are those of the function in the library's header. Each use names the header's declaration.
    /// - Parameters:
    ///   - library: its name in errors.
    ///   - symbol: finds a function of the library by its name.
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` if the library lacks the function.
    @unsafe static func function<Function>(_ name: String, of library: String, _ symbol: Lookup) throws -> Function {
      guard let address = unsafe symbol(name) else { throw RelayError.unsupportedOperation("\(name): \(library) does not have it") }
      return unsafe unsafeBitCast(address, to: Function.self)
    }
  }
#endif
