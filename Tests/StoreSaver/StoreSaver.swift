import Foundation
import RelayRuntime

/// A process that saves a store, for tests that kill it, starve it, or have two of them at once.
///
///     StoreSaver FILE VERSION MEGABYTES COUNT [LIMIT]
///
/// Saves a store of so many records of a megabyte, each of which has the version, COUNT times (0: until it is killed), and prints for each
/// time `saved`, or `failed` with the name of the error. With LIMIT no file that it writes gets longer than so many bytes.
@main
enum StoreSaver {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 5, let megabytes = Int(arguments[3]), let count = Int(arguments[4]) else {
      print("usage: StoreSaver FILE VERSION MEGABYTES COUNT [LIMIT]")
      exit(2)
    }
    if arguments.count > 5, let limit = UInt64(arguments[5]) {
      // Without this the signal that comes with the error ends the process.
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
