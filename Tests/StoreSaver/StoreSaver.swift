import Foundation
import RelayRuntime

/// A process that saves a store, for tests that kill it, limit it, or run two of them at the same time.
///
///     StoreSaver FILE VERSION MEGABYTES COUNT [LIMIT]
///
/// Saves a store of this many records of a megabyte, each of which contains the version, COUNT times (0: until it is killed). Prints
/// `saved` for each time, or `failed` with the name of the error. LIMIT is the maximum size of files that it writes, in bytes.
@main
enum StoreSaver {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 5, let megabytes = Int(arguments[3]), let count = Int(arguments[4]) else {
      print("usage: StoreSaver FILE VERSION MEGABYTES COUNT [LIMIT]")
      exit(2)
    }
    if arguments.count > 5, let limit = UInt64(arguments[5]) {
      // Otherwise the signal that accompanies the error would end the process.
      signal(SIGXFSZ, SIG_IGN)
      var limits = rlimit()
      limits.rlim_cur = rlim_t(limit)
      limits.rlim_max = rlim_t(limit)
      #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
      #else
        setrlimit(RLIMIT_FSIZE, &limits)
      #endif
    }
    let file = URL(fileURLWithPath: arguments[1])
    let environment = MockEnvironment().environment
    let text = String(repeating: "0123456789abcdef", count: 1 << 16)
    try environment.commitLocalUpdate { store in
      for number in 0..<megabytes {
        let record = store.create(dataID: "\(number)", typeName: "Record")
        record["version"] = .string(arguments[2])
        record["text"] = .string(text)
      }
    }
    var number = 0
    while count == 0 || number < count {
      number += 1
      do {
        try environment.store.save(to: file)
        say("saved")
      } catch {
        say("failed \(error)")
      }
    }
  }

  private static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
