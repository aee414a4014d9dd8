#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The number of online processors; 1 if the system does not report it.
func onlineProcessorCount() -> Int {
  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
    return Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  #else
    return 1
  #endif
}
