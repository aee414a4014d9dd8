#if os(Linux)
  import Glibc

  /// The system's function in a client that loads this library first (`LD_PRELOAD`): searches for hosts in `.hanging` never end.
  @_cdecl("getaddrinfo")
  public func findHost(
    _ host: UnsafePointer<CChar>?, _ service: UnsafePointer<CChar>?, _ hints: UnsafePointer<addrinfo>?,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
  ) -> CInt {
    if let host, String(cString: host).hasSuffix(".hanging") { while true { pause() } }
    typealias Find =
      @convention(c) (
        UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<addrinfo>?, UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
      ) -> CInt
    // RTLD_NEXT: the function that this one stands before.
    guard let next = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "getaddrinfo") else { return CInt(EAI_FAIL) }
    return unsafeBitCast(next, to: Find.self)(host, service, hints, result)
  }
#endif
